# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Check that the files that documents link to exist, and that what a link's anchor names is a heading there.

links.py FILE...
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

_LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)")
_CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def anchors(document: str) -> set[str]:
    """Return the anchors of the headings, as GitHub makes them."""
    return {
        re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", document, re.MULTILINE)
    }


def broken(path: Path) -> list[str]:
    """Return the links of a document that lead nowhere."""
    found = []
    text = path.read_text(encoding="utf-8")
    for file, anchor in _LINK.findall(_CODE.sub("", text)):
        target = path.parent / file if file else path
        if not target.exists():
            found.append(f"{path}: {file} does not exist")
        elif anchor and target.suffix == ".md" and anchor not in anchors(target.read_text(encoding="utf-8")):
            found.append(f"{path}: {target.name} has no heading #{anchor}")
    return found


def main(names: list[str]) -> int:
    """Print the broken links of the documents, and return 1 if there are any."""
    found = [line for name in names for line in broken(Path(name))]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
