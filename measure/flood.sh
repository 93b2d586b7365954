#!/usr/bin/env bash
# What a flood from one address leaves to an honest player at another, in the real server.
# usage: ./bench flood [seconds of each part]
set -euo pipefail
cd "$(dirname "$0")/.."
node measure/flood/run.mjs "$@" | grep -v "^TAP version" # node:test greets whoever borrows its helpers
