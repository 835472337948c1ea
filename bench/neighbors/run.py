#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Starts bench_neighbors without and with the interposer in turn, under each MPI, and prints the medians of the starts
as tables. A start gives the least of its rounds. Needs two idle cores.

With --hosts, processes are on several emulated hosts (cartwright cluster; needs root), and with the interposer blocks
between hosts are joined never, always, or where that was measured to be faster.

With --write, a page gets the tables between hosts, or the ratios on one host, whose times are then a file in the folder
data beside it."""

from __future__ import annotations

import argparse
import platform
import re
import statistics
import subprocess
from collections import defaultdict
from pathlib import Path

LAUNCHERS = {"openmpi": "mpirun.openmpi", "mpich": "mpirun.mpich"}
JOINS = ("off", "always", "measured")
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


def launch(build: Path, mpi: str, processes: int) -> list[str]:
    """Give the command that starts the program."""
    return [LAUNCHERS[mpi], "-n", str(processes), str(build / "bench" / mpi / "neighbors")]


def measure(build: Path, mpi: str, starts: int) -> str:
    """Give the table of one MPI on one host."""
    plain: Times = defaultdict(list)
    loaded: Times = defaultdict(list)
    for _ in range(starts):
        run(launch(build, mpi, 2), plain)
        run([str(build / "bin" / "cartwright"), "run", "--", *launch(build, mpi, 2)], loaded)
    rows = [f"{machine()}; 2 processes; {mpi}; {starts} starts each, in turn; microseconds, medians of the least of each start", ""]
    rows += ["| call | bytes to each of 6 neighbors | MPI | with the interposer | MPI / interposer |", "|---|---|---|---|---|"]
    for (way, size), values in sorted(plain.items()):
        before, after = statistics.median(values), statistics.median(loaded[way, size])
        rows.append(f"| {way} | {size} | {before:.1f} | {after:.1f} | {before / after:.2f} |")
    return "\n".join(rows)


def measure_hosts(build: Path, mpi: str, starts: int, hosts: int, slots: int) -> str:
    """Give the rows of one MPI on emulated hosts."""
    cartwright = str(build / "bin" / "cartwright")
    cluster = [cartwright, "cluster", "--hosts", str(hosts), "--slots", str(slots), "--"]
    options = ["--only", "Neighbor_alltoallw", "--sizes", "8", "16", "--rounds", "5", "--round-ms", "200"]
    program = [*launch(build, mpi, hosts * slots), *options]
    plain: Times = defaultdict(list)
    joined: dict[str, Times] = {join: defaultdict(list) for join in JOINS}
    for _ in range(starts):
        run([*cluster, *program], plain)
        for join in JOINS:
            run([*cluster, "env", f"CARTWRIGHT_JOIN={join}", cartwright, "run", "--", *program], joined[join])
    rows = []
    for (way, size), values in sorted(plain.items()):
        before = statistics.median(values)
        after = [statistics.median(joined[join][way, size]) for join in JOINS]
        rows.append(f"| {mpi} | {way} | {size} | {before:.0f} | " + " | ".join(f"{one:.0f}" for one in after) + f" | {before / after[-1]:.2f} |")
    return "\n".join(rows)


def ratios(tables: str) -> str:
    """Give the ratios of the tables of all MPIs on one host: a row for each MPI and call, a column for each size."""
    machine = starts = mpi = ""
    found: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for line in tables.splitlines():
        cells = line.strip("| ").split(" | ")
        if "; 2 processes; " in line:
            machine, _, mpi, starts, _ = line.split("; ")
        elif len(cells) == 5 and cells[1].isdigit():
            found[cells[0], mpi][cells[1]] = cells[-1]
    sizes = list(dict.fromkeys(size for row in found.values() for size in row))
    rows = [f"{machine}; 2 processes; {starts}; ratios of the medians of the least of each start", ""]
    rows += [f"| bytes | | {' | '.join(sizes)} |", "|---|---|" + "--:|" * len(sizes)]
    rows += [f"| {call} | {mpi} | {' | '.join(row[size] for size in sizes)} |" for (call, mpi), row in sorted(found.items())]
    return "\n".join(rows)


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path, help="the build of Cartwright")
    parser.add_argument("--starts", type=int, default=3, metavar="N", help="of each way (default: 3)")
    parser.add_argument("--hosts", metavar="HOSTSxSLOTS", help="between emulated hosts: 4x8")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the tables into a page")
    return parser.parse_args()


def main() -> None:
    """Measure, and print."""
    args = parse()
    if args.hosts:
        hosts, slots = (int(number) for number in args.hosts.split("x"))
        title = f"{machine()}; {hosts} emulated hosts with {slots} processes each; {args.starts} starts each, in turn"
        head = "| | call | bytes of a face | MPI | never joined | always | measured | MPI / measured |\n|---|---|---|---|---|---|---|---|"
        rows = [measure_hosts(args.build, mpi, args.starts, hosts, slots) for mpi in LAUNCHERS]
        text = "\n".join([f"{title}; microseconds, medians of the least of each start", "", head, *rows])
    else:
        text = "\n\n".join(measure(args.build, mpi, args.starts) for mpi in LAUNCHERS)
    print(text)
    if args.write:
        name = "neighbors hosts" if args.hosts else "neighbors"
        if not args.hosts:
            (args.write.parent / "data" / "benchmarks-neighbors.txt").write_text(f"{text}\n")
            text = ratios(text)
        begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        head, rest = args.write.read_text().split(begin)
        args.write.write_text(f"{head}{begin}\n{text}\n{end}{rest.split(end)[1]}")


if __name__ == "__main__":
    main()
