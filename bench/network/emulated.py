#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Stencils and FFTs under several placements on emulated networks: the bytes of every link and the time of a round,
measured by real MPI traffic and predicted. Needs root. Keeps its results in docs/data/emulated-networks.json, and writes
its tables into docs/emulated-networks.md.

usage: emulated.py BUILD [--only NAME] [--again] [--rounds N]"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from dataclasses import asdict, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import tables
from experiments import EXPERIMENTS
from lib import launch, machine
from tables import Result

DOCS = Path(__file__).parents[2] / "docs"
DATA = "data/emulated-networks.json"


class Bench:
    """Runs the command of a build folder in a scratch folder."""

    def __init__(self, build, scratch, rounds):
        self.cartwright, self.flows = build / "bin/cartwright", build / "bench/openmpi/flows"
        self.scratch, self.rounds = scratch, rounds
        self.measured = {}  # by experiment, routing and hosts

    def output(self, *command):
        command = [self.cartwright, *map(str, command)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def described(self, experiment):
        """The network as JSON."""
        return json.loads(self.output("network", "info", experiment.network, "--write", "json=-", "--quiet"))

    def hosts_of_ranks(self, experiment, mapping, routing, policy):
        """The name of the node of each process of the grid."""
        pattern = experiment.pattern
        return self.output(
            "place", "--network", experiment.network, "--dims", experiment.dims, "--periodic",
            ",".join([str(int(experiment.periodic))] * len(experiment.extents)), "--ranks-per-node",
            experiment.ranks_per_node, "--mapping", mapping, "--routing", routing, "--paths", "single", "--budget",
            "5", "--seed", "1", "--policy", policy, "--quiet", "--write", "slurm=-",
            "--pattern" if pattern == "transposes" else "--stencil", pattern,
        ).split()  # fmt: skip

    def predict(self, experiment, routing, hosts):
        """The seconds of the busiest link and of the flow model, added up over the phases."""
        nodes = {host: number for number, host in enumerate(dict.fromkeys(hosts))}
        rank_of_cell = ranks_by_node([nodes[host] for host in hosts], experiment.ranks_per_node)
        described = self.described(experiment)
        fastest = max(described.get("terminal_bandwidth", 0), *(one["bandwidth"] for one in described["classes"]))
        slower = 8 * fastest / (1e6 * float(experiment.rate.removesuffix("mbit")))
        runs = [
            json.loads(self.output(
                "simulate", "--json", "--network", experiment.network, "--nodes", ",".join(nodes), "--dims", len(hosts),
                "--ranks-per-node", experiment.ranks_per_node, "--mapping", "blocked", "--pattern",
                self.write("pattern", rank_of_cell, messages), "--routing", routing, "--samples", "1", "--seed", "1",
                "--latency", "0", "--tolerance", "0",
            ))["simulation"]["runs"][0]
            for messages in experiment.phases()
        ]  # fmt: skip
        return tuple(slower * sum(run[f"{kind}_seconds"] for run in runs) for kind in ("predicted", "simulated"))

    def cluster(self, experiment, routing, expect, command):
        """Runs a command on the emulated network. Returns its output, and all links."""
        links = self.scratch / "links.json"
        line = [
            self.cartwright, "cluster", "--network", experiment.network, "--slots", experiment.ranks_per_node,
            "--rate", experiment.rate, "--routing", routing, "--seed", "1", "--expect", expect, "--links", links,
            "--force", *(["--rate", f"terminal={experiment.terminal}"] if experiment.terminal else []), "--", *command,
        ]  # fmt: skip
        output = launch.output(line, launch.at_once(4000000) | {"CARTWRIGHT_CLUSTER_NAP": "3000000"})
        return output, json.loads(links.read_text())["links"]

    def run(self, experiment, title):
        """Measures one placement, or returns what was measured of an equal one."""
        contender, _, policy = experiment.contenders[title].partition("@")
        mapping, _, routing = contender.partition(":")
        routing = routing or "minimal"
        hosts = self.hosts_of_ranks(experiment, mapping, routing, policy or "contiguous")
        key = (experiment.name, routing, *hosts)
        if key not in self.measured:
            self.measured[key] = self.measure(experiment, title, routing, hosts)
        return replace(self.measured[key], mapping=title)

    def measure(self, experiment, title, routing, hosts):
        """Runs the messages on the emulated network."""
        nodes = {node["name"]: number for number, node in enumerate(self.described(experiment)["nodes"])}
        node_of_cell = [nodes[host] for host in hosts]
        rank_of_cell = ranks_by_node(node_of_cell, experiment.ranks_per_node)
        phases = experiment.phases()
        files = [self.write(f"flows{number}", rank_of_cell, messages) for number, messages in enumerate(phases)]
        every = [(a, b, size * self.rounds) for messages in phases for a, b, size in messages
                 if node_of_cell[a] != node_of_cell[b]]  # fmt: skip
        # Launchers fill the nodes in their order, so all nodes have processes. Those of other nodes send nothing.
        ranks = len(nodes) * experiment.ranks_per_node
        command = [*launch.mpirun("openmpi", ranks), self.flows, self.rounds, *files]
        output, links = self.cluster(experiment, routing, self.write("expect", node_of_cell, every), command)
        used = [link for link in links if link["expected"] > 0]
        excess = [(link["payload"] - link["expected"]) / link["expected"] for link in used]
        seconds = [float(line) for line in output.split()][1:]  # the first round makes connections
        busiest, simulated = self.predict(experiment, routing, hosts)
        slowest = max(used, key=link_seconds)["class"]
        return Result(title, len(used), max(excess), min(excess), busiest, slowest, simulated, statistics.median(seconds),
                      min(seconds), max(seconds))  # fmt: skip

    def write(self, name, number_of, messages):
        """Writes the bytes from cell to cell of the grid, with other numbers in place of the cells."""
        file = self.scratch / name
        file.write_text("".join(f"{number_of[a]} {number_of[b]} {size}\n" for a, b, size in messages))
        return file


def link_seconds(link):
    """The seconds that a link needs for its expected bytes."""
    return 8 * link["expected"] / link["bits_per_second"] if link["bits_per_second"] else 0


def ranks_by_node(node_of_cell, ranks_per_node):
    """The rank of each process of the grid: launchers fill the nodes in their order."""
    taken, ranks = {}, []
    for node in node_of_cell:
        ranks.append(node * ranks_per_node + taken.get(node, 0))
        taken[node] = taken.get(node, 0) + 1
    return ranks


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("--only", nargs="*", default=[one.name for one in EXPERIMENTS])
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--again", action="store_true", help="measure nothing: write the page from kept results")
    parser.add_argument("--docs", type=Path, default=DOCS, help="folder of the page and of the kept results")
    options = parser.parse_args()
    data = options.docs / DATA
    kept = json.loads(data.read_text()) if data.exists() else {}
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(options.build.resolve(), Path(scratch), options.rounds + 1)
        for experiment in EXPERIMENTS:
            if options.again or experiment.name not in options.only:
                continue
            results = []
            for title in experiment.contenders:
                results.append(asdict(bench.run(experiment, title)))
                print(experiment.name, results[-1], flush=True)
            kept[experiment.name] = {"machine": f"{machine.processor()}, {machine.today()}", "results": results}
            data.write_text(json.dumps(kept, indent=1) + "\n")
    tables.write(options.docs / "emulated-networks.md", kept)


main()
