#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The tables of docs whose cuts, loads and bounds a command prints exactly. Each is computed again; its other cells, such as
times, stay.

tools/tables.py build            writes the tables that changed
tools/tables.py build --check    names them, and fails
tools/tables.py build --quick    leaves out those that take more than seconds
"""

import argparse
import difflib
import functools
import json
import pathlib
import re
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(SOURCE / "bench"), str(SOURCE / "bench/published")]

import cart_times
import times

BUILD = pathlib.Path()
GRIDS = {
    "50x48 nn": ("50x48", "50x48", "nn"),
    "75x64 nn": ("75x64", "100x48", "nn"),
    "50x48 hops": ("50x48", "50x48", "hops"),
    "75x64 hops": ("75x64", "100x48", "hops"),
    "50x48 component": ("50x48", "50x48", "component"),
    "75x64 component": ("75x64", "100x48", "component"),
    "30*(48,32)": ("50x48", ",".join(["48", "32"] * 30), "nn"),
    "30*48,30*32": ("50x48", "30*48,30*32", "nn"),
    "49*48,2*24": ("50x48", "49*48,2*24", "nn"),
    "periodic nn": ("50x48", "50x48", "nn", "--periodic", "1,1"),
}
POLICIES = ("contiguous", "random-node", "random-router", "random-group", "level-spread", "connected",
            "connected-all", "predicted")  # fmt: skip


def output(name, *arguments):
    return subprocess.run([BUILD / "bin" / name, *arguments], check=True, capture_output=True, text=True).stdout


def report(*arguments):
    return json.loads(output("cartwright", *arguments, "--json", "--quiet"))


def cells_of(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def line_of(cells):
    return f"| {' | '.join(cells)} |".replace("|  |", "| |")


# ---- Cuts ----


@functools.cache
def cuts(grid):
    """J_sum/J_max of every mapping, of `auto` in two tiers, and the bound."""
    dims, machine, stencil, *more = GRIDS[grid]
    found = {}
    for tier in ("fast", "balanced"):
        arguments = ("--dims", dims, "--machine", machine, "--stencil", stencil, *more)
        rows = report("compare", *arguments, "--tier", tier)["mappings"]
        found |= {row["mapping"]: f"{row['j_sum']:g}/{row['j_max']:g}" for row in rows}
        found[f"auto, {tier}"] = found.pop("auto")
    return found | {"lower bound": f"{rows[0]['lower_bound']:g}"}


def published_grids(lines):
    """The output of bench_published, in which Scotch and `best` are not exact."""
    columns = [cuts(grid) for grid in GRIDS]
    made = lines[:1]
    for line in lines[1:]:
        name = line[:16].strip()
        made.append(f"{name:<16}" + "".join(f"{column[name]:>13}" for column in columns) if name in columns[0] else line)
    return made


def best_grids(lines):
    """Ours are bold where no mapping of the table has a smaller J_sum."""
    names = {"blocked (no reordering)": "blocked", "Stencil Strips (2020)": "strips-released",
             "Cartwright, tier `fast`": "auto, fast", "tier `balanced`": "auto, balanced",
             "proven lower bound": "lower bound"}  # fmt: skip
    columns = [cuts(grid) for grid in [*GRIDS][:6]]
    rows = [cells_of(line) for line in lines[2:]]
    rows = [[row[0], *(column[names[row[0]]] for column in columns)] if row[0] in names else row for row in rows]
    least = [min(j_sum(row[i]) for row in rows if "/" in row[i]) for i in range(1, 7)]
    for row in rows:
        if row[0] in names and "tier" in row[0]:
            row[1:] = [re.sub(r"^(\d+)", r"**\1**", cell) if j_sum(cell) == few else cell for cell, few in zip(row[1:], least)]
    return lines[:2] + [line_of(row) for row in rows]


def j_sum(cell):
    return int(cell.replace("*", "").split("/")[0])


def bounds(lines):
    """The bound of the published grids."""
    return [
        line_of([cells_of(line)[0], *(cuts(grid)["lower bound"] for grid in [*GRIDS][:6])])
        if line.startswith("| with prices") else line
        for line in lines
    ]  # fmt: skip


def instances(lines):
    """The sums of bench_instances, without those of Scotch and of `best`, and without times."""
    computed = {}
    for line in output("bench_instances", "0").splitlines():
        if found := re.match(r"(nn|hops|component) +J_sum", line):
            stencil = found[1]
        elif found := re.match(r"(fast|balanced|lower bound) +(\d+)(?: +[\d.]+ +[\d.]+ +(\d+))?", line):
            computed[stencil, found[1]] = found.groups()[1:]
    made = []
    for line in lines:
        if found := re.match(r"(nn|hops|component) +J_sum", line):
            stencil = found[1]
        elif found := re.match(r"(fast|balanced|lower bound) +\d+", line):
            total, at_bound = computed[stencil, found[1]]
            line = f"{found[1]:<14}{total:>10}{line[24:48]}{at_bound or '':>10}{line[58:]}".rstrip()
        made.append(line)
    return made


# ---- Networks ----


def machines(lines):
    """The number of nodes of each named machine, which begins the last cell."""
    made = lines[:2]
    for line in lines[2:]:
        name, stands_for, nodes = cells_of(line)
        number = report("network", "info", name.strip("`"))["network"]["nodes"]
        made.append(line_of([name, stands_for, re.sub(r"^\d[\d,]*\d", f"{number:,}", nodes)]))
    return made


@functools.cache
def study(supernodes, budget):
    """The loads of each stencil by name."""
    found = report("network", "study", "--supernodes", supernodes, "--budget", budget)
    return {one["stencil"]: {load["name"]: load for load in one["loads"]} for one in found["studies"]}


def most_on_links(lines):
    made = lines[:2]
    for line in lines[2:]:
        cells = cells_of(line)
        name = cells[0].strip("*")
        of_class = {one["class"]: one for one in study("64", "20")["4-D 9-point"][name]["classes"]}
        row = [f"{of_class[kind]['most'] / 2**20:.0f}" for kind in ("D", "LL", "LR")]
        if name.startswith("CW"):
            row[0] = f"**{row[0]}**"
        made.append(line_of([cells[0], *row, str(of_class["D"]["used"]), cells[-1]]))
    return made


def study_times(lines):
    made = lines[:2]
    names = [cell.strip("*") for cell in cells_of(lines[0])[1:]]
    for line in lines[2:]:
        first = cells_of(line)[0]
        supernodes, stencil = first.split(",")[0], "4-D 9-point" if "4-D" in first else "2-D 5-point"
        loads = study(supernodes, "20")[stencil]
        row = [three_digits(1e3 * loads[name]["bound_seconds"]) for name in names]
        made.append(line_of([first, *(f"**{cell}**" if name.startswith("CW") else cell for name, cell in zip(names, row))]))
    return made


def three_digits(number):
    return f"{number:.0f}" if number >= 99.95 else f"{number:.1f}" if number >= 9.995 else f"{number:.2f}"


def policies(lines):
    """The output of bench_placement."""
    made = lines[:2]
    for line in output("bench_placement", "aries:groups=9", "3").splitlines()[4:]:
        nodes, ranks, grid, *rest = line.split()
        times = [three_digits(float(time)) for time in rest[: len(POLICIES)]]
        median, least, most = (f"{float(part):.0f}" for part in re.search(r"([\d.-]+) % \(([\d.-]+) to ([\d.-]+)\)", line).groups())
        made.append(line_of([f"{nodes} x {ranks}", grid, *times, f"{median} % ({least} to {most})"]))
    return made


def alone(lines):
    """What bench_alone allocates; its times stay."""
    rows = [cells_of(line) for line in output("bench_alone").splitlines() if re.match(r"\| \d", line)]
    first = {row[0]: row for row in rows[: len(rows) // 2]}
    of_map = {row[0]: row for row in rows[len(rows) // 2 :]}
    made = lines[:2]
    for line in lines[2:]:
        cells = cells_of(line)
        cells[2], cells[4], cells[7] = first[cells[0]][4], first[cells[0]][6], of_map[cells[0]][4]
        made.append(line_of(cells))
    return made


# ---- The tables of scripts and of whole files ----


def published_times(_):
    return times.tables(times.read(), times.j_max_of(BUILD))[0].splitlines()


def halo_times(_):
    rows = cart_times.read()
    text = cart_times.tables(rows, {row: cart_times.bytes_out(BUILD, row) for row in rows})
    return [line for line in text.splitlines() if line.startswith("|")]


def dragonfly(_):
    return output("bench_fft_predicted", "aries:groups=9").splitlines()[4:]


def scaling(_):
    return output("bench_fft_predicted", "aries:groups=18", "--scaling").splitlines()[1:]


# Page, first line of the table, how to compute it, and whether that takes at most seconds.
TABLES = [
    ("benchmarks.md", "| | 50x48 nearest neighbors", best_grids, True),
    ("data/benchmarks-placement-published.txt", f"{'':<16}{'50x48 nn':>13}", published_grids, True),
    ("lower-bound.md", "| n = 48", bounds, True),
    ("networks.md", "| name | stands for", machines, True),
    ("benchmarks-placement.md", "| table | machine", published_times, True),
    ("benchmarks-placement.md", "| slide | machine", halo_times, True),
    ("data/benchmarks-placement-instances.txt", "nn                 J_sum", instances, False),
    ("link-loads.md", "| | D | LL", most_on_links, False),
    ("link-loads.md", "| supernodes, stencil", study_times, False),
    ("placement.md", "| nodes x ranks", policies, False),
    ("mpi.md", "| processes | own cell", alone, False),
    ("data/benchmarks-fft-dragonfly.txt", "3456 nodes", dragonfly, False),
    ("data/benchmarks-fft-predicted.txt", "aries:groups=18", scaling, False),
]


def renewed(lines, first, compute):
    """The lines of a page with the table that begins with the text `first` computed again."""
    begin = next((i for i, line in enumerate(lines) if line.startswith(first)), None)
    if begin is None:
        raise ValueError(f"no table begins with '{first}'")
    ends = (lambda line: not line.startswith("|")) if first.startswith("|") else (lambda line: line.startswith("```"))
    end = next((i for i in range(begin, len(lines)) if ends(lines[i])), len(lines))
    return [*lines[:begin], *compute(lines[begin:end]), *lines[end:]]


def main():
    global BUILD
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--check", action="store_true", help="change nothing, and fail where a table is out of date")
    parser.add_argument("--quick", action="store_true", help="only tables that take seconds")
    options = parser.parse_args()
    BUILD = options.build.resolve()
    stale = 0
    for page, first, compute, quick in TABLES:
        if options.quick and not quick:
            continue
        path = SOURCE / "docs" / page
        lines = path.read_text(encoding="utf-8").splitlines()
        made = renewed(lines, first, compute)
        difference = [*difflib.unified_diff(lines, made, f"docs/{page}", "as computed", lineterm="", n=0)]
        stale += bool(difference)
        print("\n".join(difference) or f"docs/{page}: {first.strip(' |')}: up to date", flush=True)
        if difference and not options.check:
            path.write_text("\n".join(made) + "\n", encoding="utf-8")
    if options.check and stale:
        sys.exit(f"{stale} tables are out of date: run tools/tables.py BUILD")


if __name__ == "__main__":
    main()
