# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The code blocks of README.md and of the pages of docs."""

import re
from dataclasses import dataclass
from pathlib import Path

#: What a block may be in. `text` is not code: output, grammars, formulas.
LANGUAGES = {"c", "cpp", "fortran", "python", "sh", "console", "cmake", "json", "text"}
#: Invisible to readers: why the next block cannot run, that its numbers differ from run to run, or declarations that it needs.
_MARK = re.compile(r"<!-- (not run|numbers vary|with)(?:: (.*?))? -->")
_FENCE = re.compile(r"( *)```([^\s`]*)(?: .*)?")


@dataclass(frozen=True)
class Block:
    """A fenced block."""

    page: Path
    line: int  # of its first line of code, from 1
    language: str
    text: str
    marks: dict

    def __str__(self):
        return f"{self.page}:{self.line}"


def blocks_of(page, root):
    """Yield the blocks of a page. A block that is indented in place of fenced would escape the tests: it is an error."""
    lines = page.read_text(encoding="utf-8").split("\n")
    marks, number, previous = {}, 0, ""
    while number < len(lines):
        line = lines[number]
        fence = _FENCE.fullmatch(line)
        if fence:
            indent, language = fence.groups()
            end = next(n for n in range(number + 1, len(lines)) if lines[n].strip() == "```")
            name = page.relative_to(root)
            assert language in LANGUAGES or language.startswith("{"), f"{name}:{number + 1}: unknown language '{language}'"
            text = "\n".join(code.removeprefix(indent) for code in lines[number + 1 : end])
            yield Block(name, number + 2, language, text, marks)
            marks, number, previous = {}, end + 1, ""
            continue
        assert previous.strip() or not line.startswith("    ") or not line.strip(), (
            f"{page}:{number + 1}: an indented block: fence it, and name its language"
        )
        if mark := _MARK.fullmatch(line.strip()):
            marks[mark[1]] = mark[2] or ""
        elif line.strip():
            marks = {}
        previous = line
        number += 1


def blocks(root, *languages):
    """Return the blocks in these languages that are not marked as not to be run."""
    pages = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    found = [block for page in pages for block in blocks_of(page, root) if block.language in languages]
    assert found, f"no blocks in {languages}"
    skipped = [block for block in found if "not run" in block.marks]
    for block in skipped:
        print(f"{block}: not run: {block.marks['not run']}")
    print(f"{len(found) - len(skipped)} of {len(found)} blocks in {', '.join(languages)}", flush=True)
    return [block for block in found if "not run" not in block.marks]
