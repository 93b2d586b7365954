#!/usr/bin/env python3
"""Collects all that browsers are served into one folder, at the paths they ask for.

usage: stage.py ROOT OUT STAMP DEPFILE [minify]

The words of the house and of all games become one file a language. With «minify» scripts and stylesheets
lose their comments and spaces; modules stay modules.

OUT/.hash is a hash over every file: the site puts it into the addresses of assets, so that a
browser may keep them for ever and a new version never mixes with an old one.
"""
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

root, out, stamp, depfile = (Path(argument) for argument in sys.argv[1:5])
minified = "minify" in sys.argv[5:]
web, modules = root / "web", root / "node_modules"
sources = []

RUBIK = modules / "@fontsource-variable/rubik/files"
VENDOR = {
    "font/rubik-latin.woff2": RUBIK / "rubik-latin-wght-normal.woff2",
    "font/rubik-latin-ext.woff2": RUBIK / "rubik-latin-ext-wght-normal.woff2",
    "font/rubik-cyrillic.woff2": RUBIK / "rubik-cyrillic-wght-normal.woff2",
    "socket.io/socket.io.js": modules / "socket.io-client/dist/socket.io.min.js",
}
# An extension is nothing without what it extends: they come together or not at all.
JOINED = {
    "vendor/htmx.js": (modules / "htmx.org/dist/htmx.min.js", modules / "htmx-ext-sse/dist/sse.min.js"),
}
# What the files above are made of: their licences are served with them.
PACKAGES = ("htmx.org", "htmx-ext-sse", "socket.io-client", "engine.io-client", "engine.io-parser",
            "socket.io-parser", "@socket.io/component-emitter", "@fontsource-variable/rubik")
MINIFIER = modules / "esbuild-wasm/bin/esbuild"
ICON_SIZES = {"ludoteca": (180, 192, 512), "maskable": (512,)}


def install_missing():
    """The lock file may have grown since this folder was set up."""
    if all(path.exists() for path in [*VENDOR.values(), *sum(JOINED.values(), ()), MINIFIER]):
        return
    stamp_file = modules / ".ludoteca"
    complete = stamp_file.exists() and stamp_file.read_text().strip().endswith(" all")
    subprocess.run([str(root / "tools/setup"), "build", *(["test"] if complete else [])], check=True)


def games():
    sources.append(root / "games")
    for game in sorted((root / "games").glob("*/")):
        sources.extend([game, *(game / part for part in ("art", "lang") if (game / part).exists())])
        yield game


def spoken(path):
    if not path.exists():
        return {}
    sources.append(path)
    return json.loads(path.read_text(encoding="utf-8"))


# Words of pages that no table says.
PAGES_ALONE = ("about.", "admin.", "cards.", "home.", "join.", "late.", "new.", "offline.", "packs.", "presets.")


def words():
    """All words, a file a language; and apart from that the house's and each game's, for a table needs no
    more than its own."""
    for path in sorted((web / "lang").glob("*.json")):
        house, texts, parts = spoken(path), {}, {}
        for game in games():
            parts[f"games/{game.name}/lang/{path.name}"] = own = spoken(game / "lang" / path.name)
            if both := own.keys() & (house.keys() | texts.keys()):
                sys.exit(f"{game}/lang/{path.name}: {', '.join(sorted(both))} is said elsewhere too")
            texts.update(own)
        titles = {key: text for key, text in texts.items() if key.startswith("game.")}
        at_table = {key: text for key, text in house.items() if not key.startswith(PAGES_ALONE)}
        parts |= {f"lang/{path.name}": house | texts, f"lang/house/{path.name}": at_table | titles}
        for name, part in parts.items():
            yield name, json.dumps(dict(sorted(part.items())), ensure_ascii=False,
                                   separators=(",", ":")).encode()


def collect():
    for folder in ("css", "js", "icons", "art"):
        sources.append(web / folder)
        for path in sorted((web / folder).glob("*")):
            # what every page names dozens of times has a short name
            yield "i.svg" if path.name == "icons.svg" else f"{folder}/{path.name}", path
    yield "manifest.webmanifest", web / "manifest.webmanifest"
    yield "sw.js", web / "sw.js"
    yield from VENDOR.items()
    for game in games():
        box = game / "art/box.svg"
        yield f"art/{game.name}.svg", box if box.exists() else web / "art/unknown.svg"
        for path in sorted([*game.glob("*.js"), *game.glob("*.css"), *game.glob("art/*.svg")]):
            yield f"games/{game.name}/{path.relative_to(game)}", path


def licences():
    for package in PACKAGES:
        about = json.loads((modules / package / "package.json").read_text())
        text = (modules / package / "LICENSE").read_text().strip()
        yield f"{package} {about['version']}\n{'=' * 60}\n{text}\n"


def batches(names, most=4000):
    """The minifier takes eight kilobytes of command line and environment, pointers included."""
    batch, size = [], 0
    for name in names:
        if size + len(name) + 16 > most:
            yield batch
            batch, size = [], 0
        batch.append(name)
        size += len(name) + 16
    if batch:
        yield batch


def minify():
    """File by file, in place; what comes from others is small already."""
    own = [out / "sw.js", *(path for folder in ("css", "js", "games") for path in (out / folder).rglob("*")
                            if path.suffix in (".js", ".css"))]
    node = modules / ".bin/node"
    for names in batches(path.relative_to(out).as_posix() for path in own):
        subprocess.run([node if node.exists() else "node", MINIFIER, "--minify", "--tsconfig-raw={}",
                        "--log-level=warning", "--allow-overwrite", "--outdir=.", "--outbase=.", *names],
                       check=True, cwd=out, env={"PATH": os.environ["PATH"], "PWD": str(out)})


install_missing()
shutil.rmtree(out, ignore_errors=True)


def read(path):
    sources.append(path)
    content = path.read_bytes()
    if path.name in ("socket.io.min.js", "sse.min.js"):  # their source maps are not served
        content = b"\n".join(l for l in content.split(b"\n") if b"sourceMappingURL" not in l)
    return content


def joined():
    for name, paths in JOINED.items():
        yield name, b"\n".join(read(path) for path in paths)


for name, content in [*((name, read(path)) for name, path in collect()), *joined(), *words()]:
    (out / name).parent.mkdir(parents=True, exist_ok=True)
    (out / name).write_bytes(content)
(out / "licences.txt").write_text("\n\n".join(licences()))
for icon, sizes in ICON_SIZES.items():
    for size in sizes:
        subprocess.run(["rsvg-convert", "-w", str(size), "-h", str(size), "-o",
                        str(out / f"icons/{icon}-{size}.png"), str(web / f"icons/{icon}.svg")],
                       check=True)
if minified:
    minify()
total = hashlib.sha256()
for path in sorted(path for path in out.rglob("*") if path.is_file()):
    total.update(str(path.relative_to(out)).encode() + b"\0" + path.read_bytes() + b"\0")
(out / ".hash").write_text(total.hexdigest()[:8])
stamp.write_text(total.hexdigest()[:8] + "\n")
depfile.write_text(f"{stamp}: " + " ".join(str(s).replace(" ", "\\ ") for s in sources) + "\n")
