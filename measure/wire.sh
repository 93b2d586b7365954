#!/usr/bin/env bash
# The wire against its limit and its model: our server, bare epoll, and socket.io for Node, driven by
# the same load in the same run. usage: ./bench wire [short|full]   (about 2 or 8 minutes)
set -euo pipefail
cd "$(dirname "$0")/.."
exec python3 measure/wire/run.py "$@"
