#!/usr/bin/env bash
# The computer's clues at Codenames, judged by other ears than its own.
# usage: ./bench codenames [es|it|bg] [BOARDS] (2000), or ./bench codenames [es|it|bg] clues COUNT to read some
set -euo pipefail
cd "$(dirname "$0")/.."
language=en
case "${1:-}" in es | it | bg) language=$1; shift ;; esac
exec build/measure/codenames/strength "games/codenames/cards/$language.json" "$@"
