# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The tables of emulated.py in docs/emulated-networks.md."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from experiments import EXPERIMENTS, Experiment
from lib import page, statistic


@dataclass
class Result:
    """One mapping: bytes in the links of largest difference, and seconds of a round."""

    mapping: str
    links: int  # that should carry data
    worst_excess: float  # the largest (payload - expected) / expected of a link
    fewest: float  # the smallest
    busiest: float  # seconds, of the busiest link
    link_class: str  # of the busiest link
    simulated: float  # seconds, by the flow model
    measured: float  # seconds, the median of the rounds
    least: float
    most: float


@dataclass
class Measured:
    """The results of an experiment, and the machine."""

    machine: str
    results: list[Result]

    @staticmethod
    def of(kept: dict[str, Any]) -> Measured:
        """Return what was kept as JSON."""
        return Measured(kept["machine"], [Result(**one) for one in kept["results"]])

    def column(self, name: str) -> list[float]:
        """Return one number of each result."""
        return [getattr(one, name) for one in self.results]

    def correlation(self, prediction: str) -> float:
        """Return the rank correlation of the measured times with predicted ones."""
        return statistic.rank_correlation(self.column(prediction), self.column("measured"), alike=1.01)

    def gains(self) -> dict[str, float]:
        """Return measured over simulated speed-ups of the placements that should be faster than the first one."""
        first = self.results[0]
        return {
            one.mapping: (first.measured / one.measured) / (first.simulated / one.simulated)
            for one in self.results
            if one.simulated < first.simulated
        }


def overview(measured: dict[str, Measured]) -> str:
    """Return one row for each experiment."""
    columns = ["experiment", "rank correlation: busiest link", "simulated", "speed-up measured / simulated: least",
               "Cartwright", "fastest measured", "Cartwright / fastest"]  # fmt: skip
    lines = []
    for experiment in EXPERIMENTS:
        one = measured.get(experiment.name)
        if one is None:
            continue
        best = min(one.results, key=lambda result: result.measured)
        own = min(
            (result for result in one.results if result.mapping in experiment.ours), key=lambda result: result.measured
        )
        if own.measured == best.measured:  # an equal placement is measured once
            best = own
        gains = one.gains()
        lines.append(
            [experiment.name, f"{one.correlation('busiest'):.2f}", f"{one.correlation('simulated'):.2f}",
             f"{min(gains.values()):.2f}" if gains else "", f"{gains[own.mapping]:.2f}" if own.mapping in gains else "",
             best.mapping, f"{own.measured / best.measured:.3f}"]
        )  # fmt: skip
    return page.markdown(columns, lines)


def table(results: list[Result]) -> str:
    """Return the rows of an experiment as Markdown. Speed-ups are over the first mapping."""
    first = results[0]
    columns = ["placement", "links", "bytes above predicted", "busiest link s", "its class", "simulated s", "measured s",
               "measured / simulated", "speed-up simulated", "measured"]  # fmt: skip
    lines = [
        [one.mapping, str(one.links), f"{100 * one.fewest:.2f} to {100 * one.worst_excess:.2f} %",
         f"{one.busiest:.3f}", one.link_class, f"{one.simulated:.3f}", f"{one.measured:.3f}",
         f"{one.measured / one.simulated:.2f}", f"{first.simulated / one.simulated:.2f}",
         f"{first.measured / one.measured:.2f}"]
        for one in results
    ]  # fmt: skip
    return page.markdown(columns, lines)


def heading(experiment: Experiment, machine: str) -> str:
    """Return the line above a table."""
    ends = ", periodic" if experiment.periodic else ""
    terminal = f", those of nodes with {experiment.terminal.removesuffix('mbit')} Mbit/s" if experiment.terminal else ""
    per_node = f"{experiment.ranks_per_node} rank{'s' if experiment.ranks_per_node > 1 else ''} per node"
    return (
        f"**{experiment.name}: {experiment.title}**: `{experiment.network}`, {experiment.pattern}, {experiment.dims}{ends}, "
        f"{per_node} on {experiment.nodes} nodes, messages of {experiment.kib} KiB, the fastest links with "
        f"{experiment.rate.removesuffix('mbit')} Mbit/s{terminal}; {machine}:"
    )


def write(target: Path, measured: dict[str, Measured]) -> None:
    """Replace the tables of the page."""
    parts = [overview(measured)]
    for experiment in EXPERIMENTS:
        if one := measured.get(experiment.name):
            parts += [heading(experiment, one.machine), table(one.results)]
    page.write(target, "emulated", "\n" + "\n\n".join(parts) + "\n")
