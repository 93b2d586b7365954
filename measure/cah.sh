#!/usr/bin/env bash
# The cards game. usage: ./bench cah [import [ROUNDS]|rooms]; alone, both.
#   import: a file of the largest known size, end to end.
#   rooms:  rooms of ten that play with it, rounds a second and memory.
set -euo pipefail
cd "$(dirname "$0")/.."
part=${1:-all}
shift || true
case "$part" in
  import) node measure/cah/import.mjs "$@" ;;
  rooms) build/measure/cah/rooms ;;
  all) node measure/cah/import.mjs && build/measure/cah/rooms ;;
  *) echo "usage: ./bench cah [import [ROUNDS]|rooms]" >&2; exit 2 ;;
esac
