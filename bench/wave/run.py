#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The wave equation on emulated hosts in four ways: as an ordinary MPI program, with Cartwright's placement, with placement
and its datatypes, and with placement and its halo engine. Needs root. Checks that all results are equal to that of one
process bit by bit, and writes a picture into docs/images and a table into docs/halo.md."""

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

from picture import Bar, bars

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


def ways() -> list[Way]:
    """Return the four ways, in the order of the picture."""
    return [
        Way("ordinary MPI program", "messages", False, {}),
        Way("with placement", "messages", True, {"CARTWRIGHT_DATATYPE": "off", "CARTWRIGHT_SHARED": "off"}),
        Way("with placement and datatypes", "messages", True, {}),
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


def main() -> None:
    """Measure, draw, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--hosts", type=int, default=8)
    parser.add_argument("--slots", type=int, default=4, help="processes on each host")
    parser.add_argument("--rates", default="100mbit,1gbit", help="of the link of each host; the first one is drawn")
    parser.add_argument("--block", type=int, default=48, help="points of a process along each axis")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--map-by", choices=["slot", "node"], default="node", help="how the launcher deals ranks")
    options = parser.parse_args()
    build = options.build.resolve()
    processes = options.hosts * options.slots
    points = [str(options.block * dim) for dim in dims_of(processes)]
    program = build / "bench" / "openmpi" / "wave"
    cartwright = build / "bin" / "cartwright"
    _, expected = run([program, "messages", *points, str(options.steps)], {})
    where = machine()
    measured: dict[str, list[Way]] = {}
    for rate in options.rates.split(","):
        measured[rate] = ways()
        for number, way in itertools.product(range(options.rounds), measured[rate]):
            launcher = ["mpirun.openmpi", "--map-by", options.map_by, "-n", str(processes)]
            command: list[str | Path] = [
                cartwright, "cluster", "--hosts", str(options.hosts), "--slots", str(options.slots), "--rate", rate, "--",
                *([cartwright, "run", "--"] if way.run else []), *launcher, program, way.exchange, *points,
                str(options.steps),
            ]  # fmt: skip
            seconds, checksum = run(command, way.settings)
            if checksum != expected:
                sys.exit(f"{way.name}: the checksum is {checksum}, that of one process is {expected}")
            way.seconds.append(seconds)
            print(f"{rate}, round {number + 1}: {way.name}: {seconds * 1e3:.2f} ms a step", flush=True)
    write(options, where, " x ".join(points), measured)


def write(options: argparse.Namespace, where: str, box: str, measured: dict[str, list[Way]]) -> None:
    """Write the picture of the first rate, and the page."""
    subject = f"{box} points on {options.hosts} emulated hosts of {options.slots} processes, ranks dealt by {options.map_by}"
    rate, drawn = next(iter(measured.items()))
    title = "A step of the wave equation, in milliseconds"
    PICTURE.write_text(bars(title, [f"{subject}, links of {rate}", where], [Bar(way.name, *milliseconds(way)) for way in drawn]))
    lines = [
        f"On {where}; Open MPI; {subject}, which share the cores; {options.steps} steps, medians of {options.rounds} "
        "interleaved runs:",
        "",
        "| links | | ms a step | least to most | times as fast |",
        "|---|---|--:|--:|--:|",
    ]
    for rate, all_ways in measured.items():
        ordinary = statistics.median(all_ways[0].seconds)
        for way in all_ways:
            median, least, most = milliseconds(way)
            faster = ordinary / statistics.median(way.seconds)
            lines.append(f"| {rate} | {way.name} | {median:.2f} | {least:.2f} to {most:.2f} | {faster:.2f} |")
    begin, end = "<!-- wave: begin -->", "<!-- wave: end -->"
    head, rest = PAGE.read_text().split(begin)
    PAGE.write_text(head + "\n".join([begin, *lines, end]) + rest.split(end)[1])


def milliseconds(way: Way) -> tuple[float, float, float]:
    """Return the median, the least and the most."""
    return 1e3 * statistics.median(way.seconds), 1e3 * min(way.seconds), 1e3 * max(way.seconds)


if __name__ == "__main__":
    main()
