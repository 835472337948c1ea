#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Simulates the rounds whose times emulated.py wrote into docs/emulated-networks.md, and adds its own there.

usage: simulated.py CARTWRIGHT"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from correlation import correlation
from experiments import EXPERIMENTS, Experiment

PAGE = Path(__file__).parents[2] / "docs" / "emulated-networks.md"
ROUNDED = 2e-3  # by how much a time on the page may differ


@dataclass
class Measured:
    """A row of the page, in seconds."""

    mapping: str
    links: int
    predicted: float
    measured: float


def rows_of(page: str, experiment: Experiment) -> list[Measured]:
    """Return what the page has of an experiment."""
    _, found, rest = page.partition(f"<!-- experiment {experiment.name} -->")
    rows = []
    for line in re.split(r"<!-- ", rest)[0].splitlines() if found else []:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] in experiment.contenders:
            rows.append(Measured(cells[0], int(cells[1]), float(cells[3]), float(cells[5])))
    return rows


def report_of(*command: str) -> dict[str, Any]:
    """Run a command and return its report."""
    report: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return report


def fastest(cartwright: str, network: str) -> float:
    """Return the bandwidth of the fastest links in bits per second."""
    described = report_of(cartwright, "network", "info", network, "--write", "json=-", "--quiet")
    return max(8.0 * one["bandwidth"] for one in described["classes"])


def simulated(cartwright: str, experiment: Experiment, title: str) -> tuple[float, float, int]:
    """Return the seconds of the busiest link and of the flow model, and the links that carry data, or 0 with detours."""
    mapping, _, routing = experiment.contenders[title].partition(":")
    periodic = str(int(experiment.periodic))
    job = [
        "--json", "--dims", experiment.dims, "--periodic", ",".join(periodic for _ in experiment.extents),
        "--stencil", experiment.pattern, "--ranks-per-node", str(experiment.ranks_per_node),
        "--bytes", f"{experiment.kib}KiB", "--mapping", mapping, "--routing", routing or "minimal",
        "--samples", "1", "--paths", "single", "--budget", "5", "--seed", "1",
    ]  # fmt: skip
    network = experiment.network
    report = report_of(cartwright, "simulate", "--network", network, *job, "--latency", "0", "--tolerance", "0")
    run = report["simulation"]["runs"][1]
    links = 0
    if not routing:
        used = report_of(cartwright, "network", "loads", network, *job)["loads"][0]["classes"]
        links = sum(one["used"] for one in used)
        if all(one["class"] != "injection" for one in used):
            links += 2 * int(report["jobs"][0]["nodes"])  # those of the nodes
    slower = fastest(cartwright, network) / (1e6 * float(experiment.rate.removesuffix("mbit")))
    return run["predicted_seconds"] * slower, run["simulated_seconds"] * slower, links


def table(cartwright: str, experiment: Experiment, results: list[Measured]) -> list[str]:
    """Return the rows of an experiment and their rank correlations as Markdown."""
    lines = ["", f"**`{experiment.network}`**, {experiment.pattern}, {experiment.dims}:", "", "| mapping | busiest link s | simulated s | measured s | "
             "measured / busiest link | measured / simulated |", "|---|---|---|---|---|---|"]  # fmt: skip
    columns: tuple[list[float], ...] = ([], [], [])
    for result in results:
        busiest, flows, links = simulated(cartwright, experiment, result.mapping)
        measured = result.measured
        # The mapping must be the measured one: a search that the clock ends may find another.
        if abs(busiest - result.predicted) > ROUNDED or links not in (0, result.links):
            lines.append(f"| {result.mapping} | {result.predicted:.3f} | - | {measured:.3f} | "
                         f"{measured / result.predicted:.2f} | - |")  # fmt: skip
            continue
        for column, value in zip(columns, (busiest, flows, measured), strict=True):
            column.append(value)
        lines.append(
            f"| {result.mapping} | {busiest:.3f} | {flows:.3f} | {measured:.3f} | {measured / busiest:.2f} | "
            f"{measured / flows:.2f} |"
        )
    return [*lines, "", f"Rank correlation with the measured times: {correlation(columns[0], columns[2]):.2f} of the "
            f"busiest links, {correlation(columns[1], columns[2]):.2f} of the simulated times."]  # fmt: skip


def main() -> None:
    """Simulate all halos and write the page."""
    cartwright = sys.argv[1]
    page = PAGE.read_text()
    text = []
    for experiment in EXPERIMENTS:
        results = rows_of(page, experiment)
        if experiment.pattern != "transposes" and results:
            text += table(cartwright, experiment, results)
            print("\n".join(text[-len(results) - 4 :]), flush=True)
    begin, end = "<!-- simulated: begin -->", "<!-- simulated: end -->"
    head, rest = PAGE.read_text().split(begin)
    PAGE.write_text("\n".join([f"{head}{begin}", *text, "", f"{end}{rest.split(end)[1]}"]))


main()
