#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Measures exchanges with neighbors, and writes tables into docs/benchmarks-halo.md and docs/mpi-messages.md. Without an
option, halo exchanges by Cartwright beside MPI, on two processes of this machine; needs two idle cores.

The MPIs of PyPI, which are binary compatible with those of the system, are those that python/tests/setup.sh BUILD installs;
--python needs it, too. The tables of halo exchanges are written as a whole into files in docs/data, and so are the times of
--calls on this machine; the page has the ratios of all these files."""

from __future__ import annotations

import argparse
import math
import re
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from lib import launch, machine, page
from lib.statistic import geometric

DOCS = HERE.parents[1] / "docs"
COLUMNS = ("processes", "axes", "size", "width", "fields", "neighbors")
JOINS = ("off", "always", "measured")


@dataclass
class Mpi:
    """An MPI, and how programs that were compiled for `built_for` run with it."""

    built_for: str
    launcher: list[str]
    settings: dict[str, str] = field(default_factory=dict)
    options: list[str] = field(default_factory=list)

    def command(self, build: Path, processes: int) -> list[str]:
        """Return the command that starts the benchmark."""
        program = str(build / "bench" / self.built_for / "halo_exchange")
        return [*self.launcher, "-n", str(processes), program, *self.options]


SYSTEM = [Mpi("openmpi", ["mpirun.openmpi", "--oversubscribe"]), Mpi("mpich", ["mpirun.mpich"])]


def wheels(build: Path, names: Path) -> list[Mpi]:
    """Return the MPIs of PyPI that are installed. In the folder `names`, MPICH gets the name that Debian gives it."""
    folder = build / "python"
    found = []
    if (library := folder / "openmpi" / "lib" / "libmpi.so.40").exists():
        launcher = [str(folder / "openmpi" / "bin" / "mpirun"), "--oversubscribe"]
        found.append(Mpi("openmpi", launcher, {"LD_LIBRARY_PATH": str(library.parent)}, ["--no-alltoallw"]))
    if (library := folder / "mpich" / "lib" / "libmpi.so.12").exists():
        (names / "libmpich.so.12").symlink_to(library)
        path = f"{names}:{library.parent}:{library.parent / 'mpich'}"
        found.append(Mpi("mpich", [str(folder / "mpich" / "bin" / "mpirun")], {"LD_LIBRARY_PATH": path}))
    if not found:
        sys.exit(f"run.py: no MPI of PyPI below {folder}: call python/tests/setup.sh {build}")
    return found


@dataclass
class Task:
    """What the command line asks for."""

    build: Path
    options: list[str]
    names: Path  # an empty folder
    hosts: int  # emulated hosts; 0: this machine
    slots: int
    starts: int  # of each way of --calls

    @property
    def cluster(self) -> list[str]:
        """Return the command in front of a launcher."""
        return launch.cluster(self.build, self.hosts, self.slots) if self.hosts else []

    @property
    def processes(self) -> int:
        """Return their number on all hosts."""
        return self.hosts * self.slots if self.hosts else 2

    def tables(self, mpis: list[Mpi], processes: int, options: list[str]) -> Iterator[str]:
        """Run the benchmark under each MPI."""
        title = f"{self.hosts} emulated hosts with {self.slots} processes each: " if self.hosts else ""
        for mpi in mpis:
            command = [*self.cluster, *mpi.command(self.build, processes), *options]
            yield title + loaded(launch.output(command, mpi.settings))

    def write(self, name: str, text: str, target: str = "benchmarks-halo.md") -> None:
        """Write a table into its page."""
        page.write(DOCS / target, name, text)


def keep(name: str, text: str) -> None:
    """Write whole tables into their file."""
    (DOCS / "data" / f"benchmarks-{name}.txt").write_text(f"{text}\n")


def kept(name: str) -> Iterator[tuple[str, list[dict[str, str]], list[str]]]:
    """Return the machine and MPI of each table in a file, its rows, and their geometric mean and least if it has them."""
    for text in re.split(r"\n\n(?=[^|\n]+; microseconds)", (DOCS / "data" / f"benchmarks-{name}.txt").read_text()):
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")]
        title = text.split("; microseconds")[0].replace("; 2 processes", "")
        means = re.findall(r"^Best MPI / Cartwright: ([\d.]+) in the geometric mean .* at least ([\d.]+)\.$", text, re.M)
        yield title, [dict(zip(cells[0], row)) for row in cells[1:]], [*means[0]] if means else []


def ratios(names: list[str]) -> str:
    """Return the ratios of the tables in some files, and their means. Values that all cases have are left out."""
    found = [one for name in names for one in kept(name)]
    rows = [row for _, table, _ in found for row in table]
    columns = [name for name in (*COLUMNS[1:], "KiB") if len({row[name] for row in rows}) > 1]
    lines: dict[tuple[str, ...], list[str]] = {}
    for number, (_, table, _) in enumerate(found):
        for row in table:
            line = lines.setdefault(tuple(row[name] for name in columns), [""] * len(found))
            line[number] = row["best MPI / Cartwright"]
    blank = [""] * (len(columns) - 1)
    for number, title in enumerate(("geometric mean", "least")):
        lines[(title, *blank)] = [means[number] for _, _, means in found]
    limits = [geometric([float(row["Cartwright / limit"]) for row in table]) for _, table, _ in found]
    if not any(map(math.isnan, limits)):
        lines[("Cartwright / limit, geometric mean", *blank)] = [f"{limit:.2f}" for limit in limits]
    return page.markdown([*columns, *(title for title, _, _ in found)], [[*case, *line] for case, line in lines.items()], 1)


def here() -> str:
    """Return the ratios of all halo exchanges on two processes of a machine."""
    names = [path.stem.removeprefix("benchmarks-") for path in sorted((DOCS / "data").glob("benchmarks-halo-*.txt"))]
    return ratios([name for name in names if name not in ("halo-cluster", "halo-sweep")])


def loaded(text: str) -> str:
    """Add the load of the machine to the first line."""
    head, _, rest = text.strip().partition("\n")
    return f"{head}; {machine.load()} at the end\n{rest}"


def system(task: Task) -> None:
    """halo exchanges under the MPIs of the system"""
    options = task.options
    if task.hosts and not options:  # many processes share a core
        options = ["--sizes", "8", "16", "--neighbors", "faces", "all", "--rounds", "5", "--estimate"]
    text = "\n\n".join(task.tables(SYSTEM, task.processes, options))
    if task.hosts:
        keep("halo-cluster", text)
        task.write("halo cluster", ratios(["halo-cluster"]))
    else:
        vendor = re.split(r"\W", machine.processor())[0]
        keep(f"halo-{vendor}", text)
        task.write("halo exchanges", here())


def pypi(task: Task) -> None:
    """under the MPIs of PyPI"""
    keep("halo-pypi", "\n\n".join(task.tables(wheels(task.build, task.names), 2, task.options)))
    task.write("halo exchanges", here())


def summary(table: str) -> str:
    """Return the ratios of a table: for each value of each column the mean and the least over all rows that have it."""
    lines = table.splitlines()
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines if line.startswith("| ")]
    head, cells = rows[0], rows[1:]
    best, limit = head.index("best MPI / Cartwright"), head.index("Cartwright / limit")
    groups = [("all", cells)]
    for number, column in enumerate(COLUMNS):
        for value in sorted({row[number] for row in cells}, key=lambda value: (value.isdigit() and int(value), value)):
            groups.append((f"{column} {value}", [row for row in cells if row[number] == value]))
    found = []
    for name, members in groups:
        over_best = [float(row[best]) for row in members]
        over = geometric([float(row[limit]) for row in members])
        found.append([name, str(len(members)), f"{geometric(over_best):.2f}", f"{min(over_best):.2f}", f"{over:.2f}"])
    columns = ["", "rows", "best MPI / Cartwright", "least", "Cartwright / limit"]
    return f"{lines[0]}\n\n{page.markdown(columns, found, 1)}"


def summaries() -> str:
    """Return those of the sweep side by side, without those of sizes, widths and fields."""
    found = list(kept("halo-sweep"))
    lines = []
    for of_all in zip(*(rows for _, rows, _ in found)):
        if of_all[0][""].split()[0] in ("size", "width", "fields"):
            continue
        limits = [float(row["Cartwright / limit"]) for row in of_all]
        means = (f"{row['best MPI / Cartwright']} ({row['least']})" for row in of_all)
        lines.append([of_all[0][""], of_all[0]["rows"], *means, f"{min(limits):.2f} to {max(limits):.2f}"])
    return page.markdown(["", "rows", *(title for title, _, _ in found), "Cartwright / limit"], lines, 1)


def sweep(task: Task) -> None:
    """under all of them, over numbers of axes, fields and widths, with up to 140 MiB an array of a process: a summary"""
    both, widths = ["--neighbors", "faces", "all"], ["--widths", "1", "2", "3"]
    parts = (
        (2, ["--axes", "2", "--sizes", "8", "64", "256", "--fields", "1", "3", "8", "27", *widths]),
        (2, ["--axes", "3", "--sizes", "8", "32", "--fields", "1", "3", "8", "27", *widths]),
        (2, ["--axes", "3", "--sizes", "100", "--fields", "1", "3", *widths]),
        (2, ["--axes", "3", "--sizes", "256", "--fields", "1"]),
        (2, ["--axes", "4", "--sizes", "8", "16", "--fields", "1", "3", "8", *widths]),
        (4, ["--axes", "3", "--sizes", "8", "32", "--fields", "3"]),
        (8, ["--axes", "3", "--sizes", "8", "32", "--fields", "3"]),
    )
    brief = ["--rounds", "3", "--round-ms", "2", *task.options]
    texts = []
    for mpi in [*SYSTEM, *wheels(task.build, task.names)]:
        found = [(n, next(task.tables([mpi], n, [*part, *both, *brief])).splitlines()) for n, part in parts]
        title = found[0][1][0].replace("2 processes; ", "")
        head = "| processes " + next(row for row in found[0][1] if row.startswith("| axes"))
        rows = [(n, row) for n, table in found for row in table if row.startswith("| ") and not row.startswith("| axes")]
        texts.append(summary("\n".join([title, head, *(f"| {n} {row}" for n, row in rows)])))
    keep("halo-sweep", "\n\n".join(texts))
    task.write("halo sweep", summaries())


def python(task: Task) -> None:
    """loops.py: cartwright.halo beside mpi4py; the options are sizes"""
    found = []
    for mpi in wheels(task.build, task.names):
        library = next(Path(mpi.settings["LD_LIBRARY_PATH"].split(":")[-1]).glob("libmpi.so.*[0-9]"))
        program = [task.build / "python" / "venv" / "bin" / "python", HERE / "loops.py", *task.options]
        found.append(launch.output([*mpi.launcher, "-n", "2", *program], {"MPI4PY_LIBMPI": str(library)}).strip())
    task.write("halo python", "\n\n".join(found))


def flags(task: Task) -> None:
    """bench_halo_flags: flags and cache lines between two cores; the option is the number of points along an axis"""
    task.write("halo flags", loaded(launch.output([task.build / "bin" / "bench_halo_flags", *task.options])))


def plan(task: Task) -> None:
    """bench_halo_plan: processor time to plan"""
    task.write("halo plan", launch.output([task.build / "bin" / "bench_halo_plan"]).strip())


Times = dict[tuple[str, int], list[float]]


def start(command: list[str], times: Times, settings: dict[str, str] | None = None) -> None:
    """Add the times of one start."""
    for line in launch.output(command, settings).splitlines():
        if line.count(";") == 2:
            way, size, microseconds = line.split(";")
            times[way, int(size)].append(float(microseconds))


def call_ratios(found: dict[str, list[list[str]]]) -> str:
    """Return a row for each call and MPI, and a column for each size, of the lines of the MPIs."""
    sizes = list(dict.fromkeys(line[1] for lines in found.values() for line in lines))
    rows: dict[tuple[str, str], list[str]] = defaultdict(lambda: [""] * len(sizes))
    for mpi, lines in found.items():
        for line in lines:
            rows[line[0], mpi][sizes.index(line[1])] = line[-1]
    return page.markdown(["bytes", "", *sizes], [[*case, *row] for case, row in sorted(rows.items())], 2)


def calls(task: Task) -> None:
    """neighborhood collectives without and with the interposer in turn, under each MPI of the system: medians of the starts,
    each of which gives the least of its rounds. On emulated hosts, blocks between hosts are joined never, always, or where
    that was measured to be faster"""
    options = ["--only", "Neighbor_alltoallw", "--sizes", "8", "16", "--rounds", "5", "--round-ms", "200"]
    joins = JOINS if task.hosts else JOINS[-1:]
    digits = 0 if task.hosts else 1
    found: dict[str, list[list[str]]] = {}
    for mpi in launch.TITLES:
        program = [*launch.mpirun(mpi, task.processes), str(task.build / "bench" / mpi / "neighbors")]
        program += [*(options if task.hosts else []), *task.options]
        plain: Times = defaultdict(list)
        joined: dict[str, Times] = {join: defaultdict(list) for join in joins}
        interposed = [*task.cluster, str(task.build / "bin" / "cartwright"), "run", "--", *program]
        for _ in range(task.starts):
            start([*task.cluster, *program], plain)
            for join in joins:
                start(interposed, joined[join], {"CARTWRIGHT_JOIN": join})
        lines = found[mpi] = []
        for (way, size), values in sorted(plain.items()):
            medians = [statistics.median(values), *(statistics.median(joined[join][way, size]) for join in joins)]
            cells = [f"{one:.{digits}f}" for one in medians]
            lines.append([way, str(size), *cells, f"{medians[0] / medians[-1]:.2f}"])
    starts, least = f"{task.starts} starts each, in turn", "medians of the least of each start"
    if task.hosts:
        head = f"{machine.processor()}; {task.hosts} emulated hosts with {task.slots} processes each; {starts}; microseconds, {least}"
        columns = ["", "call", "bytes of a face", "MPI", "never joined", "always", "measured", "MPI / measured"]
        rows = [[mpi, *line] for mpi, lines in found.items() for line in lines]
        task.write("neighbors hosts", f"{head}\n\n{page.markdown(columns, rows)}", "mpi-messages.md")
        return
    where = f"{machine.processor()}; 2 processes"
    columns = ["call", "bytes to each of 6 neighbors", "MPI", "with the interposer", "MPI / interposer"]
    texts = [
        f"{where}; {mpi}; {starts}; microseconds, {least}\n\n{page.markdown(columns, lines)}"
        for mpi, lines in found.items()
    ]
    keep("neighbors", "\n\n".join(texts))
    task.write("neighbors", f"{where}; {starts}; ratios of the {least}\n\n{call_ratios(found)}")


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_mutually_exclusive_group()
    for mode in (pypi, sweep, python, flags, plan, calls):
        modes.add_argument(f"--{mode.__name__}", dest="mode", action="store_const", const=mode, help=mode.__doc__)
    parser.add_argument("--hosts", metavar="HOSTSxSLOTS", default="0x0", help="on emulated hosts (cartwright cluster), as root")
    parser.add_argument("--starts", type=int, default=3, metavar="N", help="of each way of --calls (default: 3)")
    parser.add_argument("build", type=Path)
    parser.add_argument("options", nargs=argparse.REMAINDER, help="options of the benchmark")
    args = parser.parse_args()
    hosts, slots = (int(number) for number in args.hosts.split("x"))
    with tempfile.TemporaryDirectory() as names:
        (args.mode or system)(Task(args.build.resolve(), args.options, Path(names), hosts, slots, args.starts))


if __name__ == "__main__":
    main()
