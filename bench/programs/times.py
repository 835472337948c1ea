#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Times programs of programs.py on emulated hosts with slow links: in blocks, cyclic, and in Cartwright's order.

Each program is recorded once, on 16 processes on 4 hosts of 4, unless its record is kept. Then it runs without being
recorded, `mpirun --map-by slot`, `mpirun --map-by node`, and `cartwright run --order FILE -- mpirun --map-by slot`, one
after another in each round. A library that is loaded before the program takes the time from the end of MPI_Init to the
start of MPI_Finalize, so the launcher and the search for the order do not count. The results of all runs must be those of
the runs in blocks. Measurements are merged into FILE of --json.

The exit status is 0 if all results are equal, 1 if not, 2 if a program cannot be run."""

import pathlib
import statistics
import subprocess
import sys

from case import NODES, RANKS

# isort: split
import alike
import matrix
import runner
from lib import machine, page
from programs import command_line, hosts_of, measure_all, say

USUAL = "icofoam,simplefoam,interfoam,petsc-ex29,petsc-ex45,petsc-ex19,mpiarray,gromacs-pme,lammps-melt"
WAYS = ["blocks", "cyclic", "ordered"]
ORDER = "order.txt"
CLOCKED = 'LD_PRELOAD={clock}:$LD_PRELOAD PROGRAM_SECONDS={file} exec "$@"'


def clock(build):
    """The library that takes the time, compiled."""
    library = build / "programs/clock.so"
    source = pathlib.Path(__file__).with_name("clock.c")
    subprocess.run(["mpicc.openmpi", "-O1", "-shared", "-fPIC", "-o", library, source], check=True)
    return library


def ordered(case, options):
    """The record of a case, made if it is missing, and the text of Cartwright's order. Returns the bytes between nodes, the
    bound, and this text."""
    folder = options.build / "programs/runs" / case.name
    record = folder / "blocks" / runner.RECORD
    if not record.exists():
        launch = runner.recorded(hosts_of(matrix.blocks()), options.build)
        succeeded(runner.run(case, launch, folder / "blocks", options.build, options.limit))
    sent = matrix.of_pairs(runner.asked(options.build, "traffic", record, "--matrix")["pairs"])
    written = folder / ORDER
    written.unlink(missing_ok=True)
    found = runner.asked(options.build, "order", record, "--machine", f"{NODES}x{RANKS // NODES}", "--write", f"ranks={written}")["order"]
    orders = {"blocks": matrix.blocks(), "cyclic": matrix.cyclic(), "ordered": matrix.of_new_ranks(found["new_rank"])}
    return {way: matrix.between(sent, orders[way]) for way in WAYS}, found["bound"], written.read_text()


def succeeded(run):
    """The same run. Raises RuntimeError if it failed."""
    if run.status != "0" or not run.results:
        raise RuntimeError(f"exit status {run.status}, {len(run.results)} results ({run.folder}/output.txt)")
    return run


def launch_of(way, order, seconds, library, options):
    """How a program is started in one of the WAYS. Its time is written to the file `seconds`."""
    around = ["bash", "-c", CLOCKED.format(clock=library, file=seconds), "clock"]
    mpirun = [runner.MPIRUN, "--map-by", "node" if way == "cyclic" else "slot"]
    if way != "ordered":
        return runner.Launch(mpirun, {}, around, options.rate)
    run = [options.build / "bin/cartwright", "run", "--order", ORDER, "--"]
    return runner.Launch([*run, *mpirun], {ORDER: order}, around, options.rate)


def measure(case, options, _version):
    """All that is measured of a case, as it is kept."""
    library = clock(options.build)
    sent, bound, order = ordered(case, options)
    seconds, wire, results = ({way: [] for way in WAYS} for _ in range(3))
    for number in range(options.rounds):
        for way in WAYS:
            folder = options.build / "programs/times" / case.name / way
            file = folder / "seconds.txt"
            launch = launch_of(way, order, file, library, options)
            run = succeeded(runner.run(case, launch, folder, options.build, options.limit))
            seconds[way].append(float(file.read_text()))
            wire[way].append(run.sent)
            results[way].append(run.results)
        say(f"  round {number + 1}: " + ", ".join(f"{seconds[way][-1]:.2f} s {way}" for way in WAYS))
    differ = {way: alike.compare(results["blocks"], results[way], case.tolerance)[0] for way in WAYS}
    for way, names in differ.items():
        for name in names[:3]:
            say(f"    {way}, {name}: {results['blocks'][0].get(name)!r} and {results[way][0].get(name)!r}")
    return {
        "title": case.title, "rate": options.rate, "bytes": sent, "bound": bound, "seconds": seconds, "wire": wire,
        "results": len(results["blocks"][0]), "differ": differ,
    }  # fmt: skip


COLUMNS = ["program", "rate", "bytes", "bound", "on the wire", "cyclic", "in blocks", "ordered", "time", "least to most", "results"]


def cells(row):
    """Ratios compare the order with the blocks. That of times is the median of the ratios of the rounds."""
    sent, wire, seconds = row["bytes"], row["wire"], row["seconds"]
    ratios = [one / other for one, other in zip(seconds["ordered"], seconds["blocks"])]
    differ = max(map(len, row["differ"].values()))
    return [
        row["title"],
        row["rate"],
        f"{sent['ordered'] / sent['blocks']:.3f}",
        f"{row['bound'] / sent['blocks']:.3f}",
        f"{statistics.median(wire['ordered']) / statistics.median(wire['blocks']):.3f}",
        *(f"{statistics.median(seconds[way]):.2f} s" for way in ["cyclic", "blocks", "ordered"]),
        f"{statistics.median(ratios):.3f}",
        f"{min(ratios):.3f} to {max(ratios):.3f}",
        f"{differ} of {row['results']} differ" if differ else f"{row['results']} equal",
    ]


def write(target, rows):
    rounds = {len(row["seconds"]["blocks"]) for row in rows}
    source = f"{machine.system()}; {machine.today()}; `bench/programs/times.py`, {'/'.join(map(str, sorted(rounds)))} rounds"
    page.write(target, "times", f"{page.markdown(COLUMNS, [cells(row) for row in rows])}\n\n{source}")


def time_all(doc, name, usual, rate, measured, columns, cells_of):
    """Reads the command line of a program that times others, measures, and prints the table. Returns the options, the rows,
    and the exit status."""
    parser = command_line(doc, usual)
    parser.add_argument("--rate", default=rate, help=f"of the link of each host (default: {rate})")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="runs of each kind (default: 3)")
    options = parser.parse_args()
    rows, status = measure_all(options, name, measured, lambda row: not any(row["differ"].values()))
    print("", page.aligned([columns, *map(cells_of, rows)]), sep="\n")
    return options, rows, status


def main():
    options, rows, status = time_all(__doc__, "times", USUAL, "10mbit", measure, COLUMNS, cells)
    if options.write:
        write(options.write, rows)
    return status


if __name__ == "__main__":
    sys.exit(main())
