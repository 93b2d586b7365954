#!/usr/bin/env python3
"""Assembles the page: one HTML file with its style, its script, its pictures and the generator.

usage: assemble.py OUT.html OUT.csp GENERATOR.wasm PICTURE.png… PAGE-PART…

The modules of the script are put one after the other in the order given; what they import from each
other is then in the same scope, so the import lines go. They must not use the same name twice.
"""
import base64
import hashlib
import json
import re
import sys
from pathlib import Path


def encoded(path):
    return base64.b64encode(path.read_bytes()).decode()


def joined(modules):
    text = "\n".join(path.read_text(encoding="utf-8") for path in modules)
    text = re.sub(r"^import [^;]*;\n", "", text, flags=re.M)
    text = re.sub(r"^// @ts-check\n", "", text, flags=re.M)
    text = re.sub(r"^export ", "", text, flags=re.M)
    names = re.findall(r"^(?:async )?(?:function|const|let|class) (\w+)", text, flags=re.M)
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        sys.exit(f"assemble.py: two modules define {', '.join(sorted(twice))}")
    return text


def source(text):
    """The hash by which a Content-Security-Policy knows an inline script or style."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def main(out, policy, wasm, *rest):
    files = [Path(name) for name in rest]
    by_end = {end: [f for f in files if f.suffix == end] for end in (".png", ".js", ".css", ".html")}
    style = "\n" + by_end[".css"][0].read_text(encoding="utf-8")
    script = "\n" + joined(by_end[".js"])
    parts = json.dumps({
        "wasm": encoded(Path(wasm)),
        "images": {f.stem: "data:image/png;base64," + encoded(f) for f in by_end[".png"]},
    })
    page = by_end[".html"][0].read_text(encoding="utf-8")
    for name, text in (("style", style), ("parts", parts), ("script", script)):
        before, after = page.split("{" + name + "}")
        page = before + text + after
    Path(out).write_text(page, encoding="utf-8")
    Path(policy).write_text(
        f"default-src 'none'; script-src {source(script)} 'wasm-unsafe-eval'; "
        f"style-src {source(style)}; img-src data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'\n", encoding="utf-8")


main(*sys.argv[1:])
