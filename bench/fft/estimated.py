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
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from lib import launch, page


def measure(build: Path, folder: Path, n: int, real: bool, ranks: int, repeats: int) -> dict[str, Any]:
    """Return the report of the benchmark for one transform."""
    report = folder / "fft.json"
    program = build / "bench" / "openmpi" / "fft"
    command = [*launch.mpirun("openmpi", ranks, "--oversubscribe"), program, "--n", n, "--effort", "estimate"]
    command += ["--contenders", "cartwright", "--repeats", repeats, "--json", report, *(["--real"] if real else [])]
    launch.output(command)
    result: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return result


def table(build: Path, sizes: list[int], ranks: list[int], repeats: int) -> str:
    """Measure, and return the rows as Markdown."""
    lines: list[list[str]] = []
    worst = 1.0
    with tempfile.TemporaryDirectory() as folder:
        for real, n in itertools.product((False, True), sizes):
            cells = [f"{'r2c' if real else 'c2c'} {n}^3"]
            for count in ranks:
                report = measure(build, Path(folder), n, real, count, repeats)
                result = report["results"][0]
                measured = min(result["seconds"]) / 2
                predicted = result["explained"]["grid"]["predicted_seconds"]
                worst = max(worst, predicted / measured, measured / predicted)
                cells.append(f"{1e3 * predicted:.3g} / {1e3 * measured:.3g} ({predicted / measured:.2f})")
            lines.append(cells)
            print(*cells, sep="; ", file=sys.stderr, flush=True)
    head = f"{report['machine']}; {report['mpi']}; least times of {repeats} rounds, predicted / measured ms (ratio):"
    columns = ["transform", *(f"{one} rank{'s' * (one > 1)}" for one in ranks)]
    return f"{head}\n\n{page.markdown(columns, lines, 1)}\n\nThe largest factor between the two is {worst:.2f}."


def main() -> int:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path, help="folder where bench_fft_openmpi was built")
    parser.add_argument("--n", default="64,128,256", help="sizes of cubes")
    parser.add_argument("--ranks", default="1,2,4", help="numbers of processes")
    parser.add_argument("--repeats", type=int, default=21, help="rounds of each transform")
    parser.add_argument("--page", type=Path, help="a page with the marks of the table, for example docs/fft.md")
    options = parser.parse_args()
    sizes = [int(n) for n in options.n.split(",")]
    ranks = [int(p) for p in options.ranks.split(",")]
    rows = table(options.build.resolve(), sizes, ranks, options.repeats)
    print(rows)
    if options.page:
        page.write(options.page, "estimated", f"\n{rows}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
