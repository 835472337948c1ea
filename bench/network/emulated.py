#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Stencils and FFTs under several placements on emulated networks: the bytes of every link and the time of a round,
measured by real MPI traffic and predicted. Needs root. Keeps its results in docs/data/emulated-networks.json, and writes
its tables into docs/emulated-networks.md.

usage: emulated.py BUILD [--only NAME] [--again] [--rounds N]"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import tables
from experiments import EXPERIMENTS, Experiment, Messages
from lib import launch, machine
from tables import Measured, Result

DOCS = Path(__file__).parents[2] / "docs"
DATA = DOCS / "data" / "emulated-networks.json"


class Bench:
    """Runs the command of a build folder in a scratch folder."""

    def __init__(self, build: Path, scratch: Path, rounds: int) -> None:
        """Find the programs."""
        self.cartwright = build / "bin" / "cartwright"
        self.flows = build / "bench" / "openmpi" / "flows"
        self.scratch = scratch
        self.rounds = rounds
        self.measured: dict[tuple[str, ...], Result] = {}  # by experiment, routing and hosts

    def report(self, *command: str | Path) -> dict[str, Any]:
        """Run a subcommand and return its report."""
        run = subprocess.run([self.cartwright, *command], check=True, capture_output=True, text=True)
        report: dict[str, Any] = json.loads(run.stdout)
        return report

    def hosts_of_ranks(self, experiment: Experiment, mapping: str, routing: str, policy: str) -> list[str]:
        """Return the name of the node of each process of the grid."""
        pattern = experiment.pattern
        command: list[str | Path] = [
            self.cartwright, "place", "--network", experiment.network, "--dims", experiment.dims, "--periodic",
            ",".join([str(int(experiment.periodic))] * len(experiment.extents)), "--ranks-per-node",
            str(experiment.ranks_per_node), "--mapping", mapping, "--routing", routing, "--paths", "single", "--budget",
            "5", "--seed", "1", "--policy", policy, "--quiet", "--write", "slurm=-",
            *(["--pattern", pattern] if pattern == "transposes" else ["--stencil", pattern]),
        ]  # fmt: skip
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()

    def predict(self, experiment: Experiment, routing: str, hosts: list[str]) -> tuple[float, float]:
        """Return the seconds of the busiest link and of the flow model, added up over the phases."""
        nodes = {host: number for number, host in enumerate(dict.fromkeys(hosts))}
        rank_of_cell = ranks_by_node([nodes[host] for host in hosts], experiment.ranks_per_node)
        described = self.report("network", "info", experiment.network, "--write", "json=-", "--quiet")
        fastest = max(described.get("terminal_bandwidth", 0), *(one["bandwidth"] for one in described["classes"]))
        slower = 8 * fastest / (1e6 * float(experiment.rate.removesuffix("mbit")))
        busiest, simulated = 0.0, 0.0
        for messages in experiment.phases():
            report = self.report(
                "simulate", "--json", "--network", experiment.network, "--nodes", ",".join(nodes), "--dims",
                str(len(hosts)), "--ranks-per-node", str(experiment.ranks_per_node), "--mapping", "blocked",
                "--pattern", self.write("pattern", rank_of_cell, messages), "--routing", routing, "--samples", "1",
                "--seed", "1", "--latency", "0", "--tolerance", "0",
            )  # fmt: skip
            run = report["simulation"]["runs"][0]
            busiest += slower * run["predicted_seconds"]
            simulated += slower * run["simulated_seconds"]
        return busiest, simulated

    def cluster(
        self, experiment: Experiment, routing: str, expect: Path, command: list[str | Path]
    ) -> tuple[str, list[dict[str, Any]]]:
        """Run a command on the emulated network. Return its output, and all links."""
        links = self.scratch / "links.json"
        line: list[str | Path] = [
            self.cartwright, "cluster", "--network", experiment.network, "--slots", str(experiment.ranks_per_node),
            "--rate", experiment.rate, "--routing", routing, "--seed", "1", "--expect", expect, "--links", links,
            "--force", *(["--rate", f"terminal={experiment.terminal}"] if experiment.terminal else []), "--", *command,
        ]  # fmt: skip
        output = launch.output(line, launch.at_once(4000000) | {"CARTWRIGHT_CLUSTER_NAP": "3000000"})
        return output, json.loads(links.read_text())["links"]

    def run(self, experiment: Experiment, title: str) -> Result:
        """Measure one placement, or return what was measured of an equal one."""
        contender, _, policy = experiment.contenders[title].partition("@")
        mapping, _, routing = contender.partition(":")
        routing = routing or "minimal"
        hosts = self.hosts_of_ranks(experiment, mapping, routing, policy or "contiguous")
        key = (experiment.name, routing, *hosts)
        if key not in self.measured:
            self.measured[key] = self.measure(experiment, title, routing, hosts)
        return replace(self.measured[key], mapping=title)

    def measure(self, experiment: Experiment, title: str, routing: str, hosts: list[str]) -> Result:
        """Run the messages on the emulated network."""
        described = self.report("network", "info", experiment.network, "--write", "json=-", "--quiet")
        nodes = {node["name"]: number for number, node in enumerate(described["nodes"])}
        node_of_cell = [nodes[host] for host in hosts]
        rank_of_cell = ranks_by_node(node_of_cell, experiment.ranks_per_node)
        phases = experiment.phases()
        files = [self.write(f"flows{number}", rank_of_cell, messages) for number, messages in enumerate(phases)]
        every = [
            (a, b, size * self.rounds)
            for messages in phases
            for a, b, size in messages
            if node_of_cell[a] != node_of_cell[b]
        ]
        # Launchers fill the nodes in their order, so all nodes have processes. Those of other nodes send nothing.
        ranks = len(nodes) * experiment.ranks_per_node
        output, links = self.cluster(
            experiment,
            routing,
            self.write("expect", node_of_cell, every),
            ["mpirun.openmpi", "-n", str(ranks), self.flows, str(self.rounds), *files],
        )
        used = [link for link in links if link["expected"] > 0]
        excess = [(link["payload"] - link["expected"]) / link["expected"] for link in used]
        seconds = [float(line) for line in output.split()][1:]  # the first round makes connections
        busiest, simulated = self.predict(experiment, routing, hosts)
        return Result(
            mapping=title,
            links=len(used),
            worst_excess=max(excess),
            fewest=min(excess),
            busiest=busiest,
            link_class=max(used, key=link_seconds)["class"],
            simulated=simulated,
            measured=statistics.median(seconds),
            least=min(seconds),
            most=max(seconds),
        )

    def write(self, name: str, number_of: list[int], messages: Messages) -> Path:
        """Write the bytes from cell to cell of the grid, with other numbers in place of the cells."""
        file = self.scratch / name
        file.write_text("".join(f"{number_of[a]} {number_of[b]} {size}\n" for a, b, size in messages))
        return file


