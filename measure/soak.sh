#!/usr/bin/env bash
# All games at once for a long time, with killed servers, clients that leave half-way, half frames and floods.
# usage: ./bench soak [MINUTES]   (60; one is enough to see that it works)
set -euo pipefail
cd "$(dirname "$0")/.."
exec node measure/soak/soak.mjs "$@"
