#!/usr/bin/env python3
"""Puts files into the program: one block of bytes, and a C table that says what is where.

usage: embed.py BLOCK TABLE HASH_FILE FOLDER [/PATH=FILE[=POLICY_FILE] …]

Every file below FOLDER is served at its own path; single files may be added at a path. Files for
which it pays are there a second time, compressed, as small as gzip can be made: they are packed once and
sent for years.
"""
import hashlib
import subprocess
import sys
from pathlib import Path

TYPES = {
    ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8", ".json": "application/json",
    ".html": "text/html; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
    ".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".ico": "image/x-icon",
    ".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm", ".webp": "image/webp",
    ".mp3": "audio/mpeg", ".ogg": "audio/ogg",
}
PACKED = (".woff2", ".png", ".webp", ".mp3", ".ogg")


def literal(text):
    if text is None:
        return "NULL"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


block, table, hash_file, folder, *singles = sys.argv[1:]
files = {}
for path in sorted(Path(folder).rglob("*")):
    if path.is_file() and not path.name.startswith("."):
        files["/" + str(path.relative_to(folder))] = (path, None)
for single in singles:
    name, file, *policy = single.split("=", 2)
    files[name] = (Path(file), policy[0] if policy else None)

content, rows = bytearray(), []
for name in sorted(files, key=lambda n: n.encode()):
    path, policy = files[name]
    data = path.read_bytes()
    zipped = b"" if path.suffix in PACKED else subprocess.check_output(["zopfli", "--i5", "-c", path])
    if len(zipped) > len(data) * 0.95:
        zipped = b""
    at, zipped_at = len(content), len(content) + len(data)
    content += data + zipped
    etag = hashlib.sha256(data).hexdigest()[:16]
    kind = TYPES.get(path.suffix, "application/octet-stream")
    policy_text = Path(policy).read_text().strip() if policy else None
    rows.append(f'    {{{literal(name)}, {literal(kind)}, "\\"{etag}\\"", {at}, {len(data)}, '
                f'{zipped_at if zipped else 0}, {len(zipped)}, {literal(policy_text)}}},')

Path(block).write_bytes(content)
asset_hash = Path(hash_file).read_text().strip()
Path(table).write_text(f'''#include "site/assets.h"
__asm__(".section .rodata\\n.balign 16\\nassets_bytes:\\n.incbin \\"{Path(block).resolve()}\\"\\n"
        ".byte 0\\n.previous\\n");
extern const char assets_bytes[] __attribute__((visibility("hidden")));
static const struct asset assets[] = {{
''' + "\n".join(rows) + f'''
}};
const struct asset_files asset_files = {{"/v/{asset_hash}", assets, {len(rows)}, assets_bytes}};
''')
