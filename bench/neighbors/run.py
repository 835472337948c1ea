#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Starts bench_neighbors without and with the interposer in turn, under each MPI, and prints the medians of the starts
as tables. A start gives the least of its rounds. Needs two idle cores."""

from __future__ import annotations

import argparse
import platform
import re
import statistics
import subprocess
from collections import defaultdict
from pathlib import Path

LAUNCHERS = {"openmpi": ["mpirun.openmpi", "-n", "2"], "mpich": ["mpirun.mpich", "-n", "2"]}
Times = dict[tuple[str, int], list[float]]


def machine() -> str:
    """Name the processor, and the number of cores."""
    info = Path("/proc/cpuinfo").read_text()
    model = re.search(r"model name\s*: (.*)", info)
    return f"{model[1] if model else platform.machine()}, {len(re.findall(r'^processor', info, re.M))} cores"


def run(command: list[str], times: Times) -> None:
    """Add the times of one start."""
    done = subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    for line in done.stdout.splitlines():
        if line.count(";") == 2:
            way, size, microseconds = line.split(";")
            times[way, int(size)].append(float(microseconds))


def measure(build: Path, mpi: str, starts: int) -> str:
    """Give the table of one MPI."""
    program = str(build / "bench" / mpi / "neighbors")
    library = str((build / "lib" / mpi / "libcartwright_preload.so").resolve())
    load = ["-x", f"LD_PRELOAD={library}"] if mpi == "openmpi" else ["-genv", "LD_PRELOAD", library]
    plain: Times = defaultdict(list)
    loaded: Times = defaultdict(list)
    for _ in range(starts):
        run([*LAUNCHERS[mpi], program], plain)
        run([*LAUNCHERS[mpi], *load, program], loaded)
    rows = [f"{machine()}; 2 processes; {mpi}; {starts} starts each, in turn; microseconds, medians of the least of each start", ""]
    rows += ["| call | bytes to each of 6 neighbors | MPI | with the interposer | MPI / interposer |", "|---|---|---|---|---|"]
    for (way, size), values in sorted(plain.items()):
        before, after = statistics.median(values), statistics.median(loaded[way, size])
        rows.append(f"| {way} | {size} | {before:.1f} | {after:.1f} | {before / after:.2f} |")
    return "\n".join(rows)


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path, help="the build of Cartwright")
    parser.add_argument("--starts", type=int, default=3, metavar="N", help="of each way (default: 3)")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the tables into a page")
    return parser.parse_args()


def main() -> None:
    """Measure, and print."""
    args = parse()
    text = "\n\n".join(measure(args.build, mpi, args.starts) for mpi in LAUNCHERS)
    print(text)
    if args.write:
        begin, end = "<!-- neighbors: begin -->", "<!-- neighbors: end -->"
        head, rest = args.write.read_text().split(begin)
        args.write.write_text(f"{head}{begin}\n{text}\n{end}{rest.split(end)[1]}")


if __name__ == "__main__":
    main()
