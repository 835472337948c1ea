#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Simulates the rounds that emulated.py measured, and writes both times into docs/emulated-networks.md.

usage: simulated.py CARTWRIGHT RESULTS, where RESULTS is the folder of `emulated.py --keep`"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from correlation import correlation
from experiments import EXPERIMENTS, Experiment

PAGE = Path(__file__).parents[2] / "docs" / "emulated-networks.md"
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
        links = sum(one["used"] for one in used) + 2 * report["jobs"][0]["nodes"]  # and those of the nodes
    slower = fastest(cartwright, network) / (1e6 * float(experiment.rate.removesuffix("mbit")))
    return run["predicted_seconds"] * slower, run["simulated_seconds"] * slower, links


def table(cartwright: str, experiment: Experiment, results: list[dict[str, Any]]) -> list[str]:
    """Return the rows of an experiment and their rank correlations as Markdown."""
    lines = ["", f"**`{experiment.network}`**, {experiment.pattern}, {experiment.dims}:", "", "| mapping | busiest link s | simulated s | measured s | "
             "measured / busiest link | measured / simulated |", "|---|---|---|---|---|---|"]  # fmt: skip
    columns: tuple[list[float], ...] = ([], [], [])
    for result in results:
        busiest, flows, links = simulated(cartwright, experiment, result["mapping"])
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
    """Simulate all halos and write the page."""
    cartwright, folder = sys.argv[1], Path(sys.argv[2])
    text = []
    for experiment in EXPERIMENTS:
        results = folder / f"{experiment.name}.json"
        if experiment.pattern != "transposes" and results.exists():
            text += table(cartwright, experiment, json.loads(results.read_text()))
    begin, end = "<!-- simulated: begin -->", "<!-- simulated: end -->"
    head, rest = PAGE.read_text().split(begin)
    PAGE.write_text("\n".join([f"{head}{begin}", *text, "", f"{end}{rest.split(end)[1]}"]))


main()
