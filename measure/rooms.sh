# Rooms and their store: how many appends a second, how soon acknowledged, how fast all come back.
set -euo pipefail
build/measure/rooms/append "$@"

# The rooms themselves: what an action costs without a store, in a long evening too, what an idle room holds, what it costs
# to tell somebody who comes back, how long it takes to play 100,000 rooms into a store, to start with
# them and to read one of them, and to verify them all. LUDOTECA_ROOMS=1000000 for a million.
build/measure/rooms/path
build/measure/rooms/long
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
build/measure/rooms/missed "$folder/missed"
build/measure/rooms/revive "$folder/revive" "${LUDOTECA_ROOMS:-100000}"
