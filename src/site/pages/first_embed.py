#!/usr/bin/env python3
"""The script that stands in every page, as C text, and its hash for the Content-Security-Policy.

usage: first_embed.py OUT SCRIPT NODE_MODULES
"""
import base64
import hashlib
import json
import subprocess
import sys
from pathlib import Path

out, script, modules = (Path(argument) for argument in sys.argv[1:])
node = modules / ".bin/node"
text = subprocess.check_output([node if node.exists() else "node", modules / "esbuild-wasm/bin/esbuild",
                                "--minify", "--tsconfig-raw={}"], text=True, stdin=script.open()).strip()
if "</" in text or not text.isascii():
    sys.exit(f"{script}: what it says would end the element, or is read differently elsewhere")
digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
out.write_text(f"#define FIRST_SCRIPT {json.dumps(text)}\n#define FIRST_HASH \"'sha256-{digest}'\"\n")
