#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The gain that is estimated for all-to-alls and allgathers, beside the gain that run.py measured on emulated hosts, and
Spearman's rank correlation of both. The interposer's estimate and `cartwright simulate --collective` have the same
formulas; the network here has no busy links but those of the hosts.

usage: estimated.py RESULTS MPI=MEASURED ... [--build BUILD]
RESULTS   what run.py wrote: collectives.json, or docs/data/benchmarks-collectives.txt
MPI       the beginning of its name in the results: MPICH=mpich.json; MEASURED is a file of `cartwright measure` between
          emulated hosts with the same links"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "bench"))

import tables
from lib import page
from lib.statistic import rank_correlation


def measured_gains(text, name):
    """Hosts, processes of each, call, bytes and gain of each row of an MPI. The gain is that of `always` if it was measured."""
    hosts, columns = None, []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if found := re.match(r"(.*), (\d+) emulated hosts of (\d+) processes", line):
            hosts = (int(found[2]), int(found[3])) if found[1].startswith(name) else None
        elif not line.startswith("|"):
            hosts = hosts if not line else None
        elif cells[0] == "call":
            columns = cells
        elif hosts and cells[0] in ("alltoall", "allgather"):
            gain = "mpi / always" if "mpi / always" in columns else "mpi / measured"
            yield *hosts, cells[0], int(cells[1]), float(cells[columns.index(gain)])


def estimated_gain(build, measured, hosts, slots, call, size):
    command = [build / "bin/cartwright", "simulate", "--json", "--network", f"fat-tree:down={hosts},up=1", "--ranks-per-node",
               str(slots), "--collective", call, "--bytes", str(size), "--measured", measured]  # fmt: skip
    report = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return report["collective"]["rows"][0]["gain"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path)
    parser.add_argument("measured", nargs="+", metavar="MPI=MEASURED")
    parser.add_argument("--build", type=Path, default=SOURCE / "build", help="the build of Cartwright")
    options = parser.parse_args()
    text = options.results.read_text(encoding="utf-8")
    text = tables.all_rows(json.loads(text)) if options.results.suffix == ".json" else text
    lines, estimated, measured = [], [], []
    for one in options.measured:
        mpi, _, file = one.partition("=")
        for hosts, slots, call, size, gain in measured_gains(text, mpi):
            measured.append(gain)
            estimated.append(estimated_gain(options.build, file, hosts, slots, call, size))
            lines.append([mpi, f"{hosts}x{slots}", call, str(size), f"{estimated[-1]:.2f}", f"{gain:.2f}"])
    print(page.aligned([["mpi", "hosts", "call", "bytes", "estimated", "measured"], *lines], 3, ruled=True))
    correlation = rank_correlation(estimated, measured) if len(lines) > 2 else float("nan")
    print(f"\n{len(lines)} rows, rank correlation {correlation:.2f}")


if __name__ == "__main__":
    main()
