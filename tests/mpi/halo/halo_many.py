# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs very many random halo plans, in parts: each part is a run of halo_random_test with seeds of its own. Parts that have
passed are kept in a file, so a run that was stopped goes on where it was.

    python3 tests/mpi/halo/halo_many.py --plans 1000000 --part 1000 --state FILE -- mpirun -n 2 build/bin/halo_random_test_mpich

A part that fails is printed with its seed, and the next ones follow."""

import argparse
import pathlib
import subprocess
import sys

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--plans", type=int, default=1_000_000, help="all plans (%(default)s)")
parser.add_argument("--part", type=int, default=1000, help="plans of a run (%(default)s)")
parser.add_argument("--first", type=int, default=1, help="the first seed (%(default)s)")
parser.add_argument("--state", type=pathlib.Path, required=True, help="the file with the parts that have passed")
parser.add_argument("--timeout", type=float, default=3600, help="seconds for a part (%(default)s)")
parser.add_argument("command", nargs="+", help="the launcher and halo_random_test")
given = parser.parse_args()
if given.plans < 1 or given.part < 1:
    sys.exit(f"--plans {given.plans} --part {given.part}: give 1 or more")

# A line has the command, the first seed and the number of plans.
command = " ".join(given.command)
lines = given.state.read_text(encoding="utf-8").splitlines() if given.state.exists() else []
passed = {line for line in lines if line.endswith(f"\t{given.part}")}
failed = 0
done = 0
for seed in range(given.first, given.first + given.plans, given.part):
    line = f"{command}\t{seed}\t{given.part}"
    if line not in passed:
        try:
            run = subprocess.run(
                [*given.command, str(given.part), str(seed)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=given.timeout,
            )
            reason = f"ended with {run.returncode}: {run.stdout}{run.stderr}" if run.returncode != 0 else ""
        except subprocess.TimeoutExpired:
            reason = f"did not end in {given.timeout} s"
        if reason:
            failed += 1
            print(f"seed {seed}: {reason}", flush=True)
            continue
        with given.state.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
    done += given.part
    print(f"{done} plans passed", flush=True)
sys.exit(1 if failed else 0)
