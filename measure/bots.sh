#!/usr/bin/env bash
# How long an honest room waits for its answers beside rooms of computers that think without a pause.
# usage: ./bench bots [SECONDS] (20)
set -euo pipefail
cd "$(dirname "$0")/.."
exec node measure/bots/run.mjs "$@"
