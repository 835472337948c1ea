#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs neighbor_alltoall, with every MPI it was built for, on emulated hosts, as root. Writes JSON into BUILD/bench/results,
and prints tables."""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from lib import launch
from tables import evaluate, text

# Long messages go in two steps, over one connection for each pair of processes: the receiver's answer to the first step
# queues behind what it sends itself, and an exchange becomes two transfers one after the other. This
# benchmark measures one transfer: a message is sent at once.
AT_ONCE = launch.at_once(1100000) | {"UCX_RNDV_THRESH": "inf"}

parser = argparse.ArgumentParser(description=__doc__, epilog="Other options go to the program.")
parser.add_argument("build", type=Path)
parser.add_argument("--hosts", default="12x12", metavar="HxP", help="hosts and processes on each (default: 12x12)")
args, options = parser.parse_known_args()
build = args.build.resolve()
number, slots = map(int, args.hosts.split("x"))
(build / "bench/results").mkdir(exist_ok=True)
for mpi in launch.TITLES:
    program = build / "bench" / mpi / "neighbor_alltoall"
    if program.exists():
        hosts = launch.cluster(build, number, slots, "75mbit")
        command = [*hosts, *launch.mpirun(mpi, number * slots), program, "--network", "links of 75mbit", *options]
        report = evaluate(json.loads(launch.output(command, AT_ONCE)))
        result = build / f"bench/results/neighbor_alltoall-{args.hosts}.{mpi}.json"
        result.write_text(json.dumps(report, indent=1) + "\n")
        print(text(report))
