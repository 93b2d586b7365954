#!/usr/bin/env bash
# Santase: computer players against each other (2,000 deals a pair), playouts a second, solver times.
# usage: ./bench santase [--short]
set -euo pipefail
exec build/games/santase/santase-arena "$@"
