#!/usr/bin/env bash
# The wire against its limit and its model: our server, bare epoll, and socket.io for Node, driven by
# the same load in the same run; then the same load through the rooms of the real server.
# usage: ./bench wire [short|full]   (about 4 or 12 minutes)
set -euo pipefail
cd "$(dirname "$0")/.."
python3 measure/wire/run.py "$@"
echo
exec python3 measure/path/run.py "$@"
