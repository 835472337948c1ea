#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the predicted times of FFTs with measured ones, and writes the table of docs/fft.md.

Plans are made by estimate. The measured time is the least one of half a pair of transforms, as other programs on the
machine only add time."""

import argparse
import itertools
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from lib import launch, page

SIZES, RANKS, REPEATS = (64, 128, 256), (1, 2, 4), 21


def measure(build, report, n, real, ranks):
    """The report of the benchmark for one transform, which it writes to a file."""
    command = [*launch.mpirun("openmpi", ranks, "--oversubscribe"), build / "bench/openmpi/fft", "--n", n, "--effort", "estimate"]
    command += ["--contenders", "cartwright", "--repeats", REPEATS, "--json", report, *(["--real"] if real else [])]
    launch.output(command)
    return json.loads(report.read_text())


def table(build, file):
    """Measures, and returns the rows as Markdown."""
    lines, worst = [], 1.0
    for real, n in itertools.product((False, True), SIZES):
        cells = [f"{'r2c' if real else 'c2c'} {n}^3"]
        for count in RANKS:
            report = measure(build, file, n, real, count)
            result = report["results"][0]
            measured, predicted = min(result["seconds"]) / 2, result["explained"]["grid"]["predicted_seconds"]
            worst = max(worst, predicted / measured, measured / predicted)
            cells.append(f"{1e3 * predicted:.3g} / {1e3 * measured:.3g} ({predicted / measured:.2f})")
        lines.append(cells)
        print(*cells, sep="; ", file=sys.stderr, flush=True)
    head = f"{report['machine']}; {report['mpi']}; least times of {REPEATS} rounds, predicted / measured ms (ratio):"
    columns = ["transform", *(f"{one} rank{'s' * (one > 1)}" for one in RANKS)]
    return f"{head}\n\n{page.markdown(columns, lines, 1)}\n\nThe largest factor between the two is {worst:.2f}."


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("build", type=Path, help="folder where bench_fft_openmpi was built")
parser.add_argument("--page", type=Path, help="a page with the marks of the table, for example docs/fft.md")
options = parser.parse_args()
with tempfile.TemporaryDirectory() as folder:
    rows = table(options.build.resolve(), Path(folder) / "fft.json")
print(rows)
if options.page:
    page.write(options.page, "estimated", f"\n{rows}\n")
