#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""A halo exchange on a torus, a fat tree and a dragonfly of 256 nodes, in several rank orders: the time of the busiest
link, the time of Cartwright's flow model, and the time in SimGrid. Writes its table into docs/simulate.md.

usage: simulated_order.py CARTWRIGHT HALO [BYTES], where smpicc compiled HALO from examples/halo.c"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from lib import page
from lib.statistic import rank_correlation

PAGE = Path(__file__).parents[1] / "docs" / "simulate.md"
NETWORKS = ["torus:dims=8x8x4", "fat-tree:down=8x8x4,up=1x4x4", "dragonfly:routers=8,nodes=4,global=2,groups=8"]
GRIDS = ["16x16", "8x8x4"]
MAPPINGS = {"blocked": 0, "morton": 0, "hilbert": 0, "DEF": 0, "random": 1, "random 2": 2, "network": 0}
SHOWN = {"blocked": "blocked", "morton": "Morton", "hilbert": "Hilbert", "random": "random", "network": "Cartwright"}


def times_of(cartwright, halo, size, network, dims, mapping):
    """The seconds of the busiest link, of the flow model, and of the exchange in SimGrid."""
    extents = dims.split("x")
    command = [
        cartwright, "simulate", "--json", "--network", network, "--dims", dims, "--periodic", ",".join("1" for _ in extents),
        "--bytes", size, "--mapping", mapping.split()[0], "--seed", str(MAPPINGS[mapping]),
    ]  # fmt: skip
    fine = [*command, "--tolerance", "0.001"]
    flows = json.loads(subprocess.run(fine, capture_output=True, text=True, check=True).stdout)["simulation"]
    with tempfile.TemporaryDirectory() as folder:
        program = ["--keep", folder, "--", halo, size, "1", *extents]
        subprocess.run([*command, *program], capture_output=True, check=True)
        # The program's own time is without the start and end of MPI.
        printed = re.search(r"neighbors: (\S+) s", (Path(folder) / "cartwright.out").read_text())
    run = flows["runs"][1]
    return run["predicted_seconds"], run["simulated_seconds"], float(printed.group(1))


def table(cartwright, halo, size):
    """The table and its summary."""
    lines, far = [], []
    for network in NETWORKS:
        for dims in GRIDS:
            times = {one: times_of(cartwright, halo, size, network, dims, one) for one in MAPPINGS}
            for one, (_, ours, theirs) in times.items():
                far.append((abs(ours / theirs - 1), f"`{network}`, {dims}, {one}"))
                print(network, dims, one, *(f"{1e6 * value:.2f}" for value in times[one]), f"{ours / theirs:.3f}")
            shown = [" / ".join(f"{1e6 * value:.0f}" for value in times[one]) for one in SHOWN]
            busiest, flows, simgrid = (list(column) for column in zip(*times.values(), strict=True))
            both = f"{rank_correlation(busiest, simgrid):.2f} / {rank_correlation(flows, simgrid):.2f}"
            lines.append([f"`{network}`" if dims == GRIDS[0] else "", dims, *shown, both])
    most, where = max(far)
    within = sum(error <= 0.05 for error, _ in far)
    return (
        f"{page.markdown(['network', 'grid', *SHOWN.values(), 'correlation'], lines)}\n\n"
        f"The flow model is within 5 % of SimGrid in {within} of {len(far)} cases; the largest difference is "
        f"{100 * most:.1f} % ({where})."
    )


text = table(*sys.argv[1:3], sys.argv[3] if len(sys.argv) > 3 else "65536")
page.write(PAGE, "orders", f"\n{text}\n")
