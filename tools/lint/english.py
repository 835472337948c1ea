# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Find words and turns of phrase that make comments, messages and documents hard to read.

    english.py FILE...

CONTRIBUTING.md has the rules. Each finding names the file, the line, the words and what to write instead.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import prose
import spelling

# A sentence begins a paragraph, or follows the end of another.
_BEGIN = r"(?:\A\s*|[.!?:] |\n\s*\n\s*)"
_PEOPLE = (
    "people|users?|authors?|readers?|anyone|anybody|someone|somebody|everyone|everybody|those|persons?|you"
    "|programmers?|developers?|maintainers?|administrators?|newcomers?|engineers?|contributors?|colleagues?"
)


class Rule:
    """Words to avoid, what to write instead, and what may stand before them all the same."""

    def __init__(self, words: str, instead: str, *, after: str = "", case: bool = False) -> None:
        """A space in `words` and `after` stands for any blanks, line ends included."""
        self._words = re.compile(words.replace(" ", r"\s+"), 0 if case else re.IGNORECASE)
        self._after = re.compile(rf"(?:{after})\s*\Z".replace(" ", r"\s+"), re.IGNORECASE) if after else None
        self.instead = instead

    def search(self, text: str) -> Iterator[re.Match[str]]:
        """Yield each use of the words."""
        for match in self._words.finditer(text):
            if not (self._after and self._after.search(text, 0, match.start())):
                yield match


RULES = (
    Rule(r"\bwho\b", "'that' or 'which': only people are 'who'", after=rf"\b(?:{_PEOPLE}),?|\A"),
    Rule(r"\bwhom\b", "'that' or 'which': only people are 'whom'"),
    Rule(
        r"\b(?:is|are|was|were|be) no (?!longer\b|more\b|less\b|fewer\b|better\b|worse\b|different\b|slower\b|faster\b)",
        "'is not a'",
        after=r"\bthere",
    ),
    Rule(r"\bseed 0\d\d\b", "the key of the work in docs/references.md"),
    Rule(rf"{_BEGIN}Of (?!course\b)(?![^.:;!?]*, )", "a sentence with a subject and a verb", case=True),
    Rule(rf"{_BEGIN}(?:Whoever|Whatever) ", "the noun that is meant"),
    Rule(r"\bwhat (?:became of|is to be)\b", "a noun: 'statistics', 'the mapping problem'"),
    Rule(r"\bin earnest\b", "'really', or nothing"),
    Rule(r"\bas (?:they|it) stands?\b", "'in the original order', 'unchanged'"),
    Rule(r"\bheed(?:s|ed)?\b", "'respects', 'follows'"),
    Rule(r"\bkin\b", "'related', 'like it'"),
    Rule(r"\b(?:is|are|was|were|be|been) told\b", "'knows', 'learns', 'is given'"),
)


@dataclass(frozen=True)
class Finding:
    """Words in a file that break a rule."""

    line: int
    words: str
    instead: str


def findings(name: str, text: str) -> list[Finding]:
    """Return what a file breaks, in the order of its lines."""
    found = []
    for paragraph in prose.paragraphs(name, text):
        for rule in RULES:
            for match in rule.search(paragraph.text):
                words = match.group().strip(" \t\n.!?:")
                start = match.start() + match.group().find(words[:1])
                line = paragraph.line + paragraph.text.count("\n", 0, start)
                found.append(Finding(line, " ".join(words.split()), rule.instead))
    for number, content in enumerate(text.split("\n"), 1):
        found += [Finding(number, british, american) for british, american in spelling.british(content)]
    return sorted(found, key=lambda finding: finding.line)


def main(names: list[str]) -> int:
    """Print the findings in the files, and return 1 if there are any."""
    total = 0
    for name in names:
        if name.startswith("tools/lint/"):  # the rules and their tests
            continue
        try:
            text = Path(name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture
        for finding in findings(name, text):
            print(f"{name}:{finding.line}: '{finding.words}': write {finding.instead}")
            total += 1
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
