#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Large messages of a derived datatype between two emulated hosts: sent by MPI, packed as a whole by Cartwright, and in
parts. Root is needed, as for `cartwright cluster`.
"""

from __future__ import annotations

import argparse
import pathlib
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "bench"))

from lib import launch, machine, page

WAYS: dict[str, dict[str, str] | None] = {
    "MPI": None,
    "as a whole": {"CARTWRIGHT_DATATYPE": "always", "CARTWRIGHT_SEGMENT": "off"},
    "in parts": {"CARTWRIGHT_DATATYPE": "always", "CARTWRIGHT_SEGMENT": "2048"},
}
SPREAD = {"openmpi": ["--map-by", "node"], "mpich": ["-ppn", "1"]}


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=SOURCE / "build", help="the build of Cartwright")
    parser.add_argument("--mpi", default="openmpi,mpich", help="which MPIs (default: openmpi,mpich)")
    parser.add_argument("--rates", default="1gbit,", help="rates of the links, empty for unlimited (default: 1gbit and unlimited)")
    parser.add_argument("--sizes", default="16,48,128", help="MiB of the messages, ascending (default: 16,48,128)")
    parser.add_argument("--rounds", type=int, default=7, help="messages of each size (default: 7)")
    parser.add_argument("--write", type=pathlib.Path, metavar="PAGE", help="write the table into a page")
    return parser.parse_args()


def measured(args: argparse.Namespace, mpi: str, rate: str, way: str) -> list[list[str]]:
    """For each size: MiB, seconds, KiB."""
    settings = WAYS[way]
    program = ["env", f"LD_PRELOAD={args.build}/lib/{mpi}/libcartwright_preload.so"] if settings is not None else []
    program += [f"{args.build}/bench/{mpi}/segments", str(args.rounds), *args.sizes.split(",")]
    passed = [part for name in settings or {} for part in ("-x", name)] if mpi == "openmpi" else []
    command = [*launch.cluster(args.build, 2, 1, rate), *launch.mpirun(mpi, 2, *SPREAD[mpi], *passed), *program]
    return [line.split() for line in launch.output(command, settings).splitlines() if line[:1].isdigit()]


def rows(args: argparse.Namespace) -> list[list[str]]:
    made = []
    for mpi in args.mpi.split(","):
        for rate in args.rates.split(","):
            results = {way: measured(args, mpi, rate, way) for way in WAYS}
            for i, size in enumerate(args.sizes.split(",")):
                row = [launch.TITLES[mpi], rate or "unlimited", size]
                row += [f"{1e3 * float(results[way][i][1]):.1f}" for way in WAYS]
                row += [f"{int(results[way][i][2]) / 1024:.1f}" for way in WAYS]
                made.append(row)
    return made


def main() -> None:
    args = parse()
    columns = ["MPI", "link", "MiB", *(f"ms, {way}" for way in WAYS), *(f"memory, {way}" for way in WAYS)]
    lines = rows(args)
    print(f"{machine.system()}\n{page.aligned([columns, *lines])}")
    if args.write:
        page.write(args.write, "segments", f"\n{machine.system()}:\n\n{page.markdown(columns, lines)}\n")


if __name__ == "__main__":
    main()
