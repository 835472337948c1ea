#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs DDTBench on two processes, without and with the interposer by turns, and writes into a page how many times as fast
each part is with it. No package has DDTBench: build its C program for each MPI, as DIR/openmpi/ddtbench and
DIR/mpich/ddtbench. A ratio is the median over pairs of starts; the times of a start are the medians of its repetitions.
"""

import argparse
import collections
import pathlib
import statistics
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCE / "bench"), str(SOURCE / "tests/suites")]

import ways
from lib import launch, machine, page
from lib.statistic import geometric

PARTS = {  # by the method and the epoch of DDTBench
    ("mpi_pack_ddt", "pack"): "`MPI_Pack`",
    ("mpi_pack_ddt", "unpack"): "`MPI_Unpack`",
    ("mpi_ddt", "communication"): "ping-pong",
}


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=SOURCE / "build", help="the build of Cartwright")
    parser.add_argument("--programs", type=pathlib.Path, required=True, metavar="DIR", help="where DDTBench lies")
    parser.add_argument("--rounds", type=int, default=5, help="pairs of starts (default: 5)")
    parser.add_argument("--loops", default="5 40", help="the outer and the inner loop of DDTBench (default: 5 40)")
    parser.add_argument(
        "--write", type=pathlib.Path, metavar="PAGE", help="write the table into a page, and all rows beside"
    )
    return parser.parse_args()


def start(options, mpi, library):
    """The median microseconds of each test, size and part."""
    command = ways.launcher(mpi, 2, options.build.resolve(), library, yields=False)
    command += [str((options.programs / mpi / "ddtbench").resolve()), *options.loops.split()]
    with tempfile.TemporaryDirectory() as folder:
        launch.output(["env", "-C", folder, *command])
        lines = pathlib.Path(folder, "ddtbench.out").read_text().splitlines()
    times = collections.defaultdict(list)
    for test, method, size, epoch, microseconds, *_ in map(str.split, lines):
        if (method, epoch) in PARTS:
            times[test, int(size), PARTS[method, epoch]].append(float(microseconds))
    return {key: statistics.median(values) for key, values in times.items()}


def measure(options, mpi):
    """The median plain time of each test, size and part, and the median ratio."""
    plain, ratios = collections.defaultdict(list), collections.defaultdict(list)
    for number in range(options.rounds):
        found = {library: start(options, mpi, library) for library in ["", ways.LIBRARY][:: 1 if number % 2 else -1]}
        for key, microseconds in found[""].items():
            plain[key].append(microseconds)
            ratios[key].append(microseconds / found[ways.LIBRARY][key])
        print(f"{mpi}: {number + 1} of {options.rounds}", file=sys.stderr, flush=True)
    return {key: (statistics.median(plain[key]), statistics.median(ratios[key])) for key in plain}


def main():
    options = parse()
    rows, lines = [], []
    for mpi in (mpi for mpi in launch.TITLES if (options.programs / mpi / "ddtbench").exists()):
        found = measure(options, mpi)
        cells = []
        for part in PARTS.values():
            ratios = {key: ratio for key, (_, ratio) in found.items() if key[2] == part}
            test, size, _ = least = min(ratios, key=ratios.get)
            cells.append(f"{geometric(ratios.values()):.2f}; {ratios[least]:.2f} ({test}, {size:,} B)")
        tests = sorted({key[:2] for key in found})
        rows.append([launch.TITLES[mpi], str(len(tests)), *cells])
        for test, size in tests:
            times = [f"{us:.2f}  {ratio:.2f}" for us, ratio in (found[test, size, part] for part in PARTS.values())]
            lines.append([launch.TITLES[mpi], test, str(size), *times])
    columns = ["times as fast: mean; least", "tests and sizes", *PARTS.values()]
    footer = f"{machine.system()}; {machine.today()}, {machine.load()}; {options.rounds} pairs of starts, loops {options.loops}"
    titles = ["MPI", "test", "bytes", *(f"{part.strip('`')}: us, ratio" for part in PARTS.values())]
    rates = page.aligned([titles, *lines], 2, ruled=True)
    print(page.aligned([columns, *rows]), "", rates, "", footer, sep="\n")
    if options.write:
        page.write(options.write, "ddtbench", f"\n{page.markdown(columns, rows)}\n\n{footer}.\n")
        (options.write.parent / "data/benchmarks-packing-ddtbench.txt").write_text(f"{footer}\n\n{rates}\n")


if __name__ == "__main__":
    main()
