#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Measures exchanges with neighbors, and writes tables into docs/benchmarks-halo.md and docs/mpi-messages.md. Without an
option, halo exchanges by Cartwright beside MPI, on two processes of this machine; needs two idle cores.

The MPIs of PyPI, which are binary compatible with those of the system, are those that python/tests/setup.sh BUILD installs;
--python needs it, too. The tables of halo exchanges are written as a whole into files in docs/data, and so are the times of
--calls on this machine; the page has the ratios of all these files."""

import argparse
import itertools
import math
import re
import statistics
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from lib import launch, machine, page
from lib.statistic import geometric

DOCS = HERE.parents[1] / "docs"
COLUMNS = ("processes", "axes", "size", "width", "fields", "neighbors")
OVER_BEST, OVER_LIMIT = "best MPI / Cartwright", "Cartwright / limit"
JOINS = ("off", "always", "measured")


@dataclass
class Mpi:
    """An MPI, and how programs that were compiled for `built_for` run with it."""

    built_for: str
    launcher: list[str]
    settings: dict[str, str] = field(default_factory=dict)
    options: list[str] = field(default_factory=list)


SYSTEM = [Mpi("openmpi", ["mpirun.openmpi", "--oversubscribe"]), Mpi("mpich", ["mpirun.mpich"])]


def wheels(build, names):
    """The MPIs of PyPI that are installed. In the folder `names`, MPICH gets the name that Debian gives it."""
    folder = build / "python"
    found = []
    if (library := folder / "openmpi/lib/libmpi.so.40").exists():
        launcher = [str(folder / "openmpi/bin/mpirun"), "--oversubscribe"]
        found.append(Mpi("openmpi", launcher, {"LD_LIBRARY_PATH": str(library.parent)}, ["--no-alltoallw"]))
    if (library := folder / "mpich/lib/libmpi.so.12").exists():
        (names / "libmpich.so.12").symlink_to(library)
        path = f"{names}:{library.parent}:{library.parent / 'mpich'}"
        found.append(Mpi("mpich", [str(folder / "mpich/bin/mpirun")], {"LD_LIBRARY_PATH": path}))
    if not found:
        sys.exit(f"run.py: no MPI of PyPI below {folder}: call python/tests/setup.sh {build}")
    return found


@dataclass
class Task:
    """What the command line asks for."""

    build: Path
    docs: Path
    options: list[str]
    names: Path  # an empty folder
    hosts: int  # emulated hosts; 0: this machine
    slots: int
    starts: int  # of each way of --calls

    @property
    def cluster(self):
        """The command in front of a launcher."""
        return launch.cluster(self.build, self.hosts, self.slots) if self.hosts else []

    @property
    def processes(self):
        """Their number on all hosts."""
        return self.hosts * self.slots if self.hosts else 2

    def measured(self, mpi, processes, options):
        """The table that the benchmark prints under an MPI."""
        title = f"{self.hosts} emulated hosts with {self.slots} processes each: " if self.hosts else ""
        program = self.build / "bench" / mpi.built_for / "halo_exchange"
        command = [*self.cluster, *mpi.launcher, "-n", processes, program, *mpi.options, *options]
        return title + loaded(launch.output(command, mpi.settings))

    def write(self, name, text, target="benchmarks-halo.md"):
        page.write(self.docs / target, name, text)

    def keep(self, name, texts):
        """Writes whole tables into their file."""
        (self.docs / "data" / f"benchmarks-{name}.txt").write_text("\n\n".join(texts) + "\n")

    def kept(self, name):
        """The tables in a file."""
        text = (self.docs / "data" / f"benchmarks-{name}.txt").read_text()
        return [Table(one) for one in re.split(r"\n\n(?=[^|\n]+; microseconds)", text)]

    def write_ratios(self):
        """Writes those of all halo exchanges on two processes of a machine."""
        names = [path.stem.removeprefix("benchmarks-") for path in sorted((self.docs / "data").glob("benchmarks-halo-*.txt"))]
        here = [name for name in names if name not in ("halo-cluster", "halo-sweep")]
        self.write("halo exchanges", ratios([table for name in here for table in self.kept(name)]))


class Table:
    """A table as it is printed: its first line, the machine and MPI in it, the rows, and their geometric mean and least."""

    def __init__(self, text):
        self.head = text.partition("\n")[0]
        self.title = self.head.split("; microseconds")[0].replace("; 2 processes", "")
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")]
        self.rows = [dict(zip(cells[0], row)) for row in cells[1:]]
        means = re.findall(r"^Best MPI / Cartwright: ([\d.]+) in the geometric mean .* at least ([\d.]+)\.$", text, re.M)
        self.means = means[0] if means else ("", "")


def ratios(tables):
    """The ratios of some tables, and their means. Values that all cases have are left out."""
    columns = [name for name in (*COLUMNS[1:], "KiB") if len({row[name] for table in tables for row in table.rows}) > 1]
    lines = {}
    for number, table in enumerate(tables):
        for row in table.rows:
            lines.setdefault(tuple(row[name] for name in columns), [""] * len(tables))[number] = row[OVER_BEST]
    blank = [""] * (len(columns) - 1)
    for number, title in enumerate(("geometric mean", "least")):
        lines[(title, *blank)] = [table.means[number] for table in tables]
    limits = [geometric([float(row[OVER_LIMIT]) for row in table.rows]) for table in tables]
    if not any(map(math.isnan, limits)):
        lines[(f"{OVER_LIMIT}, geometric mean", *blank)] = [f"{limit:.2f}" for limit in limits]
    return page.markdown([*columns, *(table.title for table in tables)], [[*case, *line] for case, line in lines.items()], 1)


def loaded(text):
    """Adds the load of the machine to the first line."""
    head, _, rest = text.strip().partition("\n")
    return f"{head}; {machine.load()} at the end\n{rest}"


def system(task):
    """halo exchanges under the MPIs of the system"""
    options = task.options
    if task.hosts and not options:  # many processes share a core
        options = ["--sizes", "8", "16", "--neighbors", "faces", "all", "--rounds", "5", "--estimate"]
    texts = [task.measured(mpi, task.processes, options) for mpi in SYSTEM]
    if task.hosts:
        task.keep("halo-cluster", texts)
        task.write("halo cluster", ratios(task.kept("halo-cluster")))
    else:
        vendor = re.split(r"\W", machine.processor())[0]
        task.keep(f"halo-{vendor}", texts)
        task.write_ratios()


def pypi(task):
    """under the MPIs of PyPI"""
    task.keep("halo-pypi", [task.measured(mpi, 2, task.options) for mpi in wheels(task.build, task.names)])
    task.write_ratios()


def summary(title, rows):
    """For each value of each column the mean and the least of the ratios over all rows that have it."""
    groups = {"all": rows}
    for column in COLUMNS:
        for value in sorted({row[column] for row in rows}, key=lambda value: (value.isdigit() and int(value), value)):
            groups[f"{column} {value}"] = [row for row in rows if row[column] == value]
    lines = []
    for name, members in groups.items():
        best, limit = ([float(row[column]) for row in members] for column in (OVER_BEST, OVER_LIMIT))
        lines.append([name, str(len(members)), f"{geometric(best):.2f}", f"{min(best):.2f}", f"{geometric(limit):.2f}"])
    return f"{title}\n\n{page.markdown(['', 'rows', OVER_BEST, 'least', OVER_LIMIT], lines, 1)}"


def sweep(task):
    """under all of them, over numbers of axes, fields and widths, with up to 140 MiB an array of a process: a summary"""
    few, many = ["--widths", "1", "2", "3", "--fields", "1", "3"], ["--widths", "1", "2", "3", "--fields", "1", "3", "8", "27"]
    parts = (
        (2, ["--axes", "2", "--sizes", "8", "64", "256", *many]),
        (2, ["--axes", "3", "--sizes", "8", "32", *many]),
        (2, ["--axes", "3", "--sizes", "100", *few]),
        (2, ["--axes", "3", "--sizes", "256", "--fields", "1"]),
        (2, ["--axes", "4", "--sizes", "8", "16", *few, "8"]),
        (4, ["--axes", "3", "--sizes", "8", "32", "--fields", "3"]),
        (8, ["--axes", "3", "--sizes", "8", "32", "--fields", "3"]),
    )
    brief = ["--neighbors", "faces", "all", "--rounds", "3", "--round-ms", "2", *task.options]
    texts = []
    for mpi in [*SYSTEM, *wheels(task.build, task.names)]:
        found = [(n, Table(task.measured(mpi, n, [*part, *brief]))) for n, part in parts]
        rows = [{"processes": str(n), **row} for n, table in found for row in table.rows]
        texts.append(summary(found[0][1].head.replace("2 processes; ", ""), rows))
    task.keep("halo-sweep", texts)
    # Those of all MPIs side by side, without those of sizes, widths and fields.
    tables = task.kept("halo-sweep")
    lines = []
    for of_all in zip(*(table.rows for table in tables)):
        if of_all[0][""].split()[0] in ("size", "width", "fields"):
            continue
        limits = [float(row[OVER_LIMIT]) for row in of_all]
        means = (f"{row[OVER_BEST]} ({row['least']})" for row in of_all)
        lines.append([of_all[0][""], of_all[0]["rows"], *means, f"{min(limits):.2f} to {max(limits):.2f}"])
    task.write("halo sweep", page.markdown(["", "rows", *(table.title for table in tables), OVER_LIMIT], lines, 1))


def python(task):
    """loops.py: cartwright.halo beside mpi4py; the options are sizes"""
    found = []
    for mpi in wheels(task.build, task.names):
        library = next(Path(mpi.settings["LD_LIBRARY_PATH"].split(":")[-1]).glob("libmpi.so.*[0-9]"))
        program = [task.build / "python/venv/bin/python", HERE / "loops.py", *task.options]
        found.append(launch.output([*mpi.launcher, "-n", "2", *program], {"MPI4PY_LIBMPI": str(library)}).strip())
    task.write("halo python", "\n\n".join(found))


def flags(task):
    """bench_halo_flags: flags and cache lines between two cores; the option is the number of points along an axis"""
    task.write("halo flags", loaded(launch.output([task.build / "bin/bench_halo_flags", *task.options])))


def plan(task):
    """bench_halo_plan: processor time to plan"""
    task.write("halo plan", launch.output([task.build / "bin/bench_halo_plan"]).strip())


def calls(task):
    """neighborhood collectives without and with the interposer in turn, under each MPI of the system: medians of the starts,
    each of which gives the least of its rounds. On emulated hosts, blocks between hosts are joined never, always, or where
    that was measured to be faster"""
    options = ["--only", "Neighbor_alltoallw", "--sizes", "8", "16", "--rounds", "5", "--round-ms", "200"]
    joins = JOINS if task.hosts else JOINS[-1:]
    found = {}  # lines of cells by MPI
    for mpi in launch.TITLES:
        program = [*launch.mpirun(mpi, task.processes), task.build / "bench" / mpi / "neighbors"]
        program += [*(options if task.hosts else []), *task.options]
        interposed = [*task.cluster, task.build / "bin/cartwright", "run", "--", *program]
        starts = {"plain": ([*task.cluster, *program], None)}
        starts |= {join: (interposed, {"CARTWRIGHT_JOIN": join}) for join in joins}
        times = defaultdict(list)
        for _, (way, start) in itertools.product(range(task.starts), starts.items()):
            for line in launch.output(*start).splitlines():
                if line.count(";") == 2:
                    call, size, microseconds = line.split(";")
                    times[call, int(size), way].append(float(microseconds))
        found[mpi] = []
        for call, size in sorted({case[:2] for case in times}):
            medians = [statistics.median(times[call, size, way]) for way in starts]
            cells = [f"{one:.{0 if task.hosts else 1}f}" for one in medians]
            found[mpi].append([call, str(size), *cells, f"{medians[0] / medians[-1]:.2f}"])
    starts, least = f"{task.starts} starts each, in turn", "medians of the least of each start"
    if task.hosts:
        head = f"{machine.processor()}; {task.hosts} emulated hosts with {task.slots} processes each; {starts}; microseconds, {least}"
        columns = ["", "call", "bytes of a face", "MPI", "never joined", "always", "measured", "MPI / measured"]
        rows = [[mpi, *line] for mpi, lines in found.items() for line in lines]
        task.write("neighbors hosts", f"{head}\n\n{page.markdown(columns, rows)}", "mpi-messages.md")
        return
    where = f"{machine.processor()}; 2 processes"
    columns = ["call", "bytes to each of 6 neighbors", "MPI", "with the interposer", "MPI / interposer"]
    task.keep("neighbors", [f"{where}; {mpi}; {starts}; microseconds, {least}\n\n{page.markdown(columns, lines)}"
                            for mpi, lines in found.items()])  # fmt: skip
    sizes = sorted({int(line[1]) for lines in found.values() for line in lines})
    rows = {}
    for mpi, lines in found.items():
        for line in lines:
            rows.setdefault((line[0], mpi), dict.fromkeys(sizes, ""))[int(line[1])] = line[-1]
    table = page.markdown(["bytes", "", *map(str, sizes)], [[*case, *row.values()] for case, row in sorted(rows.items())], 2)
    task.write("neighbors", f"{where}; {starts}; ratios of the {least}\n\n{table}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_mutually_exclusive_group()
    for mode in (pypi, sweep, python, flags, plan, calls):
        modes.add_argument(f"--{mode.__name__}", dest="mode", action="store_const", const=mode, help=mode.__doc__)
    parser.add_argument("--hosts", metavar="HOSTSxSLOTS", default="0x0", help="on emulated hosts (cartwright cluster), as root")
    parser.add_argument("--starts", type=int, default=3, metavar="N", help="of each way of --calls (default: 3)")
    parser.add_argument("--docs", type=Path, default=DOCS, help="folder of the pages")
    parser.add_argument("build", type=Path)
    parser.add_argument("options", nargs=argparse.REMAINDER, help="options of the benchmark")
    args = parser.parse_args()
    hosts, slots = (int(number) for number in args.hosts.split("x"))
    with tempfile.TemporaryDirectory() as names:
        (args.mode or system)(Task(args.build.resolve(), args.docs, args.options, Path(names), hosts, slots, args.starts))


if __name__ == "__main__":
    main()