def link_seconds(link: dict[str, Any]) -> float:
    """Return the seconds that a link needs for its expected bytes."""
    seconds: float = 8 * link["expected"] / link["bits_per_second"] if link["bits_per_second"] else 0
    return seconds


def ranks_by_node(node_of_cell: list[int], ranks_per_node: int) -> list[int]:
    """Return the rank of each process of the grid: launchers fill the nodes in their order."""
    taken: dict[int, int] = {}
    ranks = []
    for node in node_of_cell:
        ranks.append(node * ranks_per_node + taken.get(node, 0))
        taken[node] = taken.get(node, 0) + 1
    return ranks


def main() -> None:
    """Run the experiments and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("--only", nargs="*", default=[one.name for one in EXPERIMENTS])
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--again", action="store_true", help="measure nothing: write the page from kept results")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(options.build.resolve(), Path(scratch), options.rounds + 1)
        for experiment in EXPERIMENTS:
            if options.again or experiment.name not in options.only:
                continue
            found = Measured(f"{machine.processor()}, {machine.today()}", [])
            for title in experiment.contenders:
                found.results.append(bench.run(experiment, title))
                print(experiment.name, found.results[-1], flush=True)
            kept = json.loads(DATA.read_text()) if DATA.exists() else {}
            DATA.write_text(json.dumps(kept | {experiment.name: asdict(found)}, indent=1) + "\n")
    measured = json.loads(DATA.read_text())
    tables.write(DOCS / "emulated-networks.md", {name: Measured.of(one) for name, one in measured.items()})


main()
