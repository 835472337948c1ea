#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Simulates the rounds that emulated.py measured, and writes both times into docs/emulated-networks.md.

usage: simulated.py CARTWRIGHT RESULTS, where RESULTS is the folder of `emulated.py --keep`"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "emulated-networks.md"
PERCS = "percs:supernodes=4,drawers=2,nodes=4,d-links=2"
# The experiments of emulated.py: network, dims, ranks per node, KiB; then the bandwidth of the fastest links in bits per
# second, of the network and as emulated.
EXPERIMENTS: dict[str, tuple[str, str, int, int, float, float]] = {
    "percs-4d": (PERCS, "4x4x4x2", 4, 64, 8 * 24e9, 24e6),
    "percs-2d": (PERCS, "16x8", 4, 256, 8 * 24e9, 24e6),
    "torus": ("torus:dims=4x4x4", "8x8", 1, 256, 8 * 2e9, 10e6),
}
CONTENDERS = {"CW": "network", "DFI": "DEF:valiant", "RDI": "RDM:valiant", "CWI": "network:valiant"}


def report_of(*command: str) -> dict[str, Any]:
    """Run a command and return its report."""
    report: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return report


def simulated(cartwright: str, name: str, mapping: str) -> tuple[float, float, int]:
    """Return the seconds of the busiest link and of the flow model, and the links that carry data, or 0 with detours."""
    network, dims, ranks_per_node, kib, real, emulated = EXPERIMENTS[name]
    mapping, _, routing = CONTENDERS.get(mapping, mapping).partition(":")
    job = [
        "--json", "--dims", dims, "--periodic", ",".join("1" for _ in dims.split("x")), "--ranks-per-node",
        str(ranks_per_node), "--bytes", f"{kib}KiB", "--mapping", mapping, "--routing", routing or "minimal",
        "--samples", "1", "--paths", "single", "--budget", "5", "--seed", "1",
    ]  # fmt: skip
    report = report_of(cartwright, "simulate", "--network", network, *job, "--latency", "0", "--tolerance", "0")
    run = report["simulation"]["runs"][1]
    links = 0
    if not routing:
        used = report_of(cartwright, "network", "loads", network, *job)["loads"][0]["classes"]
        links = sum(one["used"] for one in used) + 2 * report["jobs"][0]["nodes"]  # and those of the nodes
    return run["predicted_seconds"] * real / emulated, run["simulated_seconds"] * real / emulated, links


def places(values: list[float]) -> list[float]:
    """Return places in ascending order; values within 1 % share the mean of theirs."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    place = [0.0] * len(values)
    start = 0
    for i in range(1, len(order) + 1):
        if i == len(order) or values[order[i]] > 1.01 * values[order[i - 1]]:
            for k in order[start:i]:
                place[k] = (start + i - 1) / 2
            start = i
    return place


def correlation(a: list[float], b: list[float]) -> float:
    """Return Spearman's rank correlation."""
    return statistics.correlation(places(a), places(b))


def table(cartwright: str, name: str, results: list[dict[str, Any]]) -> list[str]:
    """Return the rows of an experiment and their rank correlations as Markdown."""
    network, dims, *_ = EXPERIMENTS[name]
    lines = ["", f"**`{network}`**, {dims}:", "", "| mapping | busiest link s | simulated s | measured s | "
             "measured / busiest link | measured / simulated |", "|---|---|---|---|---|---|"]  # fmt: skip
    columns: tuple[list[float], ...] = ([], [], [])
    for result in results:
        busiest, flows, links = simulated(cartwright, name, result["mapping"])
        measured = result["measured"]
        # The mapping must be the measured one: a search that the clock ends may find another.
        if abs(busiest / result["predicted"] - 1) > 1e-6 or links not in (0, result["links"]):
            lines.append(f"| {result['mapping']} | {result['predicted']:.3f} | - | {measured:.3f} | "
                         f"{measured / result['predicted']:.2f} | - |")  # fmt: skip
            continue
        for column, value in zip(columns, (busiest, flows, measured), strict=True):
            column.append(value)
        lines.append(
            f"| {result['mapping']} | {busiest:.3f} | {flows:.3f} | {measured:.3f} | {measured / busiest:.2f} | "
            f"{measured / flows:.2f} |"
        )
    return [*lines, "", f"Rank correlation with the measured times: {correlation(columns[0], columns[2]):.2f} of the "
            f"busiest links, {correlation(columns[1], columns[2]):.2f} of the simulated times."]  # fmt: skip


def main() -> None:
    """Simulate all experiments and write the page."""
    cartwright, folder = sys.argv[1], Path(sys.argv[2])
    text = []
    for name in EXPERIMENTS:
        text += table(cartwright, name, json.loads((folder / f"{name}.json").read_text()))
    begin, end = "<!-- simulated: begin -->", "<!-- simulated: end -->"
    head, rest = PAGE.read_text().split(begin)
    PAGE.write_text("\n".join([f"{head}{begin}", *text, "", f"{end}{rest.split(end)[1]}"]))


main()
