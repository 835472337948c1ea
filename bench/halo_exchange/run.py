#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs bench_halo_exchange on two ranks under each MPI, and writes its tables into docs/halo.md.

usage: run.py BUILD [OPTION ...], where the options are those of the benchmark. Needs two idle cores."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "halo.md"
LAUNCHERS = {"openmpi": "mpirun.openmpi", "mpich": "mpirun.mpich"}


def main() -> None:
    """Measure, and write the page."""
    build, options = Path(sys.argv[1]), sys.argv[2:]
    tables = []
    for mpi, launcher in LAUNCHERS.items():
        program = build / "bench" / mpi / "halo_exchange"
        command: list[str | Path] = [launcher, "-n", "2", program, *options]
        run = subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        tables.append(run.stdout.strip())
    begin, end = "<!-- halo: begin -->", "<!-- halo: end -->"
    head, rest = PAGE.read_text().split(begin)
    text = "\n\n".join(tables)
    PAGE.write_text(f"{head}{begin}\n{text}\n{end}{rest.split(end)[1]}")


main()
