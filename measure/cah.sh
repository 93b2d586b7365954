#!/usr/bin/env bash
# The cards game. usage: ./bench cah import [ROUNDS]: a file of the largest known size, end to end.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/setup test bench
part=${1:-import}
shift || true
[ -f "measure/cah/$part.mjs" ] || { echo "usage: ./bench cah import [ROUNDS]" >&2; exit 2; }
exec node "measure/cah/$part.mjs" "$@"
