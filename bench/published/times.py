#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The published times of MPI_Neighbor_alltoall [Hunold2020, tables II to VII] and a model of them:

    time = J_max x bytes / injection + messages of a node x bytes / node + latency

`injection` is the bandwidth between a node and the network, `node` that of the messages which a node's processes send,
wherever they go. The three are fitted by the least sum of absolute relative errors, for each table.

bench/published/times.py build [--write docs/benchmarks-placement.md]
"""

import argparse
import csv
import json
import pathlib
import statistics
import subprocess
import sys
from typing import NamedTuple

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "bench"))

from lib import page, statistic

DATA = SOURCE / "docs/data/hunold2020-times.csv"
PROCESSES = 48
DIMS = {50: "50x48", 100: "75x64"}
NEIGHBORS = {"nn": 4, "hops": 8, "component": 2}
MAPPINGS = ["blocked", "hyperplane", "kdtree", "strips", "nodecart", "viem", "random"]
# Of the mappings by VieM that were timed [Hunold2020, figures 6 and 7]. partitioners.py --grids runs VieM itself.
VIEM_J_MAX = {(50, "nn"): 38, (100, "nn"): 38, (50, "hops"): 88, (100, "hops"): 94, (50, "component"): 19, (100, "component"): 6}


class Row(NamedTuple):
    table: str
    machine: str
    nodes: int
    stencil: str
    bytes: int
    mapping: str
    seconds: float


class Fit(NamedTuple):
    """Seconds per byte that leaves the busiest node, seconds per byte that its processes send, and seconds."""

    injection: float
    node: float
    latency: float

    def seconds(self, row, j_max):
        return self.injection * j_max * row.bytes + self.node * messages(row) * row.bytes + self.latency


def messages(row):
    """The messages that the processes of a node send, if none of them is at the border of the grid."""
    return PROCESSES * NEIGHBORS[row.stencil]


def read(path=DATA):
    with open(path, newline="") as file:
        return [
            Row(r["table"], r["machine"], int(r["nodes"]), r["stencil"], int(r["bytes"]), r["mapping"], 1e-3 * float(r["ms"]))
            for r in csv.DictReader(file)
        ]


def j_max_of(build):
    """J_max by nodes, stencil and mapping."""
    found = {}
    for nodes, dims in DIMS.items():
        for stencil in NEIGHBORS:
            command = [build / "bin/cartwright", "compare", "--dims", dims, "--machine", f"{nodes}x{PROCESSES}"]
            command += ["--stencil", stencil, "--json", "--quiet"]
            report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            ours = {row["mapping"]: row["j_max"] for row in report["mappings"]}
            # The released code, which was measured, has other strips than the text.
            ours |= {"strips": ours["strips-released"], "viem": VIEM_J_MAX[nodes, stencil]}
            found |= {(nodes, stencil, name): ours[name] for name in MAPPINGS}
    return found


def solved(matrix, right):
    """Gaussian elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right)]
    for i in range(len(rows)):
        best = max(range(i, len(rows)), key=lambda r: abs(rows[r][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for r in range(len(rows)):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


def fitted(samples):
    """The Fit of (row, J_max) pairs: least squares of relative errors, with weights that turn into their amounts. A
    coefficient that would be negative is 0."""
    terms = [[j_max * row.bytes, messages(row) * row.bytes, 1.0] for row, j_max in samples]
    times = [row.seconds for row, _ in samples]
    used = [0, 1, 2]
    weights = [1.0] * len(times)
    found = [0.0] * 3
    for _ in range(50):
        scaled = [[w**0.5 * x[i] / t for i in used] for w, x, t in zip(weights, terms, times)]
        matrix = [[sum(x[i] * x[j] for x in scaled) for j in range(len(used))] for i in range(len(used))]
        right = [sum(w**0.5 * x[i] for w, x in zip(weights, scaled)) for i in range(len(used))]
        found = [0.0] * 3
        for i, value in zip(used, solved(matrix, right)):
            found[i] = value
        if min(found) < 0:
            used.remove(found.index(min(found)))
            continue
        errors = [sum(c * x for c, x in zip(found, xs)) / t - 1 for xs, t in zip(terms, times)]
        weights = [1 / max(1e-3, abs(error)) for error in errors]
    return Fit(*found)


def tables(rows, j_max):
    """The table of the page, with the parameters of each published table, and the text of the file with all errors."""
    parameters, errors = [], []
    for table in dict.fromkeys(row.table for row in rows):
        samples = [(r, j_max[r.nodes, r.stencil, r.mapping]) for r in rows if r.table == table and r.mapping in MAPPINGS]
        fit = fitted(samples)
        off = {sample: fit.seconds(*sample) / sample[0].seconds - 1 for sample in samples}
        amounts = sorted(map(abs, off.values()))
        first = samples[0][0]
        parameters.append(
            [table, first.machine, str(first.nodes), *(f"{1e-9 / c:.2f}" if c else "-" for c in fit[:2]),
             f"{1e6 * fit.latency:.1f}", f"{100 * statistics.median(amounts):.0f} %",
             f"{100 * amounts[len(amounts) * 9 // 10]:.0f} %"]
        )  # fmt: skip
        for stencil in NEIGHBORS:
            ours = [(row, j) for row, j in samples if row.stencil == stencil]
            most = max(row.bytes for row, _ in ours)
            cells = []
            for mapping in MAPPINGS:
                these = [off[sample] for sample in ours if sample[0].mapping == mapping]
                cells.append(f"{100 * statistics.median(these):+.0f} ({100 * max(these, key=abs):+.0f})")
            last = [(j, row.seconds) for row, j in ours if row.bytes == most]
            correlation = statistic.rank_correlation([j for j, _ in last], [seconds for _, seconds in last])
            errors.append([table, stencil, *cells, f"{correlation:.2f}"])
    head = ["table", "machine", "nodes", "injection GB/s", "node GB/s", "latency us", "median error", "nine in ten below",
            *(f"rank correlation: {stencil}" for stencil in NEIGHBORS)]  # fmt: skip
    rows = [[*row, *(error[-1] for error in errors if error[0] == row[0])] for row in parameters]
    columns = ["table", "stencil", *MAPPINGS, "rank correlation"]
    return page.markdown(head, rows), f"Errors in percent, median (largest)\n\n{page.aligned([columns, *errors])}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--write", type=pathlib.Path, metavar="PAGE", help="write the tables into a page")
    options = parser.parse_args()
    text, file = tables(read(), j_max_of(options.build))
    print(f"{text}\n\n{file}")
    if options.write:
        page.write(options.write, "published times", text)
        (options.write.parent / "data/published-times.txt").write_text(f"{file}\n")


if __name__ == "__main__":
    main()
