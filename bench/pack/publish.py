#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs bench_copy_methods, bench_bounds and the sweeps of bench/pack, and writes their tables into a page. The tables of
each vendor of processors have their own place there: a run on another processor keeps them.
"""

from __future__ import annotations

import argparse
import json
import pathlib
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
        head, _, rest = text.partition("\n")
        page.write(args.page, f"{name} {vendor()}", f"\n{machine.today()}, {head}\n\n```text\n{rest}\n```\n")


if __name__ == "__main__":
    main()
