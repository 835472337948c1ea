# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Other programs that order ranks, on the same matrices: Scotch, KaHIP, and TreeMatch in Open MPI."""

import itertools
import json
import os
import pathlib
import subprocess

import matrix
import packages
from case import NODES, RANKS
from lib import launch

EACH = RANKS // NODES
SEEDS = 5
STRATEGIES = ["-cqb", "-cq", "-cb", "-crb"]
# Architectures, and the leaves of a node. Links between nodes are 100 times as long as those within one.
TARGETS = {f"tleaf 2 {NODES} 100 {EACH} 1\n": EACH, f"cmplt {NODES}\n": 1}
KAHIP = f"""
import json, sys, kahip
starts, neighbors, weights = json.load(sys.stdin)
_, parts = kahip.kaffpa([1] * {RANKS}, starts, weights, neighbors, {NODES}, 0.0, True, int(sys.argv[1]), kahip.STRONG)
json.dump(list(parts), sys.stdout)
"""
KAHIP_SECONDS = 4  # some seeds never end


def filled(wanted):
    """Moves ranks out of nodes that got too many of them."""
    free = [EACH] * NODES
    made = [-1] * RANKS
    for rank, node in enumerate(wanted):
        if free[node] > 0:
            free[node] -= 1
            made[rank] = node
    for rank in range(RANKS):
        if made[rank] < 0:
            made[rank] = next(node for node in range(NODES) if free[node] > 0)
            free[made[rank]] -= 1
    return made


def scotch(traffic, folder):
    """The best of gmap's mappings onto a tree of nodes and slots, and onto nodes alone, with STRATEGIES."""
    packages.install(("scotch",), print)
    rows = matrix.undirected(traffic)
    lines = ["0", f"{RANKS} {sum(map(len, rows))}", "0 010"]
    lines += [" ".join([str(len(row)), *(f"{weight} {to}" for to, weight in row)]) for row in rows]
    (folder / "graph.grf").write_text("\n".join(lines) + "\n")
    found = []
    for strategy, (target, slots) in itertools.product(STRATEGIES, TARGETS.items()):
        (folder / "target.tgt").write_text(target)
        command = ["scotch_gmap-int64", strategy, "-Cf", "-b0", "graph.grf", "target.tgt", "mapped.map"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        rows_of_map = [list(map(int, line.split())) for line in (folder / "mapped.map").read_text().splitlines()[1:]]
        order = filled([leaf // slots for _, leaf in sorted(rows_of_map)])
        found.append((matrix.between(traffic, order), order))
    return min(found)[1]


def kahip(traffic, python):
    """The best of SEEDS partitions into parts of exactly one node. None if there is none."""
    rows = matrix.undirected(traffic, 2**30)
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row))
    graph = json.dumps([starts, [to for row in rows for to, _ in row], [weight for row in rows for _, weight in row]])
    found = []
    for seed in range(SEEDS):
        try:
            command = [python, "-c", KAHIP, str(seed)]
            done = subprocess.run(command, input=graph, capture_output=True, text=True, timeout=KAHIP_SECONDS)
        except subprocess.TimeoutExpired:
            continue
        order = json.loads(done.stdout) if done.returncode == 0 else []
        if all(order.count(node) == EACH for node in range(NODES)):
            found.append((matrix.between(traffic, order), order))
    return min(found)[1] if found else None


def treematch(traffic, folder):
    """The order of Open MPI's component topo/treematch. It does not reorder processes on several hosts, because Debian's
    runtime gives it no numbers of nodes. So one host pretends to have a package of cores for each node."""
    if not (folder / "dist_graph").exists():
        source = pathlib.Path(__file__).resolve().parent / "dist_graph.c"
        subprocess.run(["mpicc.openmpi", "-O1", "-o", folder / "dist_graph", source], check=True)
    synthetic = f"pack:{NODES} [numa] core:{EACH} pu:1"
    machine = ["lstopo-no-graphics", "--force", "--input", synthetic, "--of", "xml", "machine.xml"]
    subprocess.run(machine, cwd=folder, check=True, capture_output=True)
    # Weights are of type int, and the largest sum of a row and a column must be one as well.
    scale = min(1, 2**30 / max(sum(map(sum, traffic)), 1))
    rows = [[max(1, round(amount * scale)) if amount else 0 for amount in row] for row in traffic]
    (folder / "matrix.txt").write_text("\n".join(" ".join(map(str, row)) for row in rows) + "\n")
    file = folder / "machine.xml"
    options = ["-x", f"HWLOC_XMLFILE={file}", "-x", "HWLOC_THISSYSTEM=0", "--mca", "hwloc_base_topo_file", file]
    options += ["--mca", "topo", "treematch,basic", "--oversubscribe", "--bind-to", "none", "-n", str(RANKS)]
    command = ["mpirun.openmpi", *options, folder / "dist_graph", "matrix.txt"]
    environment = {**os.environ, **launch.ROOT}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=True)
    new_rank = dict(tuple(map(int, line.split()[1:])) for line in done.stdout.splitlines() if line.startswith("rank "))
    return matrix.of_new_ranks([new_rank[rank] for rank in range(RANKS)])
