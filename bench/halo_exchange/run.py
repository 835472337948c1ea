#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Measures halo exchanges, and writes tables into docs/benchmarks-halo.md. Those of the first four ways are written as
a whole into files in docs/data, and the page has the ratios of all these files.

usage: run.py BUILD [OPTION ...]                         on two processes of this machine; needs two idle cores
       run.py --pypi BUILD [OPTION ...]                  the same under the MPIs of PyPI
       run.py --sweep BUILD [OPTION ...]                 under all of them, over numbers of axes, fields and widths: a summary
       run.py --cluster HOSTSxSLOTS BUILD [OPTION ...]   between emulated hosts (cartwright cluster); needs root. Sizes 8 and
                                                 16, decided by estimate, unless there are options
       run.py --python BUILD [SIZE ...]                  loops.py: cartwright.halo beside mpi4py
       run.py --flags BUILD [POINTS]                     bench_halo_flags: flags and cache lines between two cores
       run.py --plan BUILD                               bench_halo_plan: processor time to plan

The options are those of bench_halo_exchange. The MPIs of PyPI, which are binary compatible with those of the system, are
those that python/tests/setup.sh BUILD installs; --python needs it, too."""

from __future__ import annotations

import math
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "benchmarks-halo.md"
DATA = PAGE.parent / "data"
COLUMNS = ("processes", "axes", "size", "width", "fields", "neighbors")


@dataclass
class Mpi:
    """An MPI, and how programs that were compiled for `built_for` run with it."""

    built_for: str
    launcher: list[str]
    settings: dict[str, str] = field(default_factory=dict)
    options: list[str] = field(default_factory=list)


def write(name: str, text: str) -> None:
    """Replace the part of the page between two marks."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    head, rest = PAGE.read_text().split(begin)
    PAGE.write_text(f"{head}{begin}\n{text}\n{end}{rest.split(end)[1]}")


def keep(name: str, text: str) -> None:
    """Write whole tables into their file."""
    (DATA / f"benchmarks-halo-{name}.txt").write_text(f"{text}\n")


def kept(name: str) -> Iterator[tuple[str, list[dict[str, str]], list[str]]]:
    """Return the machine and MPI of each table in a file, its rows, and their geometric mean and least if it has them."""
    for text in re.split(r"\n\n(?=[^|\n]+; microseconds)", (DATA / f"benchmarks-halo-{name}.txt").read_text()):
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")]
        title = text.split("; microseconds")[0].replace("; 2 processes", "")
        means = re.findall(r"^Best MPI / Cartwright: ([\d.]+) in the geometric mean .* at least ([\d.]+)\.$", text, re.M)
        yield title, [dict(zip(cells[0], row)) for row in cells[1:]], [*means[0]] if means else []


def page_table(columns: list[str], rows: list[list[str]]) -> str:
    """Return a table of the page: text, and then numbers."""
    ruler = "|---|" + "--:|" * (len(columns) - 1)
    return "\n".join(["| " + " | ".join(columns) + " |", ruler, *("| " + " | ".join(row) + " |" for row in rows)])


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
    return page_table([*columns, *(title for title, _, _ in found)], [[*case, *line] for case, line in lines.items()])


def sweeps() -> str:
    """Return the summaries of the sweep side by side, without those of sizes, widths and fields."""
    found = list(kept("sweep"))
    lines = []
    for of_all in zip(*(rows for _, rows, _ in found)):
        if of_all[0][""].split()[0] in ("size", "width", "fields"):
            continue
        limits = [float(row["Cartwright / limit"]) for row in of_all]
        means = (f"{row['best MPI / Cartwright']} ({row['least']})" for row in of_all)
        lines.append([of_all[0][""], of_all[0]["rows"], *means, f"{min(limits):.2f} to {max(limits):.2f}"])
    return page_table(["", "rows", *(title for title, _, _ in found), "Cartwright / limit"], lines)


def output(command: list[str], settings: dict[str, str] | None = None) -> str:
    """Run a command. Its errors are shown."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False, env=os.environ | (settings or {})
    )
    if done.returncode != 0:
        sys.exit(f"run.py: exit status {done.returncode}: {' '.join(command)}\n{done.stdout}")
    return done.stdout.strip()


def systems() -> list[Mpi]:
    """Return the MPIs of the system."""
    return [Mpi("openmpi", ["mpirun.openmpi", "--oversubscribe"]), Mpi("mpich", ["mpirun.mpich"])]


def wheels(build: Path, names: Path) -> Iterator[Mpi]:
    """Return the MPIs of PyPI that are installed. In the folder `names`, MPICH gets the name that Debian gives it."""
    folder = build / "python"
    if (library := folder / "openmpi" / "lib" / "libmpi.so.40").exists():
        launcher = [str(folder / "openmpi" / "bin" / "mpirun"), "--oversubscribe"]
        yield Mpi("openmpi", launcher, {"LD_LIBRARY_PATH": str(library.parent)}, ["--no-alltoallw"])
    if (library := folder / "mpich" / "lib" / "libmpi.so.12").exists():
        (names / "libmpich.so.12").symlink_to(library)
        yield Mpi("mpich", [str(folder / "mpich" / "bin" / "mpirun")], {"LD_LIBRARY_PATH": f"{names}:{library.parent}:{library.parent / 'mpich'}"})


def maker() -> str:
    """Return the first word of the processor's name: AMD, Intel."""
    return re.findall(r"model name\s*: (\w+)", Path("/proc/cpuinfo").read_text())[0]


