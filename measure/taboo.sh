#!/usr/bin/env bash
# Whole games of Taboo over Socket.IO, on our server and on Node + Express + Socket.IO in the same run.
# usage: ./bench taboo [--short] [--rooms N] [--few N] [--rounds N] [--seconds S]   (about 9 minutes)
set -euo pipefail
cd "$(dirname "$0")/.."
exec python3 measure/taboo/run.py "$@"
