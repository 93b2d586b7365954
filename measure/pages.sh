#!/usr/bin/env bash
# Pages: bytes and requests of each on a first visit; home and lobby a second against nginx serving a
# file of the same size, in the same run. usage: ./bench pages [SECONDS]
set -euo pipefail
tools/setup test bench
exec node measure/pages/pages.mjs "$@"
