#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The wave equation on one node as an ordinary MPI program, with Cartwright's packing and with its halo engine, and on
emulated hosts also with its placement. Needs root. Checks that all results are equal to those of one process bit by bit,
and writes a table into docs/benchmarks-halo.md. bench/figures.py draws BUILD/bench/results/wave.json."""

import argparse
import itertools
import json
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

from lib import launch, machine, page

UNPACKED = {"CARTWRIGHT_DATATYPE": "off", "CARTWRIGHT_SHARED": "off"}
# The argument of the program, and the settings under `cartwright run`. On one node there is nothing to place.
ON_NODE = {
    "ordinary MPI program": ("messages", None),
    "with packing": ("messages", {}),
    "with halo engine": ("engine", None),
}
ON_HOSTS = {
    "ordinary MPI program": ("messages", None),
    "with placement": ("messages", UNPACKED),
    "with placement and packing": ("messages", {}),
    "with placement and halo engine": ("engine", {}),
}


# Points of a process along each axis, steps and rounds.
NODE_PROCESSES, NODE_BLOCK, NODE_STEPS, NODE_ROUNDS = 2, 64, 80, 15
HOSTS, SLOTS, HOST_BLOCK, HOST_STEPS, HOST_ROUNDS = 8, 4, 48, 20, 5
RATES = ["100mbit", "1gbit"]  # of the link of each host; the first one is drawn


def dims_of(processes):
    """The dims that MPI_Dims_create gives for three axes: as equal as possible, the greatest first."""
    best = min(
        (a - c, a, b, c)
        for a in range(1, processes + 1)
        for b in range(1, a + 1)
        for c in [processes // (a * b)]
        if a * b * c == processes and c <= b
    )
    return best[1:]


def run(command, settings):
    """Runs the program. Returns the milliseconds of a step, and the checksum."""
    (line,) = (line.split() for line in launch.output(command, settings).splitlines() if len(line.split()) == 2)
    return 1e3 * float(line[0]), line[1]


def measured(build, name, points, steps, rounds, ways, before, launcher):
    """The times of a step in some ways, by turns, at one place: `before` is in front of all, `launcher` of the program."""
    program = [build / "bench/openmpi/wave"]
    size = [*map(str, points), str(steps)]
    _, expected = run([*program, "messages", *size], {})
    times = {way: [] for way in ways}
    for number, (way, (exchange, settings)) in itertools.product(range(rounds), ways.items()):
        under = [] if settings is None else [build / "bin/cartwright", "run", "--"]
        ms, checksum = run([*before, *under, *launcher, *program, exchange, *size], settings)
        if checksum != expected:
            sys.exit(f"{way}: the checksum is {checksum}, that of one process is {expected}")
        times[way].append(ms)
        print(f"{name}, round {number + 1}: {way}: {ms:.2f} ms a step", flush=True)
    return [
        {"name": way, "median": statistics.median(each), "least": min(each), "most": max(each)} for way, each in times.items()
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--page", type=Path, default=ROOT / "docs/benchmarks-halo.md")
    options = parser.parse_args()
    build = options.build.resolve()
    where = f"{machine.processor()}, {machine.today()}, {machine.load()} before the runs"
    boxes = [[block * dim for dim in dims_of(count)]
             for block, count in [(NODE_BLOCK, NODE_PROCESSES), (HOST_BLOCK, HOSTS * SLOTS)]]  # fmt: skip
    # A process that waits for another one is delayed by any program that takes its core.
    real_time = ["chrt", "--rr", "1"]
    launcher = launch.mpirun("openmpi", NODE_PROCESSES)
    places = {"one node": measured(build, "one node", boxes[0], NODE_STEPS, NODE_ROUNDS, ON_NODE, real_time, launcher)}
    launcher = launch.mpirun("openmpi", HOSTS * SLOTS, "--map-by", "node")
    for rate in RATES:
        name = f"links of {rate}"
        cluster = launch.cluster(build, HOSTS, SLOTS, rate)
        places[name] = measured(build, name, boxes[1], HOST_STEPS, HOST_ROUNDS, ON_HOSTS, cluster, launcher)
    points = [f"{' x '.join(map(str, box))} points" for box in boxes]
    on_node = f"{points[0]}, {NODE_PROCESSES} processes"
    on_hosts = f"{points[1]}, {HOSTS} emulated hosts of {SLOTS} processes, ranks dealt by node"
    node, hosts, *_ = places.values()
    drawn = [
        {"title": f"On one node: {on_node}", "ways": node},
        {"title": f"On slow links: {on_hosts}, links of {RATES[0]}", "ways": hosts[:2]},
    ]
    results = build / "bench/results/wave.json"
    results.parent.mkdir(exist_ok=True)
    results.write_text(json.dumps({"machine": where, "places": drawn}, indent=1) + "\n")
    lines = [
        [place, ms["name"], f"{ms['median']:.2f}", f"{ms['least']:.2f} to {ms['most']:.2f}", f"{ways[0]['median'] / ms['median']:.2f}"]
        for place, ways in places.items()
        for ms in ways
    ]
    head = (
        f"On {where}; Open MPI; one node: {on_node}, medians of {NODE_ROUNDS} interleaved runs of {NODE_STEPS} steps at "
        f"real-time priority; links: {on_hosts}, which share the cores, medians of {HOST_ROUNDS} interleaved runs of {HOST_STEPS} steps:"
    )
    page.write(options.page, "wave", f"{head}\n\n{page.markdown(['', '', 'ms a step', 'least to most', 'times as fast'], lines, 2)}")


if __name__ == "__main__":
    main()
