#!/usr/bin/env python3
"""Turns senses.txt into C: for each language its words in the order of their folded forms.

usage: embed.py SENSES.txt OUT.c
"""
import sys
import unicodedata
from pathlib import Path

LANGUAGES = ['es', 'it', 'bg']


def fold(word):
    return ''.join(c for c in unicodedata.normalize('NFD', word.casefold()) if not unicodedata.combining(c))


def read(text):
    words = {language: {} for language in LANGUAGES}
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith('#'):
            continue
        parts = line.split()
        if len(parts) != 1 + len(LANGUAGES):
            sys.exit(f'senses.txt:{number}: {len(parts)} words, not {1 + len(LANGUAGES)}')
        for language, word in zip(LANGUAGES, parts[1:]):
            if word == '-':
                continue
            senses = words[language].setdefault(fold(word), (word, []))[1]
            if parts[0] not in senses:
                senses.append(parts[0])
    return words


source, out = sys.argv[1:]
lines = ['#include "senses.h"', '']
for language, words in read(Path(source).read_text('utf-8')).items():
    lines.append(f'static const struct sense_entry {language}[] = {{')
    for folded, (word, senses) in sorted(words.items(), key=lambda item: item[0].encode()):
        lines.append(f'    {{"{word}", "{folded}", "{" ".join(senses)}"}},')
    lines += ['};', '']
lines.append('const struct sense_table senses_tables[] = {')
lines += [f'    {{"{language}", {language}, sizeof {language} / sizeof {language}[0]}},' for language in LANGUAGES]
lines += ['    {0},', '};', '']
Path(out).write_text('\n'.join(lines), 'utf-8')
