#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The wave equation on one node as an ordinary MPI program, with Cartwright's packing and with its halo engine, and on
emulated hosts also with its placement. Needs root. Checks that all results are equal to those of one process bit by bit,
and writes a picture into docs/images and a table into docs/halo.md."""

from __future__ import annotations

import argparse
import itertools
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from picture import Bar, Group, bars

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "halo.md"
PICTURE = ROOT / "docs" / "images" / "wave-bars.svg"


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
    launcher: list[str | Path]  # in front of the program
    ways: list[Way]
    before: list[str | Path]  # in front of all

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


def machine() -> str:
    """Return the name of the processor, the number of cores, the date, and the load of other programs."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown processor")
    return f"{model}, {os.cpu_count()} cores, {time.strftime('%Y-%m-%d')}, load average {os.getloadavg()[0]:.0f} before the runs"


def run(command: list[str | Path], settings: dict[str, str]) -> tuple[float, str]:
    """Run the program. Return the seconds of a step, and the checksum."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, env=os.environ | settings
    )
    lines = [line.split() for line in done.stdout.splitlines() if len(line.split()) == 2]
    if done.returncode != 0 or len(lines) != 1:
        sys.exit(f"exit status {done.returncode}: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return float(lines[0][0]), lines[0][1]


def box(block: int, processes: int) -> list[str]:
    """Return the points of a box of cubes, one for each process."""
    return [str(block * dim) for dim in dims_of(processes)]


def main() -> None:
    """Measure, draw, and write the page."""
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
    cartwright = build / "bin" / "cartwright"
    where = machine()
    processes = options.hosts * options.slots
    on_node: list[str | Path] = ["mpirun.openmpi", "-n", str(options.node_processes)]
    # A process that waits for another one is delayed by any program that takes its core.
    real_time: list[str | Path] = ["chrt", "--rr", "1"]
    places = [Place("one node", box(options.node_block, options.node_processes), on_node, ways_on_node(), real_time)]
    for rate in options.rates.split(","):
        on_hosts: list[str | Path] = ["mpirun.openmpi", "--map-by", options.map_by, "-n", str(processes)]
        cluster: list[str | Path] = [cartwright, "cluster", "--hosts", str(options.hosts), "--slots", str(options.slots)]
        cluster += ["--rate", rate, "--"]
        places.append(Place(f"links of {rate}", box(options.block, processes), on_hosts, ways_on_hosts(), cluster))
    for place in places:
        single = place is places[0]
        program = [build / "bench" / "openmpi" / "wave"]
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
    write(options, where, places)


def write(options: argparse.Namespace, where: str, places: list[Place]) -> None:
    """Write the picture of one node and of the first rate, and the page."""
    node, hosts = places[:2]
    on_node = f"{node} points, {options.node_processes} processes"
    on_hosts = f"{hosts} points, {options.hosts} emulated hosts of {options.slots} processes, ranks dealt by {options.map_by}"
    groups = [
        Group(f"On one node: {on_node}", [bar(way) for way in node.ways]),
        Group(f"On slow links: {on_hosts}, {hosts.name}", [bar(way) for way in hosts.ways[:2]]),
    ]
    PICTURE.write_text(bars("A step of the wave equation, in milliseconds", groups, [where]))
    lines = [
        f"On {where}; Open MPI; one node: {on_node}, medians of {options.node_rounds} interleaved runs of {4 * options.steps} "
        f"steps at real-time priority; links: {on_hosts}, which share the cores, medians of {options.rounds} interleaved runs of {options.steps} steps:",
        "",
        "| | | ms a step | least to most | times as fast |",
        "|---|---|--:|--:|--:|",
    ]
    for place in places:
        ordinary = statistics.median(place.ways[0].seconds)
        for way in place.ways:
            median, least, most = milliseconds(way)
            faster = ordinary / statistics.median(way.seconds)
            lines.append(f"| {place.name} | {way.name} | {median:.2f} | {least:.2f} to {most:.2f} | {faster:.2f} |")
    begin, end = "<!-- wave: begin -->", "<!-- wave: end -->"
    head, rest = PAGE.read_text().split(begin)
    PAGE.write_text(head + "\n".join([begin, *lines, end]) + rest.split(end)[1])


def bar(way: Way) -> Bar:
    """Return the bar of a way."""
    return Bar(way.name, *milliseconds(way))


def milliseconds(way: Way) -> tuple[float, float, float]:
    """Return the median, the least and the most."""
    return 1e3 * statistics.median(way.seconds), 1e3 * min(way.seconds), 1e3 * max(way.seconds)


if __name__ == "__main__":
    main()
