#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Stencils and FFTs under several placements on emulated networks: the bytes of every link and the time of a round,
measured by real MPI traffic and predicted. Needs root. Writes its tables into docs/emulated-networks.md.

usage: emulated.py BUILD [--keep FOLDER] [--only NAME] [--again] [--rounds N]"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from correlation import correlation
from experiments import EXPERIMENTS, Experiment, Messages

PAGE = Path(__file__).parents[2] / "docs" / "emulated-networks.md"
# Each message is sent at once: a message in two steps waits for an answer that queues behind other messages.
EAGER = ("btl_tcp_eager_limit", "btl_tcp_rndv_eager_limit", "btl_tcp_max_send_size")


@dataclass
class Result:
    """One mapping: bytes in the links of largest difference, and seconds of a round."""

    mapping: str
    links: int  # that should carry data
    worst_excess: float  # the largest (payload - expected) / expected of a link
    fewest: float  # the smallest
    predicted: float  # seconds, of the busiest link of each phase
    busiest: str
    measured: float  # seconds, the median of the rounds
    slowest: float
    fastest: float


class Bench:
    """Runs the command of a build folder in a scratch folder."""

    def __init__(self, build: Path, scratch: Path, rounds: int) -> None:
        """Find the programs."""
        self.cartwright = build / "bin" / "cartwright"
        self.flows = build / "bench" / "openmpi" / "flows"
        self.scratch = scratch
        self.rounds = rounds

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
        environment = os.environ | {f"OMPI_MCA_{name}": "4000000" for name in EAGER}
        environment |= {"CARTWRIGHT_CLUSTER_NAP": "3000000"}
        run = subprocess.run(
            line, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, env=environment
        )
        if run.returncode != 0:
            sys.exit(f"{experiment.name}: exit status {run.returncode}: {run.stderr}")
        return run.stdout, json.loads(links.read_text())["links"]

    def run(self, experiment: Experiment, title: str) -> Result:
        """Measure one placement."""
        contender, _, policy = experiment.contenders[title].partition("@")
        mapping, _, routing = contender.partition(":")
        routing = routing or "minimal"
        hosts = self.hosts_of_ranks(experiment, mapping, routing, policy or "contiguous")
        nodes = node_numbers(self.cartwright, experiment.network)
        node_of_cell = [nodes[host] for host in hosts]
        rank_of_cell = ranks_by_node(node_of_cell, experiment.ranks_per_node)
        phases = experiment.phases()
        files: list[str | Path] = []
        for number, messages in enumerate(phases):
            files.append(self.scratch / f"flows{number}")
            Path(files[-1]).write_text(
                "".join(f"{rank_of_cell[a]} {rank_of_cell[b]} {size}\n" for a, b, size in messages)
            )
        every = [message for messages in phases for message in messages]
        # Launchers fill the nodes in their order, so all nodes have processes. Those of other nodes send nothing.
        ranks = len(nodes) * experiment.ranks_per_node
        output, links = self.cluster(
            experiment,
            routing,
            self.expect(every, node_of_cell),
            ["mpirun.openmpi", "-n", str(ranks), self.flows, str(self.rounds), *files],
        )
        parts = [links]
        if len(phases) > 1:
            parts = [
                self.cluster(experiment, routing, self.expect(messages, node_of_cell), ["true"])[1]
                for messages in phases
            ]
        seconds = [float(line) for line in output.split()][1:]  # the first round makes connections
        return self.result(title, links, parts, seconds)

    def expect(self, messages: Messages, node_of_cell: list[int]) -> Path:
        """Write the bytes that all rounds send from node to node."""
        file = self.scratch / "expect"
        file.write_text(
            "".join(
                f"{node_of_cell[a]} {node_of_cell[b]} {size * self.rounds}\n"
                for a, b, size in messages
                if node_of_cell[a] != node_of_cell[b]
            )
        )
        return file

    def result(
        self, title: str, links: list[dict[str, Any]], parts: list[list[dict[str, Any]]], seconds: list[float]
    ) -> Result:
        """Compare measured and expected bytes and times. `parts` has the links with the bytes of each phase."""
        used = [link for link in links if link["expected"] > 0]
        excess = [(link["payload"] - link["expected"]) / link["expected"] for link in used]
        busiest = [max(part, key=link_seconds) for part in parts]
        return Result(
            mapping=title,
            links=len(used),
            worst_excess=max(excess),
            fewest=min(excess),
            predicted=sum(map(link_seconds, busiest)) / self.rounds,
            busiest=", ".join(dict.fromkeys(link["class"] for link in busiest)),
            measured=statistics.median(seconds),
            slowest=max(seconds),
            fastest=min(seconds),
        )


def link_seconds(link: dict[str, Any]) -> float:
    """Return the seconds that a link needs for its expected bytes."""
    seconds: float = 8 * link["expected"] / link["bits_per_second"] if link["bits_per_second"] else 0
    return seconds


def node_numbers(cartwright: Path, network: str) -> dict[str, int]:
    """Return the number of each node of the network."""
    command: list[str | Path] = [cartwright, "network", "info", network, "--write", "json=-", "--quiet"]
    described = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return {node["name"]: number for number, node in enumerate(described["nodes"])}


