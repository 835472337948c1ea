# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Random problems, and their cost by a slow reference."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

import cartwright


class Problem(NamedTuple):
    grid: cartwright.Grid
    machine: cartwright.Machine
    stencil: cartwright.Stencil


def random_problem(rng: np.random.Generator) -> Problem:
    """1 to 3 dimensions, unequal nodes, offsets of any length with weights."""
    ndims = int(rng.integers(1, 4))
    dims = rng.integers(1, [60, 12, 6][ndims - 1], size=ndims)
    grid = cartwright.Grid(dims, rng.integers(0, 2, size=ndims))
    sizes, left = [], grid.size
    while left > 0:
        sizes.append(min(left, int(rng.integers(1, 12))))
        left -= sizes[-1]
    count = int(rng.integers(0, 7))
    stencil = cartwright.Stencil(
        rng.integers(-3, 4, size=(count, ndims)), weights=rng.integers(1, 5, size=count), ndims=ndims
    )
    return Problem(grid, cartwright.Machine.from_nodes(sizes), stencil)


def reference_cost(problem: Problem, order: np.ndarray) -> tuple[float, float]:
    """J_sum and J_max, edge by edge [Hunold2020, II]."""
    grid, machine, stencil = problem
    node_of_slot = np.repeat(np.arange(machine.nodes), machine.node_sizes)
    node = np.empty(grid.size, dtype=int)
    node[order] = node_of_slot
    leaving = np.zeros(machine.nodes)
    for cell in range(grid.size):
        for offset, weight in zip(stencil.offsets, stencil.weights):
            there = []
            for x, dim, periodic in zip(np.array(grid.coords(cell)) + offset, grid.dims, grid.periods):
                if not periodic and not 0 <= x < dim:
                    break
                there.append(int(x) % dim)
            else:
                if node[grid.cell(there)] != node[cell]:
                    leaving[node[cell]] += weight
    return float(leaving.sum()), float(leaving.max())
