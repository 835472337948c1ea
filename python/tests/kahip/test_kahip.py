# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Holds the cost of an order against the cut that KaHIP, a partitioner of graphs, reports of its own parts."""

import random

import kahip
import numpy as np

import cartwright


def random_problem(rng):
    ndims = rng.choice((2, 3))
    dims = [rng.randint(2, 6) for _ in range(ndims)]
    periods = [rng.random() < 0.5 and size > 2 for size in dims]
    weights = [rng.randint(1, 9) for _ in dims]
    return dims, periods, weights


def graph_of(dims, periods, weights):
    """The grid as KaHIP takes graphs: each edge once in either direction, with its weight."""
    starts, neighbors, loads = [0], [], []
    for cell in np.ndindex(*dims):
        for axis, (size, wraps, weight) in enumerate(zip(dims, periods, weights)):
            for step in (-1, 1):
                at = cell[axis] + step
                if not wraps and not 0 <= at < size:
                    continue
                other = list(cell)
                other[axis] = at % size
                neighbors.append(int(np.ravel_multi_index(other, dims)))
                loads.append(weight)
        starts.append(len(neighbors))
    return starts, neighbors, loads


def test_cut_is_that_of_kahip():
    seed = random.randrange(10**9)
    print("seed", seed)
    rng = random.Random(seed)
    for case in range(60):
        dims, periods, weights = random_problem(rng)
        cells = int(np.prod(dims))
        parts = rng.randint(2, min(6, cells))
        starts, neighbors, loads = graph_of(dims, periods, weights)
        cut, part_of = kahip.kaffpa([1] * cells, starts, loads, neighbors, parts, 0.1, True, case, kahip.FAST)
        sizes = np.bincount(part_of, minlength=parts)
        order = np.argsort(part_of, kind="stable")
        stencil = [
            [step if axis == other else 0 for other in range(len(dims))]
            for axis in range(len(dims))
            for step in (1, -1)
        ]
        found = cartwright.evaluate(
            order,
            cartwright.Grid(dims, periods),
            [int(size) for size in sizes if size > 0],
            cartwright.Stencil(stencil, [weight for weight in weights for _ in (1, -1)]),
        )
        # KaHIP counts an edge once, Cartwright in each direction.
        assert found.cost().j_sum == 2 * cut, (seed, case, dims, periods, weights, parts)
