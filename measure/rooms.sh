# Rooms and their store: how many appends a second, how soon acknowledged, how fast all come back.
set -euo pipefail
build/measure/rooms/append "$@"
