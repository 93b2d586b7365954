# Games that are watched again: what it costs to open a log of 1,000 records of each, and to show some of it.
set -euo pipefail
exec build/measure/replay/open
