# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Check that all files that name the version of Cartwright name that of CMakeLists.txt, and one date of its release.

versions.py [FOLDER]
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

_VERSION = r"(\d+\.\d+\.\d+)"
_COPIES = [
    ("CHANGELOG.md", rf"^## \[{_VERSION}\]"),  # the newest release
    ("CITATION.cff", rf"^version: {_VERSION}$"),
    ("RELEASING.md", rf"cartwright-{_VERSION}"),
    ("docs/guide-admin.md", rf"cartwright/{_VERSION}/bin"),
    ("docs/packages.md", rf"Cartwright-{_VERSION}"),
    ("packaging/conda/recipe.yaml", rf'^  version: "{_VERSION}"'),
    ("packaging/easybuild/Cartwright-*.eb", rf"^version = '{_VERSION}'"),
    ("packaging/spack/packages/cartwright/package.py", rf'^    version\("{_VERSION}"'),
]


def found_in(path: Path, pattern: str) -> str:
    """Return what the first match of a pattern in a file contains, or nothing."""
    match = re.search(pattern, path.read_text(encoding="utf-8"), re.MULTILINE)
    return match.group(1) if match else "nothing"


def disagreements(root: Path) -> list[str]:
    """Return a line for each file whose version or date is another one."""
    version = found_in(root / "CMakeLists.txt", rf"^  VERSION {_VERSION}$")
    found = []
    for name, pattern in _COPIES:
        paths = sorted(root.glob(name))
        if not paths:
            found.append(f"{name}: there is no such file")
        for path in paths:
            if (other := found_in(path, pattern)) != version:
                found.append(f"{path.relative_to(root)} has the version {other}, and CMakeLists.txt {version}")
    for path in root.glob("packaging/easybuild/*.eb"):
        if not path.name.startswith(f"Cartwright-{version}-"):
            found.append(f"{path.relative_to(root)} is not named by the version {version}")
    released = found_in(root / "CHANGELOG.md", rf"^## \[{re.escape(version)}\] - (\S+)$")
    if (cited := found_in(root / "CITATION.cff", r"^date-released: (\S+)$")) != released:
        found.append(f"CITATION.cff has the date {cited}, and CHANGELOG.md {released}")
    return found


def main(folders: list[str]) -> int:
    """Print the disagreements, and return 1 if there are any."""
    found = disagreements(Path(*folders[:1]))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
