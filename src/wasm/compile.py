#!/usr/bin/env python3
"""Compiles C to one WebAssembly module, each file by itself, so that a cache of objects and all cores help.

usage: compile.py ROOT OUT DEPFILE SOURCE ...
"""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

root, out, depfile = (Path(argument).absolute() for argument in sys.argv[1:4])
sources = [Path(argument).absolute() for argument in sys.argv[4:]]
objects = out.with_suffix(".objects")
objects.mkdir(exist_ok=True)
flags = ["--target=wasm32", "-std=gnu17", "-ffreestanding", "-Os", "-D_GNU_SOURCE", "-fno-strict-aliasing",
         "-Wall", "-Werror", "-isystem", root / "src/wasm/include", "-I", root / "src", "-I", root / "games"]


def compile_one(source):
    made = objects / ("_".join(source.relative_to(root).parts) + ".o")
    command = ["clang", *flags, "-MD", "-MF", made.with_suffix(".d"), "-c", source, "-o", made]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    return made, done.stderr if done.returncode else ""


with ThreadPoolExecutor(os.cpu_count()) as pool:
    made = list(pool.map(compile_one, sources))
problems = "".join(said for _, said in made)
if problems:
    sys.exit(problems)
subprocess.run(["clang", "--target=wasm32", "-nostdlib", "-Wl,--no-entry", "-Wl,--strip-all", "-Wl,--gc-sections",
                "-Wl,--stack-first", "-Wl,-z,stack-size=1048576", "-o", out, *(name for name, _ in made)], check=True)
needs = set()
for name, _ in made:
    needs.update(name.with_suffix(".d").read_text().replace("\\\n", " ").split(":", 1)[1].split())
depfile.write_text(f"{out}: " + " ".join(sorted(needs)) + "\n")
