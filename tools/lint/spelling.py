# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""British spelling, in text and in names alike."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Parts of words: they are found within names, too.
_STEMS = {
    "neighbour": "neighbor",
    "colour": "color",
    "behaviour": "behavior",
    "favour": "favor",
    "honour": "honor",
    "harbour": "harbor",
    "licence": "license",
    "catalogue": "catalog",
    "analyse": "analyze",
    "analysing": "analyzing",
    "labelled(?!by)": "labeled",
    "modelled": "modeled",
    "travelled": "traveled",
    "artefact": "artifact",
    "programme": "program",
    "millimetre": "millimeter",
    "kilometre": "kilometer",
}
_WORDS = {"centre": "center", "centred": "centered", "grey": "gray", "metres": "meters", "judgement": "judgment"}

# -ise for -ize, after the stems that take it: many words end in -ise everywhere.
_STEM_OF_ISE = re.compile(
    r"(?:normal|recogn|organ|optim|minim|maxim|initial|serial|parallel|synchron|summar|general|special|visual|local"
    r"|final|equal|real|util|random|author|categor|character|custom|emphas|factor|global|ideal|linear|memor|penal"
    r"|prior|quant|standard|symbol|token|vector|virtual|capital|central|formal|material|neutral|sanit|stabil|apolog"
    r"|discret|dramat|hypothes|item|legal|modern|monopol|mobil|patron|polar|popular|public|scrutin|subsid|symmetr"
    r"|tabular|union|crystall|canonical|diagonal|orthogonal|orthonormal|regular|homogen|finger|amort|penal|harmon"
    r"|familiar|incrementall?|material|modular|internal|external|rational|actual|privat|reorgan|paral+el)is"
    r"(?:e|es|ed|er|ers|ing|able|ation|ations)(?-i:(?![a-z]))",
    re.IGNORECASE,
)
_STEM = re.compile("|".join(_STEMS), re.IGNORECASE)
_WORD = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)


def british(line: str) -> Iterator[tuple[str, str]]:
    """Yield each British spelling in a line, with the American one."""
    for match in _STEM.finditer(line):
        american = next(
            right for wrong, right in _STEMS.items() if re.match(wrong, line[match.start() :], re.IGNORECASE)
        )
        yield match.group(), f"'{american}'"
    for match in _WORD.finditer(line):
        yield match.group(), f"'{_WORDS[match.group().lower()]}'"
    for match in _STEM_OF_ISE.finditer(line):
        yield match.group(), f"'{re.sub(r'is(?=[a-z]+$)', 'iz', match.group())}'"
