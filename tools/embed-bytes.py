#!/usr/bin/env python3
"""Puts one file into the program as it is: NAME_bytes in C.

usage: embed-bytes.py NAME FILE OUT
"""
import sys
from pathlib import Path

name, file, out = sys.argv[1:]
Path(out).write_text(f'''extern const char {name}_bytes[];
__asm__(".section .rodata\\n.balign 16\\n.globl {name}_bytes\\n{name}_bytes:\\n"
        ".incbin \\"{Path(file).resolve()}\\"\\n.previous\\n");
''')
