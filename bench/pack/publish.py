#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs bench_copy_methods, bench_bounds and the sweeps of bench/pack, and writes their tables into files in the folder
data beside a page, and some of their rows into the page. The tables of each vendor of processors have their own place
there: a run on another processor keeps them.
"""

from __future__ import annotations

import argparse
import datetime
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "tests/suites"))

import table

VENDORS = {"AuthenticAMD": "amd", "GenuineIntel": "intel"}
SIZES = ("1 KiB", "16 KiB", "256 KiB", "4 MiB", "16 MiB", "64 MiB")  # of the copies on the page
OVER = ("C, constants ", "best MPI ")  # the rows on the page about sweeps


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=SOURCE / "build", help="the build of Cartwright")
    parser.add_argument("--page", type=pathlib.Path, default=SOURCE / "docs/benchmarks-packing.md", help="the page")
    parser.add_argument("--core", default="1", help="the core to run on (default: 1)")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    return parser.parse_args()


def vendor() -> str:
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith("vendor_id"):
            name = line.partition(":")[2].strip()
            if name in VENDORS:
                return VENDORS[name]
            raise SystemExit(f"publish.py: the page has no place for processors of '{name}': add one, and the name to VENDORS")
    raise SystemExit("publish.py: /proc/cpuinfo names no vendor: run this on x86-64")


def brief(name: str, text: str) -> str:
    """The part of a text that the page has: some copies between starts of cache lines, and some sums of the sweeps."""
    head, *tables = text.split("\n\n")
    if name == "copies":
        title, *lines = tables[0].splitlines()
        return "\n".join([head, title, *lines[:2], *(line for line in lines[2:] if line.strip().startswith(SIZES))])
    if name == "sweeps":
        lines = tables[-1].splitlines()
        return "\n".join([head, *lines[:2], *(line for line in lines[2:] if line.startswith(OVER))])
    return text


def publish(page: pathlib.Path, name: str, vendor: str, text: str) -> None:
    """Writes a text, which begins with the date and the machine, into its file and into the page."""
    if brief(name, text) != text:
        (page.parent / f"data/{page.stem}-{name}-{vendor}.txt").write_text(f"{text}\n")
    head, _, rest = brief(name, text).partition("\n")
    table.write(page, f"{name} {vendor}", f"\n{head}\n\n```text\n{rest}\n```\n")


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
        bound = ["taskset", "-c", args.core, *map(str, command), *(["--quick"] if args.quick else [])]
        text = subprocess.run(bound, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout.strip()
        publish(args.page, name, vendor(), f"{datetime.date.today()}, {text}")


if __name__ == "__main__":
    main()
