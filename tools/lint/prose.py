# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The text of a file that people read: comments, messages and documents, in paragraphs with their lines."""

from __future__ import annotations

import io
import re
import tokenize
from dataclasses import dataclass
from pathlib import PurePath


@dataclass(frozen=True)
class Paragraph:
    """Text without comment signs. Its newlines are those of the file; `line` is that of its beginning."""

    line: int
    text: str


# A comment, a string (raw ones too) or a character, in C, C++ and TypeScript.
_C_TOKEN = re.compile(
    r'//(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/|R"(?P<tag>\w*)\((?P<raw>.*?)\)(?P=tag)"'
    r"|\"(?P<string>(?:\\.|[^\"\\\n])*)\"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",
    re.DOTALL,
)
_FORTRAN_TOKEN = re.compile(r"!(?P<line>[^\n]*)|\"(?P<string>[^\"\n]*)\"|'(?P<quoted>[^'\n]*)'")
_HASH_TOKEN = re.compile(r"(?:(?<=\s)|^)#(?P<line>[^\n]*)|\"(?P<string>(?:\\.|[^\"\\])*)\"", re.MULTILINE)
_MARKS = re.compile(r"^[ \t]*(?:[/!<>#*]+(?=\s|$)|[/!<>]+)[ \t]?", re.MULTILINE)


def _tokens(pattern: re.Pattern[str], text: str) -> list[Paragraph]:
    found: list[Paragraph] = []
    end_of_last = -1  # where the last comment line ended: the next one continues it if only blanks are between them
    for token in pattern.finditer(text):
        groups = {name: value for name, value in token.groupdict().items() if value is not None and name != "tag"}
        for kind, value in groups.items():
            line = text.count("\n", 0, token.start()) + 1
            words = _MARKS.sub("", value) if kind in ("line", "block") else value.replace("\\n", "  ")
            between = text[end_of_last : token.start()] if end_of_last >= 0 else "x"
            joins = kind in ("line", "string") and not between.strip() and between.count("\n") == 1
            if joins and words.strip() and found and found[-1].text.strip():
                found[-1] = Paragraph(found[-1].line, f"{found[-1].text}\n{words}")
            else:
                found.append(Paragraph(line, words))
            end_of_last = token.end()
    return found


def _python(text: str) -> list[Paragraph]:
    found: list[Paragraph] = []
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            words = _MARKS.sub("", token.string)
            if last == token.start[0] - 1 and found:
                found[-1] = Paragraph(found[-1].line, f"{found[-1].text}\n{words}")
            else:
                found.append(Paragraph(token.start[0], words))
            last = token.start[0]
        elif token.type == tokenize.STRING:
            found.append(Paragraph(token.start[0], token.string.strip("rbfuRBFU").strip("\"'")))
    return found


def _document(text: str) -> list[Paragraph]:
    """Return a document without its code."""

    def blank(code: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", code.group())

    text = re.sub(r"^```.*?^```", blank, text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"`[^`\n]*`", "`code`", text)
    return [Paragraph(number, line) for number, line in _lines_joined(text)]


def _lines_joined(text: str) -> list[tuple[int, str]]:
    """Join the lines of each paragraph; a list item, a heading and a table row are paragraphs."""
    found: list[tuple[int, str]] = []
    joined = False
    for number, line in enumerate(text.split("\n"), 1):
        begins = re.match(r"[ \t]*([*+-] |\d+\. |#|\||$)", line)
        if joined and not begins and found:
            found[-1] = (found[-1][0], f"{found[-1][1]}\n{line}")
        else:
            found.append((number, re.sub(r"^[ \t]*([*+-] |\d+\. |#+ |\|)[ \t]*", "", line)))
        joined = bool(line.strip()) and not line.lstrip().startswith("#")
    return found


def paragraphs(name: str, text: str) -> list[Paragraph]:
    """Return the paragraphs of a file, by the kind that its name says."""
    path = PurePath(name)
    suffix = path.suffix
    if suffix == ".py":
        return _python(text)
    if suffix in (".c", ".h", ".cpp", ".hpp", ".ts", ".mjs", ".S"):
        return _tokens(_C_TOKEN, text)
    if suffix in (".f90", ".F90"):
        return _tokens(_FORTRAN_TOKEN, text)
    if suffix in (".sh", ".cmake", ".yaml", ".toml") or path.name in ("CMakeLists.txt", "Makefile", "run"):
        return _tokens(_HASH_TOKEN, text)
    if suffix in (".md", ".transcript", ".cff"):
        return _document(text)
    if suffix == ".json":
        return _tokens(re.compile(r'"(?P<string>(?:\\.|[^"\\\n])*)"'), text)
    return []
