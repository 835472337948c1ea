# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Does the order in which predictions put mappings hold in simulation? Simulates a halo exchange on a torus, a fat tree
and a dragonfly of 256 nodes, in several rank orders, and prints the seconds that the busiest link needs for its bytes
beside the simulated ones, and the rank correlation of both.

usage: simulated_order.py CARTWRIGHT HALO [BYTES], where smpicc compiled HALO from examples/halo.c"""

import json
import subprocess
import sys

cartwright, halo = sys.argv[1:3]
size = sys.argv[3] if len(sys.argv) > 3 else "65536"
NETWORKS = [
    "torus:dims=8x8x4",
    "fat-tree:down=8x8x4,up=1x4x4",
    "dragonfly:routers=8,nodes=4,global=2,groups=8",
]
GRIDS = ["16x16", "8x8x4"]
MAPPINGS = [("blocked", 0), ("morton", 0), ("hilbert", 0), ("DEF", 0), ("random", 1), ("random", 2), ("network", 0)]


def simulated(network, dims, mapping, seed):
    """The busiest link's seconds and the simulated ones, as launched and as mapped."""
    extents = dims.split("x")
    command = [cartwright, "simulate", "--json", "--network", network, "--dims", dims, "--periodic",
               ",".join("1" for _ in extents), "--bytes", size, "--mapping", mapping, "--seed", str(seed), "--",
               halo, size, "1", *extents]
    runs = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)["simulation"]["runs"]
    return runs[1]["predicted_seconds"], runs[1]["simulated_seconds"]


def ranks(values):
    """Places in ascending order, equal values sharing the mean of theirs."""
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


def correlation(a, b):
    """Spearman's, of two lists."""
    a, b = ranks(a), ranks(b)
    mean = (len(a) - 1) / 2
    both = sum((x - mean) * (y - mean) for x, y in zip(a, b))
    alone = sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)
    return both / alone**0.5 if alone > 0 else float("nan")


print(f"{size} bytes per message, one exchange; microseconds: busiest link / simulated")
for network in NETWORKS:
    for dims in GRIDS:
        times = [simulated(network, dims, mapping, seed) for mapping, seed in MAPPINGS]
        print(f"{network}, {dims}: rank correlation {correlation(*zip(*times)):.2f}")
        for (mapping, seed), (predicted, took) in zip(MAPPINGS, times):
            print(f"  {mapping + (f' {seed}' if seed else ''):10} {1e6 * predicted:9.1f} {1e6 * took:9.1f}")
