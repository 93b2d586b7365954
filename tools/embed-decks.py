#!/usr/bin/env python3
"""Writes the decks of all games as C: every games/NAME/cards/DECK.json, and, for the logs that name them, those
of earlier versions, games/NAME/cards/past/DECK.json.

usage: embed-decks.py GAMES OUT DEPFILE
"""
import json
import sys
from pathlib import Path

games, out, depfile = (Path(argument) for argument in sys.argv[1:])
sources, rows = [games], []
lines = ['#include "site/decks.h"', ""]
for path in sorted([*games.glob("*/cards/*.json"), *games.glob("*/cards/past/*.json")]):
    past = path.parent.name == "past"
    game = path.parents[2 if past else 1].name
    number, text = len(rows), json.dumps(json.loads(path.read_text(encoding="utf-8")),
                                         ensure_ascii=True, separators=(",", ":"))
    values = ",".join(str(byte) for byte in text.encode())
    lines.append(f"static const char deck_{number}[] = {{{values}}};")
    rows.append(f'    {{"{game}", "{path.stem}", deck_{number}, '
                f"sizeof deck_{number}, {int(past)}}},")
    sources += [path.parent, path]
lines += ["", "const struct deck_file deck_files[] = {", *rows, "    {0},", "};", ""]
out.write_text("\n".join(lines))
depfile.write_text(f"{out}: " + " ".join(str(s).replace(" ", "\\ ") for s in sources) + "\n")
