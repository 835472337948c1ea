#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs programs of programs.py whose traffic no order of ranks lessens on emulated hosts, with collectives as the MPI carries
them out and through the memory of nodes.

Each program runs on 16 processes, on 4 hosts of 4, in blocks of consecutive ranks that it keeps, with CARTWRIGHT_COLLECTIVES=off,
measured and always, one after another in each round. The interposer's report has the blocks of all-to-alls, gathers and
scatters between hosts, and the messages in which they went; the interfaces of the hosts count packets. A library that is
loaded before the program takes the time from the end of MPI_Init to the start of MPI_Finalize. The results of all runs must
be equal. Measurements are merged into FILE of --json.

The exit status is 0 if all results are equal, 1 if not, 2 if a program cannot be run."""

import dataclasses
import json
import os
import statistics
import sys

from case import RANKS

# isort: split
import alike
import runner
import times
from lib import machine, page
from programs import say

USUAL = "mpi4py-fft-slabs,mpi4py-fft-pencils,shenfun,mpb,espresso,espresso-pools,cp2k,lammps-peptide"
WAYS = ["off", "measured", "always"]
REPORT = "report.json"


def collectives(folder):
    """The events of the report on collectives."""
    report = folder / REPORT
    events = [json.loads(line) for line in report.read_text().splitlines()] if report.exists() else []
    return [event for event in events if event["event"] == "collective"]


def run_once(case, way, library, options):
    """One run of a case. Returns it, and its seconds."""
    folder = options.build / "programs/joined" / case.name / way
    file = folder / "seconds.txt"
    around = ["bash", "-c", times.CLOCKED.format(clock=library, file=file), "clock"]
    interposed = [options.build / "bin/cartwright", "run", "--no-reorder", "--report-file", folder / REPORT, "--"]
    launch = runner.Launch([*interposed, runner.MPIRUN, "--map-by", "slot"], {}, around, options.rate)
    with_way = dataclasses.replace(case, environment=case.environment | {"CARTWRIGHT_COLLECTIVES": way})
    run = times.succeeded(runner.run(with_way, launch, folder, options.build, options.limit))
    return run, float(file.read_text())


def measure(case, options, version):
    """All that is measured of a case, as it is kept."""
    library = times.clock(options.build)
    kept = {way: {"seconds": [], "packets": [], "sent": []} for way in WAYS}
    results = {way: [] for way in WAYS}
    for number in range(options.rounds):
        for way in WAYS:
            run, seconds = run_once(case, way, library, options)
            for name, value in (("seconds", seconds), ("packets", run.packets), ("sent", run.sent)):
                kept[way][name].append(value)
            kept[way]["collectives"] = collectives(run.folder)
            results[way].append(run.results)
        say(f"  round {number + 1}: " + ", ".join(f"{kept[way]['seconds'][-1]:.2f} s {way}" for way in WAYS))
    differ = {way: alike.compare(results["off"], results[way], case.tolerance)[0] for way in WAYS}
    return {"title": case.title, "version": version, "rate": options.rate, "ways": kept,
            "results": len(results["off"][0]), "differ": differ}  # fmt: skip


COLUMNS = ["program", "calls", "blocks between nodes", "messages", "times fewer", "packets", "time, measured", "time, always", "results"]


def cells(row):
    """Ratios compare with collectives as the MPI carries them out. That of times is the median of the ratios of the rounds."""
    ways = row["ways"]
    events = ways["always"]["collectives"]
    calls, blocks, messages = (sum(event[name] for event in events) for name in ("by_node", "blocks", "messages"))
    packets = statistics.median(ways["always"]["packets"]) / statistics.median(ways["off"]["packets"])
    ratio = {
        way: statistics.median(one / off for one, off in zip(ways[way]["seconds"], ways["off"]["seconds"])) for way in WAYS
    }
    differ = max(map(len, row["differ"].values()))
    return [
        f"{row['title']} {row['version']}",
        f"{calls // RANKS:,}",
        f"{blocks:,}",
        f"{messages:,}",
        f"{blocks / messages:.1f}" if messages else "-",
        f"{packets:.2f}",
        f"{ratio['measured']:.2f}",
        f"{ratio['always']:.2f}",
        f"{differ} of {row['results']} differ" if differ else f"{row['results']} equal",
    ]


def main():
    options, rows, status = times.time_all(__doc__, "joined", USUAL, "1gbit", measure, COLUMNS, cells)
    if options.write:
        rounds = "/".join(map(str, sorted({len(row["ways"]["off"]["seconds"]) for row in rows})))
        load = os.getloadavg()[2]
        source = f"{machine.system()}; {machine.today()}; load average {load:.0f}; rounds: {rounds}; bench/programs/joined.py"
        options.write.write_text(f"{source}\n\n{page.aligned([COLUMNS, *map(cells, rows)])}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
