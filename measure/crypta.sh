#!/usr/bin/env bash
# Crypta: dungeons a second, native and in WebAssembly, the slowest code, how evenly things are spread,
# against a plain JavaScript version that generates and tries again. usage: ./bench crypta [SAMPLE]
set -euo pipefail
build/measure/crypta/speed
echo
echo "the same if every valid layout were equally likely (a walk of 4 million steps)"
build/measure/crypta/uniform
node measure/crypta/compare.mjs "$@"
