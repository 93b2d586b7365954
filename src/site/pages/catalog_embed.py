#!/usr/bin/env python3
"""Turns the language files into a C table sorted by key. usage: catalog_embed.py OUT FOLDER es …"""
import json
import sys
from pathlib import Path

out, folder, *languages = sys.argv[1:]
catalogs = [json.loads(Path(folder, f"{l}.json").read_text(encoding="utf-8")) for l in languages]
keys = sorted({key for catalog in catalogs for key in catalog}, key=lambda k: k.encode())


def literal(text):
    if text is None:
        return "NULL"
    return '"' + "".join(c if c.isascii() and c.isalnum() or c in " .,:;!-_()/{}"
                         else "".join(f"\\{b:03o}" for b in c.encode()) for c in text) + '"'


lines = ["#pragma once", "#include <stddef.h>",
         "struct catalog_entry {", "    const char *key;", f"    const char *text[{len(languages)}];", "};",
         "static const struct catalog_entry catalog_entries[] = {"]
for key in keys:
    texts = ", ".join(literal(catalog.get(key)) for catalog in catalogs)
    lines.append(f"    {{{literal(key)}, {{{texts}}}}},")
lines += ["};", f"static const size_t catalog_entry_count = {len(keys)};", ""]
Path(out).write_text("\n".join(lines), encoding="utf-8")
