#!/usr/bin/env bash
# The way of a move through the real server, with the load generator of `./bench wire`.
# usage: ./bench path [short|full]
set -euo pipefail
cd "$(dirname "$0")/.."
exec python3 measure/path/run.py "$@"
