#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The ways of all-to-alls and allgathers by `cartwright simulate --collective`.

  sweep     64 to 4096 nodes of a dragonfly and of a fat tree; writes docs/data/collectives-simulated.txt
  simgrid   beside the same messages in SimGrid: needs tests/simgrid/collectives.c, compiled with smpicc -O1"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "bench"))

from lib import machine, page
from lib.statistic import rank_correlation

COLLECTIVES = ["alltoall", "allgather"]
LATENCY, OVERHEAD, COPIES = 2e-7, 5e-7, "100GB"  # of a link; between two messages of a process; of a node, a second
SIZES = [8 * 4**power for power in range(7)] + [65536]
NETWORKS = {
    "dragonfly": {
        64: "dragonfly:routers=4,nodes=4,global=2,groups=4",
        256: "dragonfly:routers=8,nodes=4,global=2,groups=8",
        1024: "dragonfly:routers=16,nodes=4,global=2,groups=16",
        4096: "dragonfly:routers=16,nodes=8,global=4,groups=32",
    },
    "fat tree": {
        64: "fat-tree:down=8x8,up=1x8",
        256: "fat-tree:down=16x16,up=1x16",
        1024: "fat-tree:down=16x8x8,up=1x16x8",
        4096: "fat-tree:down=16x16x16,up=1x16x16",
    },
}


def simulate(options, network, on_node, *more):
    command = [options.build / "bin/cartwright", "simulate", "--network", network, "--ranks-per-node", str(on_node),
               "--latency", str(LATENCY), *more]  # fmt: skip
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def modeled(options, network, on_node, collective, sizes, *more):
    text = simulate(options, network, on_node, "--json", "--collective", collective, "--bytes", ",".join(map(str, sizes)),
                    "--overhead", str(OVERHEAD), *more)  # fmt: skip
    return json.loads(text)["collective"]


def table(found):
    """A row for each size: microseconds of each way, the fastest, and the gain by joining."""
    columns = ["bytes", *(way["name"] for way in found["ways"]), "fastest", "gain by joining"]
    lines = [[str(row["bytes"]), *(f"{1e6 * one:.4g}" for one in row["seconds"]), row["fastest"], f"{row['gain']:.2f}"]
             for row in found["rows"]]  # fmt: skip
    changes = "".join(f"from {one['bytes']} bytes on: {one['to']}\n" for one in found["changes"])
    return f"{page.aligned([columns, *lines], [len(columns) - 2], ruled=True)}\n{changes}"


def sweep(options):
    note = f"{options.on_node} processes a node, {LATENCY:g} s of latency a link, a message each {OVERHEAD:g} s, copies of {COPIES}/s"
    parts = [f"cartwright simulate --collective: microseconds; {note}; {machine.processor()}, {machine.today()}"]
    for kind, sizes in NETWORKS.items():
        routing = ["--copy-bandwidth", COPIES, "--paths", "shared", *(["--routing", "ugal"] if kind == "dragonfly" else [])]
        for nodes, network in sizes.items():
            for collective in COLLECTIVES if nodes <= options.most else []:
                found = modeled(options, network, options.on_node, collective, SIZES, *routing)
                parts.append(f"{collective}, {found['ranks']} processes, {network} {' '.join(routing)}\n{table(found)}")
                print(parts[-1], flush=True)
    (SOURCE / "docs/data/collectives-simulated.txt").write_text("\n".join(parts), encoding="utf-8")


def simgrid(options):
    """Model over SimGrid for each way and size."""
    for network in options.networks:
        for collective in COLLECTIVES:
            found = modeled(options, network, options.on_node, collective, options.sizes)
            with tempfile.TemporaryDirectory() as folder:
                simulate(options, network, options.on_node, "--mapping", "blocked", "--keep", f"{folder}/kept", "--timeout",
                         "120", "--cfg", "network/loopback-bw:1e15", "--", options.program, collective, str(options.on_node), f"{1e9 * OVERHEAD:.0f}",
                         str(found["radix"]), *map(str, options.sizes))  # fmt: skip
                lines = (Path(folder) / "kept/launched.out").read_text(encoding="utf-8").splitlines()
            theirs = {}
            for line in (line for line in lines if line.count(",") == 2):
                way, size, seconds = line.split(",")
                theirs[way, int(size)] = float(seconds)
            ways = [way["name"] for way in found["ways"]]
            ours = {(way, row["bytes"]): value for row in found["rows"] for way, value in zip(ways, row["seconds"], strict=True)}
            rows = [[str(size), *(f"{1e6 * theirs[way, size]:.1f} ({ours[way, size] / theirs[way, size]:.2f})" for way in ways)]
                    for size in options.sizes]  # fmt: skip
            chosen = {size: theirs[min(ways, key=lambda way: ours[way, size]), size] for size in options.sizes}
            lost = max(chosen[size] / min(theirs[way, size] for way in ways) for size in options.sizes)
            correlation = rank_correlation([ours[key] for key in theirs], list(theirs.values()))
            print(f"{collective}, {found['ranks']} processes, {network}; microseconds in SimGrid (model / SimGrid)")
            print(page.aligned([["bytes", *ways], *rows], [], ruled=True))
            print(f"rank correlation {correlation:.3f}; the way that the model finds fastest takes up to {lost:.2f} times the least in SimGrid\n", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=SOURCE / "build", help="the build of Cartwright")
    parser.add_argument("--on-node", type=int, default=16, help="processes of a node")
    actions = parser.add_subparsers(required=True)
    action = actions.add_parser("sweep")
    action.add_argument("--most", type=int, default=4096, help="nodes")
    action.set_defaults(act=sweep)
    action = actions.add_parser("simgrid")
    action.add_argument("program", type=Path)
    action.add_argument("networks", nargs="+")
    action.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")], default=[8, 512, 8192])
    action.set_defaults(act=simgrid)
    options = parser.parse_args()
    options.act(options)


if __name__ == "__main__":
    main()
