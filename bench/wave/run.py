#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The wave equation on one node as an ordinary MPI program, with Cartwright's packing and with its halo engine, and on
emulated hosts also with its placement. Needs root. Checks that all results are equal to those of one process bit by bit,
and writes a table into docs/halo.md. bench/figures.py draws BUILD/bench/results/wave.json."""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

from lib import launch, machine, page

PAGE = ROOT / "docs" / "halo.md"


@dataclass
class Way:
    """How the program runs."""

    name: str
    exchange: str  # the argument of the program
    run: bool  # under `cartwright run`
    settings: dict[str, str]
    seconds: list[float] = field(default_factory=list)  # of a step, in each round


@dataclass
class Place:
    """Where the program runs in several ways."""

    name: str
    points: list[str]  # of the box
    launcher: list[str]  # in front of the program
    ways: list[Way]
    before: list[str]  # in front of all

    def __str__(self) -> str:
        return " x ".join(self.points)


def ways_on_node() -> list[Way]:
    """Return the ways on one node, where there is nothing to place."""
    return [
        Way("ordinary MPI program", "messages", False, {}),
        Way("with packing", "messages", True, {}),
        Way("with halo engine", "engine", False, {}),
    ]


def ways_on_hosts() -> list[Way]:
    """Return the ways on several hosts."""
    return [
        Way("ordinary MPI program", "messages", False, {}),
        Way("with placement", "messages", True, {"CARTWRIGHT_DATATYPE": "off", "CARTWRIGHT_SHARED": "off"}),
        Way("with placement and packing", "messages", True, {}),
        Way("with placement and halo engine", "engine", True, {}),
    ]


def dims_of(processes: int) -> list[int]:
    """Return the dims that MPI_Dims_create gives for three axes: as equal as possible, the greatest first."""
    best = min(
        (a - c, a, b, c)
        for a in range(1, processes + 1)
        for b in range(1, a + 1)
        for c in [processes // (a * b)]
        if a * b * c == processes and c <= b
    )
    return list(best[1:])


def run(command: list[str], settings: dict[str, str]) -> tuple[float, str]:
    """Run the program. Return the seconds of a step, and the checksum."""
    (line,) = (line.split() for line in launch.output(command, settings).splitlines() if len(line.split()) == 2)
    return float(line[0]), line[1]


def box(block: int, processes: int) -> list[str]:
    """Return the points of a box of cubes, one for each process."""
    return [str(block * dim) for dim in dims_of(processes)]


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--node-processes", type=int, default=2, help="processes on one node; each needs a core")
    parser.add_argument("--node-block", type=int, default=64, help="points of a process along each axis on one node")
    parser.add_argument("--node-rounds", type=int, default=15)
    parser.add_argument("--hosts", type=int, default=8)
    parser.add_argument("--slots", type=int, default=4, help="processes on each host")
    parser.add_argument("--rates", default="100mbit,1gbit", help="of the link of each host; the first one is drawn")
    parser.add_argument("--block", type=int, default=48, help="points of a process along each axis on hosts")
    parser.add_argument("--steps", type=int, default=20, help="on hosts; on one node four times as many")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--map-by", choices=["slot", "node"], default="node", help="how the launcher deals ranks")
    options = parser.parse_args()
    build = options.build.resolve()
    cartwright = str(build / "bin" / "cartwright")
    where = f"{machine.processor()}, {machine.today()}, {machine.load()} before the runs"
    processes = options.hosts * options.slots
    on_node = launch.mpirun("openmpi", options.node_processes)
    # A process that waits for another one is delayed by any program that takes its core.
    real_time = ["chrt", "--rr", "1"]
    places = [Place("one node", box(options.node_block, options.node_processes), on_node, ways_on_node(), real_time)]
    for rate in options.rates.split(","):
        on_hosts = launch.mpirun("openmpi", processes, "--map-by", options.map_by)
        cluster = launch.cluster(build, options.hosts, options.slots, rate)
        places.append(Place(f"links of {rate}", box(options.block, processes), on_hosts, ways_on_hosts(), cluster))
    for place in places:
        single = place is places[0]
        program = [str(build / "bench" / "openmpi" / "wave")]
        steps = str(4 * options.steps if single else options.steps)
        _, expected = run([*program, "messages", *place.points, steps], {})
        for number, way in itertools.product(range(options.node_rounds if single else options.rounds), place.ways):
            under = [cartwright, "run", "--"] if way.run else []
            command = [*place.before, *under, *place.launcher, *program, way.exchange, *place.points, steps]
            seconds, checksum = run(command, way.settings)
            if checksum != expected:
                sys.exit(f"{way.name}: the checksum is {checksum}, that of one process is {expected}")
            way.seconds.append(seconds)
            print(f"{place.name}, round {number + 1}: {way.name}: {seconds * 1e3:.2f} ms a step", flush=True)
    write(options, build, where, places)


def write(options: argparse.Namespace, build: Path, where: str, places: list[Place]) -> None:
    """Write the page, and what is drawn: one node and the first rate."""
    node, hosts = places[:2]
    on_node = f"{node} points, {options.node_processes} processes"
    on_hosts = f"{hosts} points, {options.hosts} emulated hosts of {options.slots} processes, ranks dealt by {options.map_by}"
    drawn = [
        {"title": f"On one node: {on_node}", "ways": [measured(way) for way in node.ways]},
        {"title": f"On slow links: {on_hosts}, {hosts.name}", "ways": [measured(way) for way in hosts.ways[:2]]},
    ]
    results = build / "bench" / "results" / "wave.json"
    results.parent.mkdir(exist_ok=True)
    results.write_text(json.dumps({"machine": where, "places": drawn}, indent=1) + "\n")
    lines = []
    for place in places:
        ordinary = measured(place.ways[0])["median"]
        for way in place.ways:
            ms = measured(way)
            cells = [f"{ms['median']:.2f}", f"{ms['least']:.2f} to {ms['most']:.2f}", f"{ordinary / ms['median']:.2f}"]
            lines.append([place.name, way.name, *cells])
    head = (
        f"On {where}; Open MPI; one node: {on_node}, medians of {options.node_rounds} interleaved runs of {4 * options.steps} "
        f"steps at real-time priority; links: {on_hosts}, which share the cores, medians of {options.rounds} interleaved runs of {options.steps} steps:"
    )
    page.write(PAGE, "wave", f"{head}\n\n{page.markdown(['', '', 'ms a step', 'least to most', 'times as fast'], lines, 2)}")


def measured(way: Way) -> dict[str, str | float]:
    """Return the milliseconds of a step."""
    seconds = {"median": statistics.median(way.seconds), "least": min(way.seconds), "most": max(way.seconds)}
    return {"name": way.name, **{key: 1e3 * value for key, value in seconds.items()}}


if __name__ == "__main__":
    main()
