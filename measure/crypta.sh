#!/usr/bin/env bash
# Crypta: dungeons a second, native and in WebAssembly, the slowest code, how evenly things are spread,
# against a plain JavaScript version that generates and tries again. usage: ./bench crypta [SAMPLE]
set -euo pipefail
build/measure/crypta/speed
node measure/crypta/compare.mjs "$@"
