#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Compare predicted with measured times of a halo exchange on emulated hosts, and write the table into docs/measure.md.

predicted.py BUILD [--page PAGE]: as root. BUILD has the command, its MPI program and neighbor_alltoall of Open MPI.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from lib import launch, page
from tables import evaluate

HOSTS, SLOTS = 4, 2
DIMS = "4x2"
RATE, BYTES_PER_SECOND = "75mbit", 75e6 / 8
SIZES = (64, 4096, 32768, 131072)
MAPPINGS = ("blocked", "cyclic")
EAGER = launch.at_once(1100000)  # as in run.py


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
    rows: list[dict[str, Any]] = json.loads(launch.output([command, "network", "loads", *files, *options]))["loads"]
    return rows[0]


def table(build: Path, folder: Path) -> str:
    """Measure everything once; return the rows as Markdown."""
    command = str(build / "bin/cartwright")
    cluster, launcher = launch.cluster(build, HOSTS, SLOTS, RATE), launch.mpirun("openmpi", HOSTS * SLOTS)
    links = folder / "links.json"
    launch.output([*cluster, command, "measure", "--quiet", "--output", links, "--", *launcher], EAGER)
    program = [str(build / "bench/openmpi/neighbor_alltoall"), "--dims", DIMS, "--stencils", "nn"]
    choices = ["--mappings", ",".join(MAPPINGS), "--sizes", ",".join(map(str, SIZES))]
    report = evaluate(json.loads(launch.output([*cluster, *launcher, *program, *choices], EAGER)))
    (folder / "hosts.json").write_text(json.dumps(star()), encoding="utf-8")
    lines = []
    for row in report["results"]:
        predicted = loads(command, folder, row["mapping"], row["size"])
        times = [row["median"], row["low"], row["high"], predicted["bound_seconds"], predicted["predicted_seconds"]]
        median, low, high, bound, full = (f"{1e3 * seconds:.3g}" for seconds in times)
        lines.append([str(row["size"]), row["mapping"], f"{median} ({low} to {high})", bound, full])
    head = f"{report['machine']}; {report['mpi']}; {HOSTS} emulated hosts of {SLOTS} processes, links of {RATE}:"
    columns = ["bytes", "mapping", "measured (ms)", "busiest link (ms)", "with latency and copies (ms)"]
    return f"{head}\n\n{page.markdown(columns, lines)}"


def main() -> int:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("--page", type=Path, default=Path(__file__).parents[2] / "docs/measure.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = table(options.build.resolve(), Path(folder))
    page.write(options.page, "predicted", f"\n{rows}\n")
    print(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
