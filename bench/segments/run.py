#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Large messages of a derived datatype between two emulated hosts: sent by MPI, packed as a whole by Cartwright, and in
parts. Root is needed, as for `cartwright cluster`."""

import argparse
import itertools
import pathlib
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "bench"))

from lib import launch, machine, page

SIZES, ROUNDS = ["16", "48", "128"], 7  # MiB, ascending, and messages of each size
RATES = ["1gbit", ""]  # of the links; empty: unlimited
WAYS = {
    "MPI": {},
    "as a whole": {"CARTWRIGHT_DATATYPE": "always", "CARTWRIGHT_SEGMENT": "off"},
    "in parts": {"CARTWRIGHT_DATATYPE": "always", "CARTWRIGHT_SEGMENT": "2048"},
}
SPREAD = {"openmpi": ["--map-by", "node"], "mpich": ["-ppn", "1"]}


def measured(options, mpi, rate, settings):
    """For each size: MiB, seconds, KiB."""
    program = ["env", f"LD_PRELOAD={options.build}/lib/{mpi}/libcartwright_preload.so"] if settings else []
    program += [f"{options.build}/bench/{mpi}/segments", str(ROUNDS), *SIZES]
    passed = [part for name in settings for part in ("-x", name)] if mpi == "openmpi" else []
    command = [*launch.cluster(options.build, 2, 1, rate), *launch.mpirun(mpi, 2, *SPREAD[mpi], *passed), *program]
    return [line.split() for line in launch.output(command, settings).splitlines() if line[:1].isdigit()]


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--build", type=pathlib.Path, default=SOURCE / "build", help="the build of Cartwright")
parser.add_argument("--write", type=pathlib.Path, metavar="PAGE", help="write the table into a page")
options = parser.parse_args()
columns = ["MPI", "link", "MiB", *(f"ms, {way}" for way in WAYS), *(f"memory, {way}" for way in WAYS)]
lines = []
for mpi, rate in itertools.product(launch.TITLES, RATES):
    results = [measured(options, mpi, rate, settings) for settings in WAYS.values()]
    for of_size in zip(*results):
        ms = [f"{1e3 * float(seconds):.1f}" for _, seconds, _ in of_size]
        memory = [f"{int(kib) / 1024:.1f}" for _, _, kib in of_size]
        lines.append([launch.TITLES[mpi], rate or "unlimited", of_size[0][0], *ms, *memory])
print(f"{machine.system()}\n{page.aligned([columns, *lines])}")
if options.write:
    page.write(options.write, "segments", f"\n{machine.system()}:\n\n{page.markdown(columns, lines)}\n")
