#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The time of every mapping for all of p, 4p and 16p processes, and the exponent of p that follows, beside the one of the
complexity that docs/algorithms.md states.

bench/published/complexity.py build [--runs 5] [--least 120]
"""

import argparse
import json
import math
import pathlib
import re
import statistics
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "bench"))

from lib import machine, page, statistic

PAGE = SOURCE / "docs/algorithms.md"
NODE = 48
GROWTH = (1, 2, 4)  # of both dims
TOLERANCE = 0.2  # of the exponent: caches, and set-up that does not grow
# The growth with p of each term of the page: nodes, dims and stencil stay the same, and dims have the same length.
ONE_PROCESS = {
    "1": lambda p: 1,
    "log N": lambda p: math.log(p / NODE),
    "log p": math.log,
}
ALL_PROCESSES = {
    "p": lambda p: p,
    "p + B Σd_i log B": lambda p: p**1.5,  # the number B of boxes grows with p
}


def by_process(one):
    """The growth for all processes, if each takes so long."""
    return lambda p: p * one(p)


def stated(text):
    """The seconds for p processes, up to a factor, by the name of each mapping in the table of the page."""
    rows = re.findall(r"^\| (`[^|]*) \|[^|]*\| O\(([^|]*)\)( for all)?[^|]*\|", text, re.MULTILINE)
    found = {}
    for names, formula, for_all in rows:
        for name in re.findall(r"`([^`]*)`", names):
            found[name] = ALL_PROCESSES[formula] if for_all else by_process(in_p(formula))
    return found


def in_p(formula):
    """The growth with p of the time of one process: that of its term with p or N, if there is one."""
    return next((ONE_PROCESS[term] for term in ("log N", "log p") if term in formula), ONE_PROCESS["1"])


def seconds_of(build, side, runs):
    """Median seconds of each mapping on a grid of side x side."""
    nodes = side * side // NODE
    command = [build / "bin/cartwright", "compare", "--dims", f"{side}x{side}", "--machine", f"{nodes}x{NODE}", "--json", "--quiet"]
    samples = {}
    for _ in range(runs):
        for row in json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["mappings"]:
            samples.setdefault(row["mapping"], []).append(row["seconds"])
    return {name: statistics.median(values) for name, values in samples.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=5, help="runs of each size, of which the median counts")
    parser.add_argument("--least", type=int, default=120, help="the side of the smallest grid, a multiple of 12")
    options = parser.parse_args()
    sides = [growth * options.least for growth in GROWTH]
    sizes = [side * side for side in sides]
    by_size = [seconds_of(options.build, side, options.runs) for side in sides]
    lines, above = [["mapping", *(f"{p:,} ms" for p in sizes), "exponent", "stated", ""]], 0
    for name, growth in stated(PAGE.read_text(encoding="utf-8")).items():
        if name not in by_size[0]:
            continue  # a variant for unequal nodes
        seconds = [found[name] for found in by_size]
        measured = -statistic.power_law(sizes, seconds)["gamma"]
        expected = -statistic.power_law(sizes, [growth(p) for p in sizes])["gamma"]
        within = measured <= expected + TOLERANCE
        above += not within
        lines.append([name, *(f"{1e3 * s:.2f}" for s in seconds), f"{measured:.2f}", f"{expected:.2f}", "" if within else "above"])
    print(f"{machine.processor()}, {machine.today()}\n\n{page.aligned(lines, left=1)}")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
