#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Rules of docs/architecture.md and CONTRIBUTING.md that no other tool knows. Prints each line that breaks one."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import gates

COLUMNS = 120
# What reads the environment of a program: the outer layers, which have users.
READ_ENVIRONMENT = ("capi/", "cli/", "fft/", "halo/", "launch/", "measure/", "mpi/", "preload/")
# Functions of MPI that send nothing. In a program whose ranks have another order, the interposer knows its communicators.
_LOCAL = re.compile(r"(Comm|Cart|Graph|Dist_graph|Type|Win|File|Session)_|Abort|Init|Finalize|Intercomm|Pack|Unpack")


def replaced_functions(header: str) -> set[str]:
    """Return the functions of MPI that send, and that the interposer has under both of their names."""
    return {name for name in re.findall(r"\bREPLACED\((\w+),", header) if not _LOCAL.match(name)}


def complaints(name: str, text: str, replaced: set[str]) -> Iterator[str]:
    """Find what is wrong with a source, by its name relative to the root."""
    in_src = name.removeprefix("src/") if name.startswith("src/") else ""
    for number, line in enumerate(text.splitlines(), 1):
        where = f"{name}:{number}:"
        if len(line) > COLUMNS:
            yield f"{where} {len(line)} columns: break it at {COLUMNS}"
        is_comment = line.lstrip().startswith(("//", "*", "/*"))
        for called in re.findall(r"\bPMPI_(\w+)\(", line):
            if in_src and called in replaced and not is_comment:
                yield f"{where} PMPI_{called} is interposed: call mpi::real().{called}"
        if in_src and not is_comment and re.search(r"\bgetenv\b", line) and not in_src.startswith(READ_ENVIRONMENT):
            yield f"{where} only {', '.join(READ_ENVIRONMENT)} read the environment"
        private = re.search(r'#include "(.*)/\w+_p\.h(?:pp)?"', line)
        if private and in_src and Path(in_src).parent.as_posix() != private[1]:
            yield f"{where} a header that ends in _p is private to its folder"


def main() -> None:
    """Check all sources in C and C++."""
    replaced = replaced_functions((gates.ROOT / "src/mpi/base/functions.h").read_text(encoding="utf-8"))
    found = [
        complaint
        for name in gates.sources()
        for complaint in complaints(name, (gates.ROOT / name).read_text(errors="replace"), replaced)
    ]
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
