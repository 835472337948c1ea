#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares predicted with measured times of a halo exchange on emulated hosts, as root, and writes the table of
docs/measure.md. The build has the command, its MPI program and neighbor_alltoall of Open MPI."""

import argparse
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from lib import launch, page
from tables import evaluate

HOSTS, SLOTS, DIMS = 4, 2, "4x2"
RATE, BYTES_PER_SECOND = "75mbit", 75e6 / 8
EAGER = launch.at_once(1100000)  # as in run.py
# The network of the emulated hosts: each has a link to one switch.
STAR = {
    "schema": "cartwright-network/1",
    "classes": [{"name": "none", "title": "unused", "bandwidth": 1e12}],
    "terminal_bandwidth": BYTES_PER_SECOND,
    "switches": ["s", "t"],
    "nodes": [{"name": f"n{i}", "switch": "s"} for i in range(HOSTS)],
    "links": [{"from": "s", "to": "t", "class": "none"}],
}


def table(build, folder):
    """Measures everything once."""
    command, links, hosts = build / "bin/cartwright", folder / "links.json", folder / "hosts.json"
    cluster, mpirun = launch.cluster(build, HOSTS, SLOTS, RATE), launch.mpirun("openmpi", HOSTS * SLOTS)
    launch.output([*cluster, command, "measure", "--quiet", "--output", links, "--", *mpirun], EAGER)
    choices = ["--stencils", "nn", "--mappings", "blocked,cyclic", "--sizes", "64,4096,32768,131072"]
    program = [build / "bench/openmpi/neighbor_alltoall", "--dims", DIMS, *choices]
    report = evaluate(json.loads(launch.output([*cluster, *mpirun, *program], EAGER)))
    hosts.write_text(json.dumps(STAR))
    lines = []
    for row in report["results"]:
        options = f"--dims {DIMS} --ranks-per-node {SLOTS} --bytes {row['size']} --mapping {row['mapping']} --json".split()
        loads = launch.output([command, "network", "loads", hosts, "--measured", links, *options])
        predicted = json.loads(loads)["loads"][0]
        times = [row["median"], row["low"], row["high"], predicted["bound_seconds"], predicted["predicted_seconds"]]
        median, low, high, bound, full = (f"{1e3 * seconds:.3g}" for seconds in times)
        lines.append([str(row["size"]), row["mapping"], f"{median} ({low} to {high})", bound, full])
    head = f"{report['machine']}; {report['mpi']}; {HOSTS} emulated hosts of {SLOTS} processes, links of {RATE}:"
    columns = ["bytes", "mapping", "measured (ms)", "busiest link (ms)", "with latency and copies (ms)"]
    return f"{head}\n\n{page.markdown(columns, lines)}"


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("build", type=Path)
parser.add_argument("--page", type=Path, default=Path(__file__).parents[2] / "docs/measure.md")
options = parser.parse_args()
with tempfile.TemporaryDirectory() as folder:
    rows = table(options.build.resolve(), Path(folder))
page.write(options.page, "predicted", f"\n{rows}\n")
print(rows)
