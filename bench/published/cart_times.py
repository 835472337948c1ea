#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The published times of the halo benchmark [Niethammer2019, slides 27 to 34] beside the bytes that leave a node. The grid
is periodic, so every node is an interior one. For each machine and number of nodes, the bytes are fitted to the times:

    time = bytes / bandwidth

bench/published/cart_times.py build [--write docs/benchmarks-placement.md]
"""

import argparse
import csv
import itertools
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile
from typing import NamedTuple

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "bench"))

from lib import page, statistic

DATA = SOURCE / "docs/data/niethammer2019-times.csv"
STEP = 9  # the times are those of the last of ten grids
# The factors by which re-ranking lowers the time [Niethammer2019, slide 27]: the grids and nodes of slide 28 they are of.
FACTORS = {"1.1-1.2": ((4, 2, 1), (8, 64, 512)), "1.75": ((2, 2, 2), (8,)), "2.75": ((2, 2, 2), (64, 512)), "4.5-5.0": ((1, 2, 4), (8, 64, 512))}
METHODS = {"dims_create": "MPI_Dims_create", "equal": "equal weights", "weights": "weights"}


class Row(NamedTuple):
    slide: str
    machine: str
    base: tuple
    nodes: int
    cores: int
    method: str
    dims: tuple
    node_dims: tuple  # (): consecutive ranks fill a node
    seconds: float
    percent: int


def read(path=DATA):
    def numbers(text):
        return tuple(map(int, text.split("x"))) if text else ()

    with open(path, newline="") as file:
        return [
            Row(r["slide"], r["machine"], numbers(r["base"]), int(r["nodes"]), int(r["cores"]), r["method"],
                numbers(r["dims"]), numbers(r["node_dims"]), 1e-3 * float(r["ms"]), int(r["percent"]))
            for r in csv.DictReader(file)
        ]  # fmt: skip


def per_process(base, dims):
    """The elements of a process along each dimension [Niethammer2019, slide 29]. bench/halo/sizes.hpp has the rule."""
    side = math.prod(dims) ** (1 / 3)
    whole = round(side)
    side = whole if whole**3 == math.prod(dims) else side
    return [-(-int((start << STEP) * side) // d) for start, d in zip(base, dims)]


def node_of_cells(row):
    """The node of each cell, in row-major order."""
    if not row.node_dims:
        return [i // row.cores for i in range(math.prod(row.dims))]
    nodes = []
    for cell in itertools.product(*map(range, row.dims)):
        node = 0
        for at, cells, parts in zip(cell, row.dims, row.node_dims):
            node = node * parts + at // (cells // parts)
        nodes.append(node)
    return nodes


def bytes_out(build, row):
    """The bytes that leave the busiest node, by `cartwright evaluate`."""
    elements = per_process(row.base, row.dims)
    offsets = []
    for d in range(3):
        face = 4 * math.prod(elements) // elements[d]
        offsets += [f"{','.join(str(step * (k == d)) for k in range(3))}:{face}" for step in (1, -1)]
    with tempfile.NamedTemporaryFile("w", suffix=".nodes") as file:
        file.write("\n".join(map(str, node_of_cells(row))))
        file.flush()
        command = [build / "bin/cartwright", "evaluate", file.name, "--dims", "x".join(map(str, row.dims))]
        command += ["--machine", f"{row.nodes}x{row.cores}", "--stencil", ";".join(offsets), "--periodic", "1,1,1", "--json"]
        report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return report["mappings"][0]["j_max"]


def seconds_per_byte(samples):
    """By the least sum of absolute relative errors: the median of time / bytes, weighted by bytes / time."""
    ratios = sorted(row.seconds / amount for row, amount in samples)
    sums = list(itertools.accumulate(1 / ratio for ratio in ratios))
    return next(ratio for ratio, so_far in zip(ratios, sums) if so_far >= sums[-1] / 2)


def factors(rows, amounts):
    """The factors of slide 27 beside those of the times and of the bytes."""
    texts = []
    for published, (base, nodes) in FACTORS.items():
        cells = {(r.nodes, r.method): r for r in rows if r.slide == "28" and r.base == base}
        pairs = [(cells[n, "dims_create"], cells[n, "weights"]) for n in nodes]
        times = [before.seconds / after.seconds for before, after in pairs]
        by_bytes = [amounts[before] / amounts[after] for before, after in pairs]
        texts.append(f"{published}: {span(times)} and {span(by_bytes)}")
    return f"* Factors of slide 27, by the times of slide 28 and by bytes: {'; '.join(texts)}"


def span(values):
    low, high = f"{min(values):.2f}", f"{max(values):.2f}"
    return low if low == high else f"{low}-{high}"


def tables(rows, amounts):
    """The table of the cells and the lines of the fits."""
    first = {(r.slide, r.machine, r.base, r.nodes): r for r in rows if r.method == "dims_create"}
    predicted = {r: 100 * amounts[r] / amounts[first[r.slide, r.machine, r.base, r.nodes]] for r in rows}
    lines = []
    for key, base in first.items():
        cells = {r.method: r for r in rows if (r.slide, r.machine, r.base, r.nodes) == key}
        line = [base.slide, f"{base.machine}, {base.nodes} nodes", "x".join(map(str, base.base))]
        for method in METHODS:
            r = cells.get(method)
            line.append(f"{amounts[r] / 1e6:.0f} MB, {1e3 * r.seconds:.1f} ms" if r else "as equal")
        for method in ("equal", "weights"):
            r = cells.get(method)
            line.append(f"{predicted[r]:.0f} / {r.percent} %" if r else "as equal")
        lines.append(line)
    ours = [r for r in rows if r.method != "dims_create"]
    text = [page.markdown(["slide", "machine", "grid", *METHODS.values(), "equal: bytes / time", "weights: bytes / time"], lines), ""]
    for name, chosen in (("slide 28", [r for r in ours if r.slide == "28"]), ("slides 28 and 34", ours)):
        correlation = statistic.rank_correlation([predicted[r] for r in chosen], [r.percent for r in chosen], 1.01)
        text.append(f"* Rank correlation of the percentages of {name}, {len(chosen)} cells: {correlation:.2f}")
    fits = []
    for machine, nodes in dict.fromkeys((r.machine, r.nodes) for r in rows):
        samples = [(r, amounts[r]) for r in rows if (r.machine, r.nodes) == (machine, nodes)]
        slope = seconds_per_byte(samples)
        errors = [abs(slope * amount - r.seconds) / r.seconds for r, amount in samples]
        errors = f"{100 * statistics.median(errors):.0f} % and {100 * max(errors):.0f} %"
        fits.append(f"{machine}, {nodes} nodes: {1e-9 / slope:.2f} GB/s, {errors}")
    text.append(f"* Fitted bandwidth of a node, median error and largest error: {'; '.join(fits)}")
    return "\n".join([*text, factors(rows, amounts)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--write", type=pathlib.Path, metavar="PAGE", help="write the table into a page")
    options = parser.parse_args()
    rows = read()
    text = tables(rows, {row: bytes_out(options.build, row) for row in rows})
    print(text)
    if options.write:
        page.write(options.write, "published halo times", text)


if __name__ == "__main__":
    main()
