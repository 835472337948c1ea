#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Graph partitioners on the 144 instances of [Hunold2020, VI-C], and with --grids on those of its figures 6 and 7: Scotch in
`cartwright study`; KaHIP, which `pip install kahip` installs; and VieM, built from github.com/schulzchristian/VieM.
With --graphs on graphs that are not stencils: Scotch in `bench_graphs`, KaHIP, and from `pip install mtkahypar chszlablib`
Mt-KaHyPar and SharedMap, which also maps onto groups, nodes and sockets. All have one thread and parts of exact sizes."""

import argparse
import contextlib
import importlib.util
import itertools
import json
import multiprocessing
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from queue import Empty

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "bench"))

from lib import machine, page, statistic

MAPPINGS = "hyperplane,kdtree,strips,nodecart,scotch,auto"
STENCILS = ("nn", "hops", "component")
GRIDS = (((50, 48), 50), ((75, 64), 100))
SECONDS = 20  # KaHIP does not end with every seed
SEEDS = 3


def offsets(stencil, ndims):
    """The offsets of a stencil, as `cartwright` defines them."""
    hops = {(k, s) for k in range(ndims - (stencil == "component")) for s in (1, -1)}
    if stencil == "hops":
        hops |= {(0, s) for s in (2, 3, -2, -3)}
    return [tuple(s if i == k else 0 for i in range(ndims)) for k, s in sorted(hops)]


def graph(dims, stencil):
    """The neighbors of every cell, in row-major order."""
    cells = list(itertools.product(*map(range, dims)))
    number = {cell: i for i, cell in enumerate(cells)}
    steps = offsets(stencil, len(dims))
    ends = [[tuple(map(sum, zip(cell, step))) for step in steps] for cell in cells]
    return [[number[end] for end in row if end in number] for row in ends]


def cuts(rows, node):
    """J_sum and J_max of a partition, directed edges."""
    sent = [0] * (max(node) + 1)
    for cell, row in enumerate(rows):
        sent[node[cell]] += sum(node[cell] != node[to] for to in row)
    return sum(sent), max(sent)


def divide(rows, nodes, seed, queue):
    import kahip

    starts = list(itertools.accumulate(map(len, rows), initial=0))
    ends = [to for row in rows for to in row]
    queue.put(kahip.kaffpa([1] * len(rows), starts, [1] * len(ends), ends, nodes, 0.0, True, seed, kahip.STRONG)[1])


def kahip_cuts(rows, nodes):
    """J_sum, J_max and the seconds of KaHIP `strong` with parts of equal sizes. None if no seed gives such parts."""
    for seed in range(SEEDS):
        queue = multiprocessing.Queue()
        process = multiprocessing.Process(target=divide, args=(rows, nodes, seed, queue))
        begin = time.monotonic()
        process.start()
        try:
            parts = list(queue.get(timeout=SECONDS))
        except Exception:  # queue.Empty
            parts = []
        seconds = time.monotonic() - begin
        process.kill()
        process.join()
        if parts and {parts.count(part) for part in range(nodes)} == {len(rows) // nodes}:
            return *cuts(rows, parts), seconds
    return None


def viem_cuts(program, rows, nodes, seed=0):
    """J_sum, J_max and the seconds of VieM, as [Hunold2020, VI-C] configured it."""
    size = len(rows) // nodes
    with tempfile.TemporaryDirectory() as folder:
        model, mapping = (pathlib.Path(folder) / name for name in ("model.graph", "mapping"))
        lines = [f"{len(rows)} {sum(map(len, rows)) // 2}"] + [" ".join(str(to + 1) for to in row) for row in rows]
        model.write_text("\n".join(lines) + "\n")
        command = [program, model, "--preconfiguration_mapping=strong", f"--hierarchy_parameter_string={size}:{nodes}"]
        command += ["--distance_parameter_string=0:1", f"--seed={seed}", f"--output_filename={mapping}"]
        begin = time.monotonic()
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        seconds = time.monotonic() - begin
        node = [int(place) // size for place in mapping.read_text().split()]
    found = cuts(rows, node)
    if {node.count(one) for one in range(nodes)} != {size} or float(re.search(r"J\(C,D,Pi'\) = (\S+)", text)[1]) != found[0]:
        raise ValueError(f"VieM's mapping has other nodes, or another J_sum than it prints: {found[0]}")
    return *found, seconds


def add_partitioners(one, viem):
    """Adds KaHIP and VieM to the mappings of an instance."""
    rows = graph(one["dims"], one["stencil"])
    has_kahip = importlib.util.find_spec("kahip") is not None
    results = {"kahip": has_kahip and kahip_cuts(rows, one["nodes"]), "viem": viem and viem_cuts(viem, rows, one["nodes"])}
    for name, found in results.items():
        if found:
            one["mappings"].append({"mapping": name, **dict(zip(("j_sum", "j_max", "seconds"), found))})
    print(one["stencil"], one["dims"], one["nodes"], results, flush=True)


def read_metis(path):
    """The first edge of every vertex, and the ends and weights of all edges."""
    starts, ends, weights = [0], [], []
    for line in path.read_text().splitlines()[1:]:
        numbers = [*map(int, line.split())]
        ends += [number - 1 for number in numbers[::2]]
        weights += numbers[1::2]
        starts.append(len(ends))
    return starts, ends, weights


def by_kahip(path, levels, seed):
    import kahip

    starts, ends, weights = read_metis(path)
    return kahip.kaffpa([1] * (len(starts) - 1), starts, weights, ends, levels[0], 0.0, True, seed, kahip.STRONG)[1]


def by_mtkahypar(path, levels, seed):
    import mtkahypar

    library = mtkahypar.initialize(1)
    context = library.context_from_preset(mtkahypar.PresetType.DETERMINISTIC_QUALITY)
    context.set_partitioning_parameters(levels[0], 0.0, mtkahypar.Objective.CUT)
    context.logging = False
    mtkahypar.set_seed(seed)
    graph = library.graph_from_file(str(path), context, mtkahypar.FileFormat.METIS)
    parts = graph.partition(context)
    return [parts.block_id(vertex) for vertex in range(graph.num_nodes())]


def by_sharedmap(path, levels, seed):
    import chszlablib

    inside_out = [inner // outer for outer, inner in zip([1, *levels], levels)][::-1]
    distances = [10**i for i in range(len(levels))]
    metis = chszlablib.Graph.from_metis(str(path))
    map_onto = chszlablib.Decomposition.process_map
    return [*map(int, map_onto(metis, inside_out, distances, mode="strong", imbalance=0.0, threads=1, seed=seed).assignment)]


PEERS = {"KaHIP": by_kahip, "Mt-KaHyPar": by_mtkahypar, "SharedMap": by_sharedmap}
GRAPHS = ("geometric-256", "geometric-1024", "geometric-4096", "delaunay-1024", "delaunay-4096", "power-2048", "grid-4096")
GRAPHS += ("cube-4096", "weighted-2048")


def peer_cost(peer, path, levels, seed, queue):
    begin = time.process_time()
    parts = PEERS[peer](path, levels, seed)
    seconds = time.process_time() - begin
    if {parts.count(part) for part in range(levels[-1])} != {len(parts) // levels[-1]}:
        parts = None
    queue.put((parts and weighted_sum(levels_cut(path, parts, levels)), seconds))


def levels_cut(path, parts, levels):
    """The weight of the edges between domains of every level, outermost first."""
    starts, ends, weights = read_metis(path)
    cut = [0] * len(levels)
    for vertex, part in enumerate(parts):
        for edge in range(starts[vertex], starts[vertex + 1]):
            for level, count in enumerate(levels):
                size = levels[-1] // count
                cut[level] += weights[edge] * (part // size != parts[ends[edge]] // size)
    return [one // 2 for one in cut]


def weighted_sum(cut):
    """Weight times distance: 1 in the innermost level that an edge leaves, 10 in the next one, ..."""
    return sum((one - outer) * 10**i for i, (outer, one) in enumerate([*zip([0, *cut], cut)][::-1]))


def peer_median(peer, path, levels):
    """The median costs and seconds of three seeds, of those that end in time and with exact sizes."""
    found = []
    for seed in range(SEEDS):
        queue = multiprocessing.Queue()
        process = multiprocessing.Process(target=peer_cost, args=(peer, path, levels, seed, queue))
        process.start()
        with contextlib.suppress(Empty):
            found.append(queue.get(timeout=10 * SECONDS))
        process.kill()
        process.join()
    found = [one for one in found if one[0] is not None]
    return [statistics.median(column) for column in zip(*found)] if found else None


def compare_graphs(program, names):
    """Prints costs relative to the first peer that has one, KaHIP or SharedMap. `best` has the seconds of that peer."""
    columns = (*PEERS, "scotch", "fast", "balanced", "best")
    print(f"{machine.processor()}, {time.strftime('%Y-%m-%d')}, one thread, load {os.getloadavg()[0]:.1f}", flush=True)
    print("J_sum relative to KaHIP, on several levels J relative to SharedMap; medians of three seeds; processor seconds, of tiers elapsed ones\n")
    print(f"{'graph':<16}{'domains':<11}", *(f"{column:<14}" for column in columns))
    for name, several in itertools.product(names, (False, True)):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "graph"
            subprocess.run([program, name, path], check=True)
            size = int(name.split("-")[1])
            nodes = 64 if size > 1024 else 32 if size == 1024 else 16
            levels = [4, nodes, 2 * nodes] if several else [nodes]
            costs = {peer: peer_median(peer, path, levels) for peer in PEERS if not several or peer == "SharedMap"}
        first = next((found for found in costs.values() if found), None)
        if first is None:
            continue
        command = [program, name, ",".join(map(str, levels)), str(first[1])]
        for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines():
            tier, seconds, *cut = line.split()
            costs[tier] = weighted_sum([*map(int, cut)]), float(seconds)
        cells = [f"{found[0] / first[0]:.3f} {found[1]:6.3f}" if found else "" for found in map(costs.get, columns)]
        print(f"{name:<16}{','.join(map(str, levels)):<11}", *(f"{cell:<14}" for cell in cells), flush=True)


def median(values):
    """The median and half of its 95 % confidence interval, as in `cartwright study`."""
    found = statistic.summary(values)
    return f"{found['median']:.3f} +- {found['high'] - found['median']:.3f}"


def table_of(report):
    """A row for every mapping, and for each stencil medians of J_sum and J_max as parts of those of blocked, the sum of J_sum,
    and milliseconds."""
    lines, columns = {}, ["mapping"]
    names = [row["mapping"] for row in report["summary"] if row["stencil"] == "nn"]
    for stencil in STENCILS:
        instances = [one for one in report["instances"] if one["stencil"] == stencil]
        columns += [f"{stencil}: J_sum", "J_max", "total J_sum", "ms"]
        for name in [*names, "kahip", "viem"]:
            found = [(one["blocked"], row) for one in instances for row in one["mappings"] if row["mapping"] == name]
            if not found:
                continue
            ratios = [[row[kind] / blocked[kind] if blocked[kind] else 1 for blocked, row in found] for kind in ("j_sum", "j_max")]
            left_out = f" of {len(found)} instances" if len(found) < len(instances) else ""
            total = f"{sum(row['j_sum'] for _, row in found):,}{left_out}"
            each = f"{1e3 * statistics.fmean(row['seconds'] for _, row in found):.1f}"
            lines.setdefault(name, [name]).extend([*map(median, ratios), total, each])
    return page.markdown(columns, [*lines.values()])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--viem", default=shutil.which("viem"), help="the program viem of VieM, if it is not in PATH")
    parser.add_argument("--grids", action="store_true", help="only print J_sum/J_max of VieM on the published grids, for two seeds")
    parser.add_argument("--graphs", nargs="*", metavar="NAME", help="only compare on graphs that are not stencils")
    parser.add_argument("--write", type=pathlib.Path, metavar="PAGE", help="write the table into a page")
    options = parser.parse_args()
    if options.grids:
        for stencil, (dims, nodes), seed in itertools.product(STENCILS, GRIDS, range(2)):
            j_sum, j_max, seconds = viem_cuts(options.viem, graph(dims, stencil), nodes, seed)
            print(f"{'x'.join(map(str, dims))} {stencil}, seed {seed}: {j_sum}/{j_max}, {seconds:.1f} s", flush=True)
        return
    if options.graphs is not None:
        compare_graphs(options.build / "bin/bench_graphs", options.graphs or GRAPHS)
        return
    command = [options.build / "bin/cartwright", "study", "--mappings", MAPPINGS, "--json", "--quiet"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    for one in report["instances"]:
        add_partitioners(one, options.viem)
    text = f"{machine.processor()}\n\n{table_of(report)}"
    print(text)
    if options.write:
        page.write(options.write, "partitioners", text)


if __name__ == "__main__":
    main()
