# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The tables of emulated.py: one of all experiments in docs/emulated-networks.md, and one of each in a file."""

from dataclasses import dataclass

from experiments import EXPERIMENTS
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


def above(results):
    """The bytes above the predicted ones."""
    fewest, most = min(one.fewest for one in results), max(one.worst_excess for one in results)
    return f"{100 * fewest:.2f} to {100 * most:.2f} %"


def overview(found):
    """One row for each experiment."""
    columns = ["experiment", "bytes above predicted", "rank correlation: busiest link", "simulated",
               "speed-up measured / simulated: least", "Cartwright", "Cartwright's speed-up: simulated", "measured",
               "fastest measured", "Cartwright / fastest"]  # fmt: skip
    lines = []
    for experiment, _, results in found:
        first = results[0]
        measured = [one.measured for one in results]
        best = min(results, key=lambda one: one.measured)
        own = min((one for one in results if one.mapping in experiment.ours), key=lambda one: one.measured)
        if own.measured == best.measured:  # an equal placement is measured once
            best = own
        # Measured over simulated speed-ups of the placements that should be faster than the first one.
        gains = {
            one.mapping: (first.measured / one.measured) / (first.simulated / one.simulated)
            for one in results
            if one.simulated < first.simulated
        }
        correlations = [
            statistic.rank_correlation([getattr(one, by) for one in results], measured, alike=1.01)
            for by in ("busiest", "simulated")
        ]
        lines.append(
            [experiment.name, above(results), *(f"{value:.2f}" for value in correlations),
             f"{min(gains.values()):.2f}" if gains else "", f"{gains[own.mapping]:.2f}" if own.mapping in gains else "",
             f"{first.simulated / own.simulated:.2f}", f"{first.measured / own.measured:.2f}",
             best.mapping, f"{own.measured / best.measured:.3f}"]
        )  # fmt: skip
    return page.markdown(columns, lines)


def table(results):
    """The rows of an experiment. Speed-ups are over the first mapping."""
    first = results[0]
    columns = ["placement", "links", "bytes above predicted", "busiest link s", "its class", "simulated s", "measured s",
               "measured / simulated", "speed-up simulated", "measured"]  # fmt: skip
    lines = [
        [one.mapping, str(one.links), above([one]), f"{one.busiest:.3f}", one.link_class, f"{one.simulated:.3f}",
         f"{one.measured:.3f}", f"{one.measured / one.simulated:.2f}", f"{first.simulated / one.simulated:.2f}",
         f"{first.measured / one.measured:.2f}"]
        for one in results
    ]  # fmt: skip
    return page.markdown(columns, lines)


def job(experiment):
    """The network, the processes and the messages of an experiment, as cells of a table."""
    ends = ", periodic" if experiment.periodic else ""
    rates = [rate.removesuffix("mbit") for rate in (experiment.rate, experiment.terminal) if rate]
    return [f"{experiment.name}: {experiment.title}", f"`{experiment.network}`", f"{experiment.pattern}, {experiment.dims}{ends}",
            str(experiment.ranks_per_node), str(experiment.nodes), str(experiment.kib), ", nodes: ".join(rates)]  # fmt: skip


def write(target, kept):
    """Replaces the tables of the page, and writes those of all placements into a file."""
    found = [(experiment, kept[experiment.name]["machine"], [Result(**one) for one in kept[experiment.name]["results"]])
             for experiment in EXPERIMENTS if experiment.name in kept]  # fmt: skip
    columns = ["experiment", "network", "pattern, grid", "ranks per node", "nodes", "KiB a message", "Mbit/s, fastest links"]
    jobs = page.markdown(columns, [job(experiment) for experiment, _, _ in found])
    machines = " and ".join(dict.fromkeys(machine for _, machine, _ in found))
    page.write(target, "emulated", f"\n{jobs}\n\n{machines}:\n\n{overview(found)}\n")
    tables = [f"{experiment.name}: {machine}\n\n{table(results)}\n" for experiment, machine, results in found]
    (target.parent / "data/emulated-networks.txt").write_text("\n".join(tables))
