#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs bench_copy_methods, bench_bounds and the sweeps of bench/pack, and writes their tables into files in the folder
data beside a page, one for each vendor of processors: a run on another processor keeps them. The page gets one table of
each kind, with columns for each vendor.
"""

import argparse
import json
import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "bench"))

import tables
from lib import launch, machine, page

VENDORS = {"AuthenticAMD": "amd", "GenuineIntel": "intel"}


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=SOURCE / "build", help="the build of Cartwright")
    parser.add_argument("--page", type=pathlib.Path, default=SOURCE / "docs/benchmarks-packing.md", help="the page")
    parser.add_argument("--core", default="1", help="the core to run on (default: 1)")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    return parser.parse_args()


def vendor() -> str:
    name = machine.cpuinfo("vendor_id")
    if name not in VENDORS:
        raise SystemExit(f"publish.py: the page has no place for processors of '{name}': add one, and the name to VENDORS")
    return VENDORS[name]


def cells(lines: list[str]) -> list[list[str]]:
    """The cells of a table in plain text, without its titles."""
    ruler = next(number for number, line in enumerate(lines) if line.startswith("---"))
    return [re.split(r"\s{2,}", line.strip()) for line in lines[ruler + 1 :]]


def bounds(text: str) -> tuple[list[str], dict[str, list[str]]]:
    """How near packing and unpacking come to their bounds: titles, and values by the kind of layouts."""
    rows = cells(text.split("\n\n")[-1].splitlines())
    return ["pack near (least)", "by", "unpack near (least)", "by"], {
        f"{row[0]} | {row[2]}": [f"{row[5]} ({row[6]})", row[4], f"{row[8]} ({row[9]})", row[7]] for row in rows
    }


def copies(text: str) -> tuple[list[str], dict[str, list[str]]]:
    """The rates of some ways to copy between starts of cache lines, by the number of bytes."""
    rows = cells(text.split("\n\n")[1].splitlines())
    return ["`memcpy`", "`rep movsb`", "64 B", "64 B past caches"], {row[0]: [row[1], row[2], row[6], row[9]] for row in rows}


def sweeps(text: str) -> tuple[list[str], dict[str, list[str]]]:
    """The ratios of Cartwright and the best contenders, by the kind of layouts."""
    rows = [row for row in cells(text.split("\n\n")[-1].splitlines()) if row[0] in ("C, constants", "best MPI")]
    return ["mean (least)", "least at"], {f"{row[1]}, {row[2]} | {row[0]}": [f"{row[4]} ({row[5]})", row[6]] for row in rows}


TABLES = {  # the function that reads a text, and the first titles on the page
    "bounds": (bounds, ["layouts of", "bytes a block"]),
    "copies": (copies, ["GB/s"]),
    "sweeps": (sweeps, ["layouts", "Cartwright over"]),
}


def publish(target: pathlib.Path, name: str) -> None:
    """Writes the tables of all vendors into the page, as one."""
    read, titles = TABLES[name]
    texts = [path.read_text().strip() for path in sorted(target.parent.glob(f"data/{target.stem}-{name}-*.txt"))]
    machines, columns, rows = [], list(titles), {}
    for text in texts:
        machines.append(text.partition("\n")[0])
        processor = re.split("[ (]", machines[-1].split(", ")[1])[0]
        more, found = read(text)
        columns += [f"{processor}: {title}" for title in more]
        for row, values in found.items():
            rows.setdefault(row, []).extend(values)
    lines = [[*row.split(" | "), *values] for row, values in rows.items()]
    page.write(target, name, f"\n{'; '.join(machines)}:\n\n{page.markdown(columns, lines)}\n")


def main() -> None:
    args = parse()
    pack = [args.build / "bench/pack", "--parts", "nested,random"]
    pack += [f"--worker={mpi}={args.build}/bench/{mpi}/pack_worker" for mpi in ("openmpi", "mpich")]
    commands = {
        "copies": [args.build / "bin/bench_copy_methods"],
        "bounds": [args.build / "bin/bench_bounds"],
        "sweeps": [*pack, "--core", args.core],
    }
    for name, command in commands.items():
        text = launch.output(["taskset", "-c", args.core, *command, *(["--quick"] if args.quick else [])])
        text = (tables.text(json.loads(text)) if name == "sweeps" else text).strip()
        (args.page.parent / f"data/{args.page.stem}-{name}-{vendor()}.txt").write_text(f"{machine.today()}, {text}\n")
        publish(args.page, name)


if __name__ == "__main__":
    main()
