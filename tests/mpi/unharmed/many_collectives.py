#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Thousands of random programs of collectives (random_collectives.c), each without and with the interposer, whose lines must be
the same. Programs that fail, or do not end, without Cartwright are left out. The exit status is 1 if any differs."""

import argparse
import collections
import os
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(SOURCE / "bench"))

from lib import launch

ALWAYS = {"CARTWRIGHT_COLLECTIVES": "always"}
# Processes, settings, calls of a program, other arguments.
LAYOUTS = [
    (1, ALWAYS, 60, []),
    (2, ALWAYS, 60, []),
    (2, {"CARTWRIGHT_NODES": "2x1", **ALWAYS}, 60, []),
    (3, ALWAYS, 60, []),
    (3, ALWAYS, 60, ["largest=1000000"]),
    (4, {"CARTWRIGHT_NODES": "2x2", **ALWAYS}, 60, []),
    (4, {"CARTWRIGHT_NODES": "2x2"}, 300, []),
    (4, {"CARTWRIGHT_NODES": "2x2", **ALWAYS}, 60, ["threads=3"]),
    (5, {"CARTWRIGHT_NODES": "3,2", **ALWAYS}, 60, []),
    (6, {"CARTWRIGHT_NODES": "cyclic:2x3", **ALWAYS}, 60, []),
    (7, {"CARTWRIGHT_NODES": "1,3,2,1", **ALWAYS}, 60, []),
    (12, {"CARTWRIGHT_NODES": "3x4", **ALWAYS}, 60, []),
    (10, {"CARTWRIGHT_NODES": "3,1,2,2,2", "CARTWRIGHT_MEASURED": "busy_links.json", **ALWAYS}, 60, []),
    (10, {"CARTWRIGHT_NODES": "cyclic:5x2", "CARTWRIGHT_MEASURED": "slow_sends.json", **ALWAYS}, 60, []),
    (12, {"CARTWRIGHT_NODES": "group:2 node:3 core:2", "CARTWRIGHT_MEASURED": "slow_sends.json", **ALWAYS}, 60, []),
]


def lines(options, mpi, layout, seed, count, preloaded):
    """What `count` programs print; None if they fail or do not end."""
    processes, settings, calls, more = layout
    program = options.build / f"bin/random_collectives_{mpi}"
    crowded = ["--oversubscribe"] if mpi == "openmpi" else []
    command = ["timeout", "-k", "5", 20 + 3 * count, *launch.mpirun(mpi, processes, *crowded)]
    command += [program, seed, calls, f"programs={count}", *more]
    libraries = [options.build / "lib/libcartwright_test_yield.so"] if processes > 2 else []
    own = {"UCX_LOG_LEVEL": "error"}
    if preloaded:
        libraries.append(options.build / f"lib/{mpi}/libcartwright_preload.so")
        own |= settings
        if "CARTWRIGHT_MEASURED" in settings:
            own["CARTWRIGHT_MEASURED"] = str(options.build / "tests/mpi" / settings["CARTWRIGHT_MEASURED"])
    own["LD_PRELOAD"] = ":".join(map(str, libraries))
    run = subprocess.run([*map(str, command)], capture_output=True, text=True, env=launch.environment(own), check=False)
    # Data that the MPI moves wrongly is marked in the lines.
    return run.stdout if run.returncode == 0 or (run.returncode == 1 and "wrong data" in run.stderr) else None


def compare(options, mpi, layout, seed, count, counted):
    """Compares many programs at once, and each alone where these are not alike."""
    plain = lines(options, mpi, layout, seed, count, False)
    if plain is not None and plain == lines(options, mpi, layout, seed, count, True):
        counted["alike"] += count
    elif count > 1:
        for i in range(count):
            compare(options, mpi, layout, seed + i, 1, counted)
    else:
        counted["left out" if plain is None else "differ"] += 1
        if plain is not None:
            print(f"{mpi}, {layout}: seed {seed} differs", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path, nargs="?", default=SOURCE / "build")
    parser.add_argument("--mpi", default="openmpi,mpich")
    parser.add_argument("--programs", type=int, default=10000, help="of all MPIs together (default: 10000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--layouts", default="", help="their numbers, from 0, with commas between them (default: all)")
    options = parser.parse_args()
    mpis, together, all_counted = options.mpi.split(","), 20, collections.Counter()
    numbers = [int(number) for number in options.layouts.split(",")] if options.layouts else range(len(LAYOUTS))
    for mpi in mpis:
        for number in numbers:
            layout, counted = LAYOUTS[number], collections.Counter()
            for first in range(0, max(1, options.programs // len(mpis) // len(numbers)), together):
                compare(options, mpi, layout, options.seed + 100000 * number + first, together, counted)
            print(f"{mpi}, {layout}: {dict(counted)}", flush=True)
            all_counted += counted
    print(f"all: {dict(all_counted)}; load {os.getloadavg()[0]:.1f}")
    return 1 if all_counted["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