def load() -> str:
    """Return the load of the machine, which other programs add to."""
    return f"load average {os.getloadavg()[0]:.1f} at the end"


def tables(build: Path, mpis: list[Mpi], processes: int, options: list[str], prefix: list[str]) -> Iterator[str]:
    """Run the benchmark under each MPI."""
    for mpi in mpis:
        program = build / "bench" / mpi.built_for / "halo_exchange"
        command = [*prefix, *mpi.launcher, "-n", str(processes), str(program), *mpi.options, *options]
        head, _, rest = output(command, mpi.settings).partition("\n")
        yield f"{head}; {load()}\n{rest}"


def geometric(values: list[float]) -> float:
    """Return the geometric mean."""
    return math.exp(sum(map(math.log, values)) / len(values))


def summary(table: str) -> str:
    """Return the ratios of a table: for each value of each column the mean and the least over all rows that have it."""
    lines = table.splitlines()
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines if line.startswith("| ")]
    head, cells = rows[0], rows[1:]
    best, limit = head.index("best MPI / Cartwright"), head.index("Cartwright / limit")
    text = [lines[0], "", "| | rows | best MPI / Cartwright | least | Cartwright / limit |", "|---|--:|--:|--:|--:|"]
    groups = [("all", cells)]
    for number, column in enumerate(COLUMNS):
        for value in sorted({row[number] for row in cells}, key=lambda value: (value.isdigit() and int(value), value)):
            groups.append((f"{column} {value}", [row for row in cells if row[number] == value]))
    for name, members in groups:
        ratios = [float(row[best]) for row in members]
        over = geometric([float(row[limit]) for row in members])
        text.append(f"| {name} | {len(members)} | {geometric(ratios):.2f} | {min(ratios):.2f} | {over:.2f} |")
    return "\n".join(text)


def sweep(build: Path, mpis: list[Mpi], options: list[str]) -> Iterator[str]:
    """Run the benchmark over axes, sizes, widths, fields and processes, on up to 140 MiB an array of a process."""
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
    brief = ["--rounds", "3", "--round-ms", "2", *options]
    for mpi in mpis:
        found = [(n, next(tables(build, [mpi], n, [*part, *both, *brief], [])).splitlines()) for n, part in parts]
        title = found[0][1][0].replace("2 processes; ", "")
        head = "| processes " + next(row for row in found[0][1] if row.startswith("| axes"))
        rows = [(n, row) for n, table in found for row in table if row.startswith("| ") and not row.startswith("| axes")]
        yield summary("\n".join([title, head, *(f"| {n} {row}" for n, row in rows)]))


def main() -> None:
    """Measure, and write the page."""
    arguments = sys.argv[1:]
    mode = arguments.pop(0)[2:] if arguments and arguments[0].startswith("--") else ""
    hosts, slots = (int(number) for number in arguments.pop(0).split("x")) if mode == "cluster" else (0, 2)
    if not arguments or mode not in ("", "pypi", "sweep", "cluster", "python", "flags", "plan"):
        sys.exit(__doc__)
    build, options = Path(arguments[0]).resolve(), arguments[1:]
    if mode == "cluster" and not options:  # many processes share a core
        options = ["--sizes", "8", "16", "--neighbors", "faces", "all", "--rounds", "5", "--estimate"]
    with tempfile.TemporaryDirectory() as names:
        pypi = list(wheels(build, Path(names)))
        if mode in ("pypi", "python") and not pypi:
            sys.exit(f"run.py: no MPI of PyPI below {build / 'python'}: call python/tests/setup.sh {build}")
        if mode == "plan":
            write("halo plan", output([str(build / "bin" / "bench_halo_plan")]))
        elif mode == "flags":
            head, _, rest = output([str(build / "bin" / "bench_halo_flags"), *options]).partition("\n")
            write("halo flags", f"{head}; {load()}\n{rest}")
        elif mode == "python":
            python = str(build / "python" / "venv" / "bin" / "python")
            found = []
            for mpi in pypi:
                library = next(Path(mpi.settings["LD_LIBRARY_PATH"].split(":")[-1]).glob("libmpi.so.*[0-9]"))
                command = [*mpi.launcher, "-n", "2", python, str(HERE / "loops.py"), *options]
                found.append(output(command, {"MPI4PY_LIBMPI": str(library)}))
            write("halo python", "\n\n".join(found))
        elif mode == "sweep":
            keep("sweep", "\n\n".join(sweep(build, [*systems(), *pypi], options)))
            write("halo sweep", sweeps())
        elif mode == "cluster":
            cluster = [str(build / "bin" / "cartwright"), "cluster", "--hosts", str(hosts), "--slots", str(slots), "--"]
            title = f"{hosts} emulated hosts with {slots} processes each: "
            keep("cluster", "\n\n".join(title + one for one in tables(build, systems(), hosts * slots, options, cluster)))
            write("halo cluster", ratios(["cluster"]))
        else:
            name, mpis = ("pypi", pypi) if mode == "pypi" else (maker(), systems())
            keep(name, "\n\n".join(tables(build, mpis, 2, options, [])))
            names = [path.stem.removeprefix("benchmarks-halo-") for path in sorted(DATA.glob("benchmarks-halo-*.txt"))]
            write("halo exchanges", ratios([name for name in names if name not in ("cluster", "sweep")]))


if __name__ == "__main__":
    main()
