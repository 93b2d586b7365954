#!/usr/bin/env bash
# Would a computer guess Taboo's words? Clue words are the forbidden ones of our own English cards.
# usage: ./bench taboo-guess
set -euo pipefail
cd "$(dirname "$0")/.."
exec build/measure/taboo/taboo_guess games/taboo/cards/en.json
