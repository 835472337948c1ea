# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""A program that mypy --strict is to accept: only checked, never run."""

from __future__ import annotations

import pathlib

import numpy as np
import numpy.typing as npt

import cartwright


def busiest(mapping: cartwright.Mapping) -> int:
    nodes: npt.NDArray[np.int64] = mapping.node_of_cell
    leaving: npt.NDArray[np.float64] = mapping.cost("node").per_domain
    return int(leaving.argmax()) if nodes.size else 0


def main() -> None:
    machine = cartwright.Machine.from_nodes([48, 48], hosts=["a", "b"])
    grid = cartwright.Grid((12, 8), periods=(True, False))
    stencil = cartwright.Stencil([(1, 0), (-1, 0)], weights=[1.0, 2.0])
    mapping = cartwright.map(grid, machine, stencil, tier="best", budget=0.1, progress=lambda share: print(share))
    print(busiest(mapping), mapping.cost().gap or 0.0)
    dims: tuple[int, ...] = cartwright.dims_create(96, 2, weights=[1.0, 3.0])
    comparison = cartwright.compare(dims, pathlib.Path("hosts.txt"), "hops", mappings=["strips", "auto"])
    remarks: list[str] = comparison.best.write("rankfile", pathlib.Path("ranks.txt"))
    errors: dict[str, str] = comparison.errors
    print(remarks, errors, [level.sizes.sum() for level in machine.levels])
    network = cartwright.Network(pathlib.Path("fabric.json"))
    job = cartwright.place_job(network, grid, [(0, 1, 8.0)], nodes=["a", "b"], progress=lambda step, share: print(step))
    loads: npt.NDArray[np.float64] = job.loads
    route: list[tuple[int, float]] = network.route(0, 1)
    print(loads.sum(), job.hosts[0], [stats.most for stats in job.stats], job.busiest_link or 0, route)
    try:
        cartwright.evaluate(np.arange(4), (2, 2), "2x2")
    except cartwright.InvalidArgumentError as error:
        print(error)
