# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The includes of our files, and the files that they name."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import gates

# Where the compiler looks for an include of ours.
SEARCHED = ("src", "include", "python/src", "bench")
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.MULTILINE)


@functools.cache
def included(path: Path) -> tuple[Path, ...]:
    """Return the files of this repository that `path` includes itself."""
    found = []
    for name in _INCLUDE.findall(path.read_text(errors="replace")):
        for folder in (path.parent, *(gates.ROOT / searched for searched in SEARCHED)):
            if (folder / name).is_file():
                found.append((folder / name).resolve())
                break
    return tuple(found)


def closure(path: Path) -> set[Path]:
    """Return `path` and all files of this repository that it includes, directly or not."""
    seen = {path}
    left = [path]
    while left:
        for other in included(left.pop()):
            if other not in seen:
                seen.add(other)
                left.append(other)
    return seen
