# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The tables of emulated.py: one of all experiments in docs/emulated-networks.md, and one of each in a file."""

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
    columns = ["experiment", "bytes above predicted", "rank correlation: busiest link", "simulated",
               "speed-up measured / simulated: least", "Cartwright", "Cartwright's speed-up: simulated", "measured",
               "fastest measured", "Cartwright / fastest"]  # fmt: skip
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
        first, gains = one.results[0], one.gains()
        above = f"{100 * min(one.column('fewest')):.2f} to {100 * max(one.column('worst_excess')):.2f} %"
        lines.append(
            [experiment.name, above, f"{one.correlation('busiest'):.2f}", f"{one.correlation('simulated'):.2f}",
             f"{min(gains.values()):.2f}" if gains else "", f"{gains[own.mapping]:.2f}" if own.mapping in gains else "",
             f"{first.simulated / own.simulated:.2f}", f"{first.measured / own.measured:.2f}",
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


def job(experiment: Experiment) -> list[str]:
    """Return the network, the processes and the messages of an experiment, as cells of a table."""
    ends = ", periodic" if experiment.periodic else ""
    rates = [rate.removesuffix("mbit") for rate in (experiment.rate, experiment.terminal) if rate]
    return [f"{experiment.name}: {experiment.title}", f"`{experiment.network}`", f"{experiment.pattern}, {experiment.dims}{ends}",
            str(experiment.ranks_per_node), str(experiment.nodes), str(experiment.kib), ", nodes: ".join(rates)]  # fmt: skip


def write(target: Path, measured: dict[str, Measured]) -> None:
    """Replace the tables of the page, and write those of all placements into a file."""
    found = [(experiment, measured[experiment.name]) for experiment in EXPERIMENTS if experiment.name in measured]
    columns = ["experiment", "network", "pattern, grid", "ranks per node", "nodes", "KiB a message", "Mbit/s, fastest links"]
    jobs = page.markdown(columns, [job(experiment) for experiment, _ in found])
    machines = " and ".join(dict.fromkeys(one.machine for _, one in found))
    page.write(target, "emulated", f"\n{jobs}\n\n{machines}:\n\n{overview(measured)}\n")
    tables = [f"{experiment.name}: {one.machine}\n\n{table(one.results)}\n" for experiment, one in found]
    (target.parent / "data/emulated-networks.txt").write_text("\n".join(tables))
