#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Compare predicted with measured times of a halo exchange on emulated hosts, and write the table into docs/measure.md.

predicted.py BUILD [--page PAGE]: as root. BUILD has the command, its MPI program and neighbor_alltoall of Open MPI.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HOSTS, SLOTS = 4, 2
DIMS = "4x2"
RATE, BYTES_PER_SECOND = "75mbit", 75e6 / 8
SIZES = (64, 4096, 32768, 131072)
MAPPINGS = ("blocked", "cyclic")
BEGIN, END = "<!-- predicted.py writes this table -->", "<!-- end of the table -->"
# A message is sent at once, as in run.sh.
EAGER = {f"OMPI_MCA_btl_tcp_{name}": "1100000" for name in ("eager_limit", "rndv_eager_limit", "max_send_size")}


def run(*command: str) -> str:
    """Return the standard output of a command."""
    done = subprocess.run(
        command, env=os.environ | EAGER, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


def star() -> dict[str, Any]:
    """Return the network of the emulated hosts: each has a link to one switch."""
    return {
        "schema": "cartwright-network/1",
        "classes": [{"name": "none", "title": "unused", "bandwidth": 1e12}],
        "terminal_bandwidth": BYTES_PER_SECOND,
        "switches": ["s", "t"],
        "nodes": [{"name": f"n{i}", "switch": "s"} for i in range(HOSTS)],
        "links": [{"from": "s", "to": "t", "class": "none"}],
    }


def loads(command: str, folder: Path, mapping: str, size: int) -> dict[str, Any]:
    """Return the predicted times of a mapping."""
    options = f"--dims {DIMS} --ranks-per-node {SLOTS} --bytes {size} --mapping {mapping} --json".split()
    files = [str(folder / "hosts.json"), "--measured", str(folder / "links.json")]
    rows: list[dict[str, Any]] = json.loads(run(command, "network", "loads", *files, *options))["loads"]
    return rows[0]


def table(build: Path, folder: Path) -> str:
    """Measure everything once; return the rows as Markdown."""
    command = str(build / "bin/cartwright")
    cluster = [command, "cluster", "--hosts", str(HOSTS), "--slots", str(SLOTS), "--rate", RATE, "--"]
    launcher = ["mpirun.openmpi", "-n", str(HOSTS * SLOTS)]
    links, results = folder / "links.json", folder / "results.json"
    run(*cluster, command, "measure", "--quiet", "--output", str(links), "--", *launcher)
    program = [str(build / "bench/openmpi/neighbor_alltoall"), "--dims", DIMS, "--stencils", "nn"]
    choices = ["--mappings", ",".join(MAPPINGS), "--sizes", ",".join(map(str, SIZES)), "--json", str(results)]
    run(*cluster, *launcher, *program, *choices)
    (folder / "hosts.json").write_text(json.dumps(star()), encoding="utf-8")
    report = json.loads(results.read_text(encoding="utf-8"))
    lines = [
        f"{report['machine']}; {report['mpi']}; {HOSTS} emulated hosts of {SLOTS} processes, links of {RATE}:",
        "",
        "| bytes | mapping | measured (ms) | busiest link (ms) | with latency and copies (ms) |",
        "|---:|---|---:|---:|---:|",
    ]
    for row in report["results"]:
        predicted = loads(command, folder, row["mapping"], row["size"])
        times = [row["median"], row["low"], row["high"], predicted["bound_seconds"], predicted["predicted_seconds"]]
        median, low, high, bound, full = (f"{1e3 * seconds:.3g}" for seconds in times)
        lines.append(f"| {row['size']} | {row['mapping']} | {median} ({low} to {high}) | {bound} | {full} |")
    return "\n".join(lines)


def main() -> int:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("--page", type=Path, default=Path(__file__).parents[2] / "docs/measure.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = table(options.build.resolve(), Path(folder))
    text = options.page.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    options.page.write_text(before + BEGIN + "\n\n" + rows + "\n\n" + END + rest.split(END)[1], encoding="utf-8")
    print(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
