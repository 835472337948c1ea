# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The page of environment variables lists the variables that the sources read, and no others. So does the header of
each library.

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


#: The headers that name what their libraries read. Others say that their functions read nothing.
HEADERS = {"src/capi": "layout.h", "src/fft": "fft.h", "src/halo": "halo.h", "src/mpi": "mpix.h"}
NOTHING = "No function writes a file or reads an environment variable."
WITHOUT_FUNCTIONS = {"status.h", "cartwright.h"}
#: What the interposer alone reads of src/mpi.
INTERPOSER = {"CARTWRIGHT", *(f"CARTWRIGHT_{name}" for name in ["DATATYPE", "GPU", "INPUT", "PARTIAL"]),
              *(f"CARTWRIGHT_RECORD_{name}" for name in ["FROM", "TO", "INTERVAL"])}
#: A variable in a header. Constants of the headers begin with CW_ or MPI.
NAMED = re.compile(r"\b(CARTWRIGHT_[A-Z_0-9]+[A-Z0-9]|SLURM_[A-Z_]+|XDG_CACHE_HOME|HOME)\b")


def passed_on(source):
    """Return the variables that a source lets others read."""
    return [name for call, names in PASSED_ON.items() if call in source for name in names]


def settings():
    """Return the variables of the table of settings."""
    entries = ENTRY.findall((ROOT / "src/mpi/base/settings.cpp").read_text(encoding="utf-8"))
    assert entries, "src/mpi/base/settings.cpp has no entries: this test looks for them in the wrong place"
    return {f"CARTWRIGHT_{name.upper()}" for name, _ in entries}


def read_in(folder):
    """Return the variables that a library reads by its own sources."""
    found = settings() if folder == "src/mpi" else set()
    for path in (ROOT / folder).rglob("*.cpp"):
        source = path.read_text(encoding="utf-8")
        found |= {*re.findall(r'(?:getenv|is_off)\("([A-Z_0-9]+)"\)', source), *passed_on(source)}
    return found - INTERPOSER


def wrong_in_headers(listed):
    """Return the differences between the headers and their libraries, and the page."""
    libraries = {header: read_in(folder) for folder, header in HEADERS.items()}
    for path in sorted((ROOT / "include/cartwright").glob("*.h")):
        text = path.read_text(encoding="utf-8").split("#include", 1)[0]
        named = set(NAMED.findall(text)) - {f"CARTWRIGHT_{path.stem.upper()}_H"}
        read = libraries.get(path.name, set())
        yield from (f"{path.name} does not name {name}, which its library reads" for name in sorted(read - named))
        yield from (f"{path.name} names {name}, which is not on the page" for name in sorted(named - listed))
        if path.name not in libraries.keys() | WITHOUT_FUNCTIONS and NOTHING not in text:
            yield f"{path.name} does not say: {NOTHING}"


def read_by_sources():
    """Return the variables that the sources read."""
    found = set()
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in SUFFIXES:
                source = path.read_text(encoding="utf-8")
                found |= {name for names in READ.findall(source) for name in names if name} | set(passed_on(source))
    return found | settings()


def main():
    """Compare both lists."""
    page = (ROOT / "docs/environment.md").read_text(encoding="utf-8")
    listed = {name for row in LISTED.findall(page) for name in re.findall(r"`([A-Z_0-9]+)", row)}
    read = read_by_sources()
    found = [
        *wrong_in_headers(listed),
        *(f"docs/environment.md lacks {name}" for name in sorted(read - listed)),
        *(f"docs/environment.md lists {name}, which no source reads" for name in sorted(listed - read)),
    ]
    print(*found, sep="\n")
    return 1 if found else 0


sys.exit(main())
