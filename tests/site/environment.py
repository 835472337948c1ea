# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The page of environment variables lists the variables that the sources read, and no others.

environment.py ROOT
"""

import re
import sys
from pathlib import Path

ROOT = Path(sys.argv[1])
FOLDERS = ("src", "python/cartwright", "fortran")
SUFFIXES = {".cpp", ".hpp", ".c", ".py", ".f90", ".inc"}
#: A variable of another program is read by its name; one of ours may also come from a list of names.
READ = re.compile(r'(?:getenv|is_set)\("([A-Z_0-9]+)"\)|"(CARTWRIGHT_[A-Z_0-9]+)"|is_off\("([A-Z_0-9]+)"\)')
#: What functions read that are given the environment.
PASSED_ON = {
    "base::cache_folder(std::getenv)": ("XDG_CACHE_HOME", "HOME"),
    "gpu::set_cache_folder(std::getenv)": ("CARTWRIGHT_GPU_CACHE", "XDG_CACHE_HOME", "HOME"),
}
#: The entries of src/mpi/base/settings.cpp, which are read as CARTWRIGHT_NAME.
ENTRY = re.compile(r'\{"(\w+)",\s*By::(variable|both),')
#: The variables in the first column of a table.
LISTED = re.compile(r"^\|((?: *`[A-Z_0-9]+(?:=\w+)?`,?)+) *\|", re.MULTILINE)


#: The headers that name what their libraries read.
HEADERS = {"src/capi": "layout.h", "src/fft": "fft.h", "src/halo": "halo.h"}


def passed_on(source):
    """Return the variables that a source lets others read."""
    return [name for call, names in PASSED_ON.items() if call in source for name in names]


def unnamed():
    """Return the variables that a library reads and its header does not name."""
    for folder, header in HEADERS.items():
        text = (ROOT / "include/cartwright" / header).read_text(encoding="utf-8")
        for path in sorted((ROOT / folder).rglob("*.cpp")):
            source = path.read_text(encoding="utf-8")
            for name in [*re.findall(r'getenv\("([A-Z_0-9]+)"\)', source), *passed_on(source)]:
                if not re.search(rf"\b{name}\b", text):
                    yield f"{header} does not name {name}, which {path.name} reads"


def read_by_sources():
    """Return the variables that the sources read."""
    found = set()
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in SUFFIXES:
                source = path.read_text(encoding="utf-8")
                found |= {name for names in READ.findall(source) for name in names if name} | set(passed_on(source))
    entries = ENTRY.findall((ROOT / "src/mpi/base/settings.cpp").read_text(encoding="utf-8"))
    assert entries, "src/mpi/base/settings.cpp has no entries: this test looks for them in the wrong place"
    return found | {f"CARTWRIGHT_{name.upper()}" for name, _ in entries}


def main():
    """Compare both lists."""
    page = (ROOT / "docs/environment.md").read_text(encoding="utf-8")
    listed = {name for row in LISTED.findall(page) for name in re.findall(r"`([A-Z_0-9]+)", row)}
    read = read_by_sources()
    hidden = list(unnamed())
    print("\n".join([*hidden, *(f"docs/environment.md lacks {name}" for name in sorted(read - listed)),
                     *(f"docs/environment.md lists {name}, which no source reads" for name in sorted(listed - read))]))
    return 0 if read == listed and not hidden else 1


sys.exit(main())
