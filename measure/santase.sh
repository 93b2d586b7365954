#!/usr/bin/env bash
# Santase: every computer player over the one below and over players by rules, playouts a second, solver.
# usage: ./bench santase [--short]
set -euo pipefail
exec build/games/santase/santase-arena "$@"
