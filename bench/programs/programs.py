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

import argparse
import json
import pathlib
import subprocess
import sys

from case import NODES, RANKS, SOURCE

# isort: split
import alike
import matrix
import rivals
import runner
import tables
from cases import cases
from lib import page


def command_line(doc, only=""):
    """The options of this program and of times.py."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=only, metavar="NAME,NAME", help=f"run these (default: {only or 'all'})")
    parser.add_argument("--build", type=pathlib.Path, default=SOURCE / "build", metavar="DIR", help="default: build")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="results that are kept (default: in build/programs)")
    parser.add_argument("--limit", type=int, default=300, metavar="S", help="seconds after which a run is stopped")
    parser.add_argument("--table", action="store_true", help="run nothing, only print the kept results")
    parser.add_argument("--write", type=pathlib.Path, metavar="PAGE", help="write the table of kept results into a page")
    return parser


def measure_all(options, name, measure, confirmed, every=None):
    """Measures the chosen cases of `every` one (default: those of this program), and merges them into the file of kept results.
    Returns all of these, and the exit status."""
    options.build = options.build.resolve()
    every = every or cases()
    chosen = [one for one in options.only.split(",") if one]
    if unknown := [one for one in chosen if one not in [case.name for case in every]]:
        print(f"unknown program '{unknown[0]}': programs.py --list names those there are", file=sys.stderr)
        sys.exit(2)
    file = options.json or options.build / f"programs/{name}.json"
    kept = json.loads(file.read_text()) if file.exists() else {}
    file.parent.mkdir(parents=True, exist_ok=True)
    status = 0
    todo = [] if options.table else [case for case in every if not chosen or case.name in chosen]
    for number, case in enumerate(todo, 1):
        say(f"{number}/{len(todo)} {case.key}: {case.title}")
        try:
            version = runner.install(case, options.build, say)
            kept[case.key] = measure(case, options, version)
            status = max(status, int(not confirmed(kept[case.key])))
        except (RuntimeError, OSError, ValueError, subprocess.CalledProcessError) as error:
            status = 2
            print(f"  {case.key} cannot be run: {error}", file=sys.stderr, flush=True)
        file.write_text(json.dumps(kept, indent=1) + "\n")
    return [kept[case.key] for case in every if case.key in kept], status


def say(text):
    print(text, flush=True)


def hosts_of(nodes):
    return [runner.HOSTS[node] for node in nodes]


def orders_of(record, build, folder):
    """The bytes between nodes of all orders, and the nodes of ranks in Cartwright's order."""
    traffic = runner.asked(build, "traffic", record, "--matrix")
    # The others minimize bytes, and not the time of messages.
    found = runner.asked(build, "order", record, "--machine", f"{NODES}x{RANKS // NODES}", "--latency", "0")["order"]
    sent = matrix.of_pairs(traffic["pairs"])
    nodes = matrix.of_new_ranks(found["new_rank"])
    orders = {
        "blocks": matrix.blocks(),
        "cyclic": matrix.cyclic(),
        "ordered": nodes,
        "scotch": rivals.scotch(sent, folder),
        "kahip": rivals.kahip(sent, runner.python_with(["kahip"], build / "programs/venv")),
        "treematch": rivals.treematch(sent, folder),
    }
    outcome = {name: matrix.between(sent, order) for name, order in orders.items() if order}
    outcome["bound"] = found["bound"]
    say("  bytes between nodes: " + ", ".join(f"{name} {amount:,.0f}" for name, amount in outcome.items()))
    return outcome, nodes


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
        "title": case.title, "version": version, "counted": counted, "results": len(first.results), "differ": differ,
        "sent": [first.sent, second.sent], "varies": case.varies,
    }  # fmt: skip
    say(f"  counted {counted:,.0f}, {len(differ)} of {len(first.results)} results differ, sent {first.sent:,} and {second.sent:,}")
    for name in differ[:3]:
        say(f"    {name}: {first.results.get(name)!r} and {second.results.get(name)!r}")
    return outcome


def confirmed(row):
    return not row["differ"] and (row["varies"] or row["counted"] == row["ordered"])


def main():
    parser = command_line(__doc__)
    parser.add_argument("--list", action="store_true", help="list the programs and end")
    options = parser.parse_args()
    if options.list:
        print("\n".join(f"{case.name:20} {case.title}" for case in cases()))
        return 0
    rows, status = measure_all(options, "results", run_case, confirmed)
    counted_by_joined = options.build / "programs/joined.json"
    if counted_by_joined.exists():
        by_title = {row["title"]: row for row in json.loads(counted_by_joined.read_text()).values()}
        rows = [row | {"joined": by_title[row["title"]]} if row["title"] in by_title else row for row in rows]
    print("", page.aligned([tables.COLUMNS, *tables.cells(rows)]), sep="\n")
    if options.write:
        tables.write(options.write, rows)
    return status


if __name__ == "__main__":
    sys.exit(main())
