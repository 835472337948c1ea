#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs bench_halo_exchange under each MPI, and writes its tables into docs/halo.md.

usage: run.py BUILD [OPTION ...]                         on two ranks of this machine; needs two idle cores
       run.py --cluster HOSTSxSLOTS BUILD [OPTION ...]   between emulated hosts (cartwright cluster); needs root
       run.py --plan BUILD                               bench_halo_plan: processor time to plan
The options are those of the benchmark."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "halo.md"
LAUNCHERS = {"openmpi": "mpirun.openmpi", "mpich": "mpirun.mpich"}


def write(name: str, text: str) -> None:
    """Replace the part of the page between two marks."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    head, rest = PAGE.read_text().split(begin)
    PAGE.write_text(f"{head}{begin}\n{text}\n{end}{rest.split(end)[1]}")


def output(command: list[str]) -> str:
    """Run a command."""
    return subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout.strip()


def main() -> None:
    """Measure, and write the page."""
    arguments = sys.argv[1:]
    if arguments[0] == "--plan":
        write("halo plan", output([str(Path(arguments[1]) / "bin" / "bench_halo_plan")]))
        return
    hosts, slots = 0, 2
    if arguments[0] == "--cluster":
        hosts, slots = (int(number) for number in arguments[1].split("x"))
        arguments = arguments[2:]
    build, options = Path(arguments[0]).resolve(), arguments[1:]
    tables = []
    for mpi, launcher in LAUNCHERS.items():
        command = [launcher, "-n", str(max(hosts, 1) * slots), str(build / "bench" / mpi / "halo_exchange"), *options]
        if hosts > 0:
            cluster = [str(build / "bin" / "cartwright"), "cluster", "--hosts", str(hosts), "--slots", str(slots), "--"]
            command = [*cluster, *command]
        table = output(command)
        title = f"{hosts} emulated hosts with {slots} processes each; load {os.getloadavg()[0]:.1f} at the end. "
        tables.append((title if hosts > 0 else "") + table)
    write("halo cluster" if hosts > 0 else "halo", "\n\n".join(tables))


main()
