#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Large messages of a derived datatype between two emulated hosts: sent by MPI, packed as a whole by Cartwright, and in
parts. Root is needed, as for `cartwright cluster`.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "tests/suites"))

import table

WAYS: dict[str, dict[str, str] | None] = {
    "MPI": None,
    "as a whole": {"CARTWRIGHT_DATATYPE": "always", "CARTWRIGHT_SEGMENT": "off"},
    "in parts": {"CARTWRIGHT_DATATYPE": "always", "CARTWRIGHT_SEGMENT": "2048"},
}
LAUNCH = {"openmpi": ["mpirun.openmpi", "--map-by", "node", "-n", "2"], "mpich": ["mpirun.mpich", "-ppn", "1", "-n", "2"]}
TITLE = {"openmpi": "Open MPI", "mpich": "MPICH"}


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
    command = [f"{args.build}/bin/cartwright", "cluster", "--hosts", "2", "--slots", "1"]
    command += [*(["--rate", rate] if rate else []), "--", *LAUNCH[mpi], *program]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("CARTWRIGHT")}
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    for name in settings or {}:
        if mpi == "openmpi":
            position = command.index("-n")
            command[position:position] = ["-x", name]
    done = subprocess.run(
        command, env=inherited | root | (settings or {}), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=600
    )
    lines = [line.split() for line in done.stdout.splitlines() if line[:1].isdigit()]
    if done.returncode != 0 or len(lines) != len(args.sizes.split(",")):
        raise SystemExit(f"run.py: {' '.join(command)} ended with {done.returncode}: {done.stderr.strip()[-500:]}")
    return lines


def rows(args: argparse.Namespace) -> list[list[str]]:
    made = []
    for mpi in args.mpi.split(","):
        for rate in args.rates.split(","):
            results = {way: measured(args, mpi, rate, way) for way in WAYS}
            for i, size in enumerate(args.sizes.split(",")):
                row = [TITLE[mpi], rate or "unlimited", size]
                row += [f"{1e3 * float(results[way][i][1]):.1f}" for way in WAYS]
                row += [f"{int(results[way][i][2]) / 1024:.1f}" for way in WAYS]
                made.append(row)
    return made


def main() -> None:
    args = parse()
    columns = ["MPI", "link", "MiB", *(f"ms, {way}" for way in WAYS), *(f"memory, {way}" for way in WAYS)]
    lines = rows(args)
    print(f"{table.machine()}\n{table.aligned([columns, *lines])}")
    if args.write:
        table.write(args.write, "segments", f"\n{table.machine()}:\n\n{table.markdown(columns, lines)}\n")


if __name__ == "__main__":
    main()
