#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Records the programs of programs.py with 64 and 256 processes, and compares their best orders with the proven lower bounds.

The processes run on one machine and share its cores, so nothing is timed. A record that is kept is not made again. For each
machine, `cartwright order --latency 0` gives the bytes between nodes in blocks and in the order that it finds, and the bound
with its source. The gap is by how much the order exceeds the bound: at most so much could be saved still.

Needs Open MPI, and a build with the targets cartwright, cartwright_preload_openmpi and cartwright_cluster. Missing packages
are installed as by programs.py. Results are merged into FILE of --json.

The exit status is 0 if all programs ran, 2 if not."""

import pathlib
import shutil
import sys

from cases import cases

# isort: split
import runner
import tables
from lib import page
from programs import command_line, measure_all, say

MACHINES = {64: ["4x16", "16x4"], 256: ["16x16"]}
# Far more processes than cores: the launcher goes first, and waiting processes sleep.
SHARED = 'LD_PRELOAD={library}:$LD_PRELOAD CARTWRIGHT_CLUSTER_NAP=1000000 exec nice -n 10 "$@"'


def record_of(case, options):
    """The record of a case, made if it is missing."""
    kept = options.records.resolve() / f"{case.key}.record"
    if kept.exists():
        return kept
    folder = options.build / "programs/gaps" / case.key
    recorder = [options.build / "bin/cartwright", "record", "--force", "--output", runner.RECORD, "--"]
    mpirun = [runner.MPIRUN, "--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1"]
    shared = SHARED.format(library=options.build / "lib/libcartwright_cluster.so")
    launch = runner.Launch([*recorder, *mpirun], around=["bash", "-c", shared, "shared"])
    command, variables = runner.prepared(case, launch, folder, options.build)
    status = runner.ended(["bash", "-c", command], folder, variables, options.limit)
    results = case.results((folder / "output.txt").read_text(errors="replace"), folder)
    if status != "0" or not results:
        raise RuntimeError(f"exit status {status}, {len(results)} results ({folder}/output.txt)")
    kept.parent.mkdir(parents=True, exist_ok=True)
    return pathlib.Path(shutil.copy(folder / runner.RECORD, kept))


PROVEN = ["bound", "source", "other_bytes"]


def ordered(record, machine, options):
    """Bytes between nodes of a machine."""
    budget = ["--budget", options.budget] if options.budget else []
    found = runner.asked(options.build, "order", record, "--machine", machine, "--latency", "0", *budget)["order"]
    (nodes,) = (level for level in found["levels"] if level["level"] == "node")
    proven = found["proven"]
    return {"blocks": nodes["j_sum_before"], "ordered": nodes["j_sum"], **{name: proven[name] for name in PROVEN}}


def measure(case, options, version):
    """All that is measured of a case, as it is kept."""
    record = record_of(case, options)
    machines = {machine: ordered(record, machine, options) for machine in MACHINES[case.ranks]}
    for machine, found in machines.items():
        say(f"  {machine}: {found['ordered']:,.0f} bytes, at least {found['bound']:,.0f} by the {found['source']}")
    return {"title": case.title, "version": version, "ranks": case.ranks, "machines": machines}


COLUMNS = ["program", "processes", "machine", "in blocks", "ordered", "bound", "gap", "source"]


def gap(found):
    return f"{100 * (found['ordered'] / found['bound'] - 1):.1f} %" if found["bound"] else "-"


def cells(row):
    """A line for each machine. Bytes that are not certain have no part in the bound."""
    return [
        [f"{row['title']} {row['version']}", str(row["ranks"]), machine,
         *(tables.amount(found[name]) for name in ("blocks", "ordered", "bound")), gap(found),
         found["source"] + (f", without {tables.amount(found['other_bytes'])}" if found["other_bytes"] else "")]
        for machine, found in row["machines"].items()
    ]  # fmt: skip


def main():
    parser = command_line(__doc__)
    parser.add_argument("--ranks", default="64,256", metavar="N,N", help="numbers of processes (default: 64,256)")
    parser.add_argument("--records", type=pathlib.Path, metavar="DIR", help="where records are kept (default: in build/programs)")
    parser.add_argument("--budget", metavar="S", help="seconds to order the ranks of each record (default: those of `cartwright order`)")
    options = parser.parse_args()
    options.records = options.records or options.build / "programs/records"
    numbers = [int(number) for number in options.ranks.split(",") if number.isdecimal()]
    if not numbers or not set(numbers) <= MACHINES.keys():
        parser.error(f"--ranks {options.ranks}: give some of {', '.join(map(str, MACHINES))}")
    every = [case for number in numbers for case in cases(number)]
    rows, status = measure_all(options, "gaps", measure, lambda row: True, every)
    lines = [line for row in rows for line in cells(row)]
    print("", page.aligned([COLUMNS, *lines]), sep="\n")
    if options.write:
        page.write(options.write, "gaps", page.markdown(COLUMNS, lines))
    return status


if __name__ == "__main__":
    sys.exit(main())
