#!/usr/bin/env python3
"""Writes the decks of all games as C. usage: embed-decks.py OUT GAME/cards/NAME.json …"""
import json
import sys
from pathlib import Path

out, *files = sys.argv[1:]
lines = ['#include "decks.h"', ""]
rows = []
for number, file in enumerate(files):
    path = Path(file)
    text = json.dumps(json.loads(path.read_text(encoding="utf-8")), ensure_ascii=True,
                      separators=(",", ":"))
    values = ",".join(str(byte) for byte in text.encode())
    lines.append(f"static const char deck_{number}[] = {{{values}}};")
    rows.append(f'    {{"{path.parent.parent.name}", "{path.stem}", deck_{number}, '
                f"sizeof deck_{number}}},")
lines += ["", "const struct deck_file deck_files[] = {", *rows, "    {0},", "};", ""]
Path(out).write_text("\n".join(lines))
