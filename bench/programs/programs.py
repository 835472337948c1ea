#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Records real programs on emulated hosts, orders their ranks, runs them again in that order, and compares.

Each program runs on 16 processes, on 4 hosts of 4, at first in blocks of consecutive ranks. From the record follow the
bytes between hosts of this order, of a cyclic one, of the order that Cartwright finds, and of those that other programs
find, with the lower bound. Then the program runs in Cartwright's order. The bytes that this run records between the
hosts must be those predicted, and its results must be those of the first run.

Needs root, Open MPI, and a build with the targets cartwright and cartwright_preload_openmpi. Missing packages are installed
from Debian, and from PyPI into an environment in the build. Results are merged into FILE of --json.

The exit status is 0 if all predictions and results are confirmed, 1 if not, 2 if a program cannot be run."""

from __future__ import annotations

import argparse
import json
import pathlib
import subprocess
import sys

import case as cases

# isort: split
import alike
import electrons
import matrix
import meshes
import particles
import rivals
import runner
import tables
import transforms
from lib import launch, page

CASES = [*particles.CASES, *meshes.CASES, *transforms.CASES, *electrons.CASES]


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="list the programs and end")
    parser.add_argument("--only", default="", metavar="NAME,NAME", help="run these (default: all)")
    parser.add_argument("--build", type=pathlib.Path, default=cases.SOURCE / "build", metavar="DIR", help="default: build")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="default: programs/results.json in the build")
    parser.add_argument("--limit", type=int, default=300, metavar="S", help="seconds after which a run is stopped")
    parser.add_argument("--orders", action="store_true", help="run no program: find all orders again from the kept records")
    parser.add_argument("--table", action="store_true", help="run nothing, only print the kept results")
    parser.add_argument("--write", type=pathlib.Path, metavar="PAGE", help="write the table of kept results into a page")
    return parser.parse_args()


def say(text):
    print(text, flush=True)


def hosts_of(nodes):
    return [runner.HOSTS[node] for node in nodes]


def orders_of(record, build, folder):
    """The bytes between nodes of all orders, and the nodes of ranks in Cartwright's order."""
    traffic = runner.asked(build, "traffic", record, "--matrix")
    machine = f"{cases.NODES}x{cases.RANKS // cases.NODES}"
    # The others minimize bytes, and not the time of messages.
    found = runner.asked(build, "order", record, "--machine", machine, "--latency", "0")["order"]
    sent = matrix.of_pairs(traffic["pairs"])
    nodes = matrix.of_new_ranks(found["new_rank"])
    orders = {
        "blocks": matrix.blocks(),
        "cyclic": matrix.cyclic(),
        "ordered": nodes,
        "scotch": rivals.scotch(sent, folder),
        "kahip": rivals.kahip(sent, runner.python_with(["kahip"], build / "programs/venv")),
        "treematch": rivals.treematch(sent, folder, launch.ROOT),
    }
    outcome = {name: matrix.between(sent, order) for name, order in orders.items() if order}
    outcome["bound"] = found["bound"]
    outcome["bound source"] = found["bound_source"]
    outcome["mapping"] = found["mapping"]
    outcome["bytes"] = traffic["nodes"]["bytes"]
    outcome["modeled"] = traffic["modeled_bytes"]
    outcome["structure"] = traffic["structure"] and {
        "dims": traffic["structure"]["grid"]["dims"],
        "explained": traffic["structure"]["explained"],
    }
    say(
        f"  {outcome['blocks']:,.0f} bytes in blocks, {outcome['cyclic']:,.0f} cyclic, {outcome['ordered']:,.0f} ordered"
        f" by {outcome['mapping']}, {outcome['scotch']:,.0f} by Scotch, {outcome.get('kahip', 0):,.0f} by KaHIP,"
        f" {outcome['treematch']:,.0f} by TreeMatch, at least {outcome['bound']:,.0f} by {outcome['bound source']}"
    )
    return outcome, nodes


def order_again(case, options, kept):
    """The same with the orders found again from the kept record."""
    folder = options.build / "programs/runs" / case.name
    outcome, _ = orders_of(folder / "blocks" / runner.RECORD, options.build, folder)
    return {**kept, **outcome}


def run_case(case, options, version):
    """All that is known of a case, as it is kept."""
    folder = options.build / "programs/runs" / case.name
    blocks = runner.recorded(hosts_of(matrix.blocks()), options.build)
    first = runner.run(case, blocks, folder / "blocks", options.build, options.limit)
    if first.status != "0" or not first.results:
        raise RuntimeError(f"exit status {first.status}, {len(first.results)} results ({folder}/blocks/output.txt)")
    outcome, nodes = orders_of(first.folder / runner.RECORD, options.build, folder)
    ordered = runner.recorded(hosts_of(nodes), options.build)
    second = runner.run(case, ordered, folder / "ordered", options.build, options.limit)
    counted = 0
    if second.status == "0":
        counted = runner.asked(options.build, "traffic", second.folder / runner.RECORD)["nodes"]["between"]
    differ, _ = alike.compare([first.results], [second.results], case.tolerance)
    outcome |= {
        "title": case.title,
        "version": version,
        "counted": counted,
        "results": len(first.results),
        "differ": differ,
        "sent": [first.sent, second.sent],
        "varies": case.varies,
    }
    exact = counted == outcome["ordered"]
    share = abs(counted - outcome["ordered"]) / max(outcome["ordered"], 1)
    say(
        f"  counted {counted:,.0f} ({'as predicted' if exact else f'{share:.2%} off'}), {len(differ)} of"
        f" {len(first.results)} results differ, on the wire {first.sent:,} and {second.sent:,}"
    )
    for name in differ[:3]:
        say(f"    {name}: {first.results.get(name)!r} and {second.results.get(name)!r}")
    return outcome


def confirmed(row):
    return not row["differ"] and (row["varies"] or row["counted"] == row["ordered"])


def main():
    options = parse()
    if options.list:
        for case in CASES:
            print(f"{case.name:20} {case.title}")
        return 0
    options.build = options.build.resolve()
    chosen = [name for name in options.only.split(",") if name]
    if unknown := [name for name in chosen if name not in [case.name for case in CASES]]:
        print(f"unknown program '{unknown[0]}': --list names those there are", file=sys.stderr)
        return 2
    file = options.json or options.build / "programs/results.json"
    kept = json.loads(file.read_text()) if file.exists() else {}
    broken = []
    todo = [] if options.table else [case for case in CASES if not chosen or case.name in chosen]
    for number, case in enumerate(todo, 1):
        say(f"{number}/{len(todo)} {case.name}: {case.title}")
        try:
            if not options.orders:
                version = runner.install(case, options.build, say)
                kept[case.name] = run_case(case, options, version)
            elif case.name in kept:
                kept[case.name] = order_again(case, options, kept[case.name])
        except (RuntimeError, OSError, ValueError, subprocess.CalledProcessError) as error:
            broken.append(case.name)
            print(f"  {case.name} cannot be run: {error}", file=sys.stderr, flush=True)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(kept, indent=1) + "\n")
    rows = [kept[case.name] for case in CASES if case.name in kept]
    print("", page.aligned([tables.COLUMNS, *tables.cells(rows)]), sep="\n")
    if options.write:
        tables.write(options.write, rows)
    return 2 if broken else int(any(not confirmed(kept[case.name]) for case in todo if case.name in kept))


if __name__ == "__main__":
    sys.exit(main())