def ranks_by_node(node_of_cell: list[int], ranks_per_node: int) -> list[int]:
    """Return the rank of each process of the grid: launchers fill the nodes in their order."""
    taken: dict[int, int] = {}
    ranks = []
    for node in node_of_cell:
        ranks.append(node * ranks_per_node + taken.get(node, 0))
        taken[node] = taken.get(node, 0) + 1
    return ranks


def table(results: list[Result]) -> list[str]:
    """Return the rows of an experiment as Markdown. Speed-ups are over the first mapping."""
    first = results[0]
    lines = [
        "| placement | links | bytes above predicted | predicted s | busiest | measured s | measured / predicted | "
        "speed-up predicted | measured |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {one.mapping} | {one.links} | {100 * one.fewest:.2f} to {100 * one.worst_excess:.2f} % | "
        f"{one.predicted:.3f} | {one.busiest} | {one.measured:.3f} | {one.measured / one.predicted:.2f} | "
        f"{first.predicted / one.predicted:.2f} | {first.measured / one.measured:.2f} |"
        for one in results
    ]
    return lines


def summary(results: list[Result], titles: list[str]) -> str:
    """Return how well the predictions hold. `titles` are Cartwright's own."""
    coefficient = correlation([one.predicted for one in results], [one.measured for one in results])
    ours = [one for one in results if one.mapping in titles]
    best = min(results, key=lambda one: one.measured)
    kept = [
        (results[0].measured / one.measured) / (results[0].predicted / one.predicted)
        for one in results
        if one.predicted < results[0].predicted
    ]
    fastest = min(one.measured for one in ours) / best.measured
    text = f"Rank correlation {coefficient:.2f}. The fastest measured mapping is {best.mapping}"
    if best not in ours:
        text += f"; the better of Cartwright's takes {fastest:.2f} times as long"
    if kept:
        text += f". Measured speed-ups are at least {min(kept):.2f} of the predicted ones"
    return text + "."


def heading(experiment: Experiment) -> str:
    """Return the line above a table."""
    ends = ", periodic" if experiment.periodic else ""
    per_node = f"{experiment.ranks_per_node} rank{'s' if experiment.ranks_per_node > 1 else ''} per node"
    terminal = f", those of nodes with {experiment.terminal.removesuffix('mbit')} Mbit/s" if experiment.terminal else ""
    return (
        f"**{experiment.title}**: `{experiment.network}`, {experiment.pattern}, {experiment.dims}{ends}, {per_node} on "
        f"{experiment.nodes} nodes, messages of {experiment.kib} KiB, the fastest links with "
        f"{experiment.rate.removesuffix('mbit')} Mbit/s{terminal}:"
    )


def section(experiment: Experiment, results: list[Result]) -> str:
    """Return what the page says about an experiment."""
    return "\n".join([heading(experiment), "", *table(results), "", summary(results, experiment.ours)])


def write_page(results: dict[str, list[Result]], first: str) -> None:
    """Replace what the page says about these experiments, and its first line if they are all. Other experiments stay."""
    begin, end = "<!-- emulated: begin -->", "<!-- emulated: end -->"
    head, rest = PAGE.read_text().split(begin)
    written, tail = rest.split(end)
    kept, *parts = re.split(r"<!-- experiment (.*) -->", written)
    sections = {name: text.strip() for name, text in zip(parts[::2], parts[1::2], strict=True)}
    for experiment in EXPERIMENTS:
        if experiment.name in results:
            sections[experiment.name] = section(experiment, results[experiment.name])
    text = "".join(
        f"<!-- experiment {one.name} -->\n\n{sections[one.name]}\n\n" for one in EXPERIMENTS if one.name in sections
    )
    if set(sections) - set(results):
        first = kept.strip()
    PAGE.write_text(f"{head}{begin}\n\n{first}\n\n{text}{end}{tail}")


def machine_line() -> str:
    """Return the processor and the number of cores."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    model = next(line.split(": ", 1)[1] for line in lines if line.startswith("model name"))
    return f"{model}, {os.cpu_count()} cores, {time.strftime('%Y-%m-%d')}"


def start_time(cartwright: Path) -> float:
    """Return the seconds to make a network of 128 namespaces and to remove it."""
    start = time.monotonic()
    subprocess.run([cartwright, "cluster", "--network", "percs:supernodes=2", "--rate", "24mbit", "--", "true"],
                   check=True, capture_output=True)  # fmt: skip
    return time.monotonic() - start


def main() -> None:
    """Run the experiments and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("--keep", type=Path, help="folder of results, which later runs add to")
    parser.add_argument("--only", nargs="*", default=[one.name for one in EXPERIMENTS])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--again", action="store_true", help="measure nothing: write the page from kept results")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        keep = options.keep or scratch
        keep.mkdir(exist_ok=True)
        bench = Bench(options.build.resolve(), scratch, options.rounds + 1)
        for experiment in [] if options.again else EXPERIMENTS:
            if experiment.name not in options.only:
                continue
            found = []
            for title in experiment.contenders:
                found.append(bench.run(experiment, title))
                print(experiment.name, found[-1], flush=True)
            (keep / f"{experiment.name}.json").write_text(json.dumps([asdict(one) for one in found], indent=1))
        results = {file.stem: [Result(**one) for one in json.loads(file.read_text())] for file in keep.glob("*.json")}
        started = start_time(bench.cartwright)
        write_page(
            results,
            f"On {machine_line()}; Open MPI over TCP. Emulating 64 nodes and 64 switches with 993 cables took {started:.1f} s.",
        )


main()
