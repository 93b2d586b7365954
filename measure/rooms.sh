# Rooms and their store: how many appends a second, how soon acknowledged, how fast all come back.
set -euo pipefail
build/measure/rooms/append "$@"

# The rooms themselves: what an action costs without a store, what an idle room holds, what it costs
# to tell somebody who comes back, and how long it takes to play 100,000 rooms into a store and to
# bring them back.
build/measure/rooms/path
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
build/measure/rooms/missed "$folder/missed"
build/measure/rooms/revive "$folder/revive"
