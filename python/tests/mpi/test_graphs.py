# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""dist_graph_create_adjacent on 12 processes."""

import numpy as np
import pytest
from mpi4py import MPI

import cartwright
from cartwright.mpi import dist_graph_create_adjacent, report

world = MPI.COMM_WORLD
NODE_OF_RANK = [rank % 3 for rank in range(12)]  # cyclic:3x4


def random_edges(seed):
    """(from, to) -> weight, the same on every rank."""
    rng = np.random.default_rng(seed)
    pairs = {(int(a), int(b)) for a, b in rng.integers(0, 12, size=(40, 2))}
    return {pair: int(rng.integers(0, 9)) for pair in sorted(pairs)}


def ring_edges():
    return {(rank, (rank + step) % 12): 1 for rank in range(12) for step in (-1, 1)}


def neighbors_of(vertex, edges):
    """sources, destinations and their weights"""
    into = {a: weight for (a, b), weight in edges.items() if b == vertex}
    out = {b: weight for (a, b), weight in edges.items() if a == vertex}
    return list(into), list(out), list(into.values()), list(out.values())


def crossing(edges, node_of_vertex):
    return sum(weight for (a, b), weight in edges.items() if node_of_vertex[a] != node_of_vertex[b])


@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize("edges", [ring_edges(), random_edges(1), random_edges(2)])
def test_vertices_keep_their_neighbors_and_less_crosses_nodes(edges, weighted):
    sources, destinations, *weights = neighbors_of(world.rank, edges)
    graph = dist_graph_create_adjacent(world, sources, destinations, *(weights if weighted else ()), nodes="cyclic:3x4")
    sources, destinations, *weights = neighbors_of(graph.rank, edges)
    assert graph.Get_dist_neighbors_count() == (len(sources), len(destinations), weighted)
    found = graph.Get_dist_neighbors()
    assert (list(found[0]), list(found[1])) == (sources, destinations)
    if weighted:
        assert (list(found[2][0]), list(found[2][1])) == tuple(weights)
    counted = edges if weighted else dict.fromkeys(edges, 1)
    old_rank = graph.group.Translate_ranks(list(range(12)), world.group)
    placed = report(graph)
    assert placed.j_sum_before == crossing(counted, NODE_OF_RANK)
    assert placed.j_sum == crossing(counted, [NODE_OF_RANK[rank] for rank in old_rank]) < placed.j_sum_before
    assert placed.lower_bound <= placed.j_sum and placed.reordered
    graph.Free()


def test_a_ring_is_cut_as_rarely_as_can_be():
    graph = dist_graph_create_adjacent(world, *neighbors_of(world.rank, ring_edges())[:2], nodes="cyclic:3x4")
    assert report(graph).j_sum == report(graph).lower_bound == 6
    graph.Free()


def test_ranks_stay_when_asked():
    graph = dist_graph_create_adjacent(world, [], [], reorder=False, nodes="cyclic:3x4")
    assert graph.rank == world.rank and not report(graph).reordered
    graph.Free()


@pytest.mark.parametrize(
    "arguments",
    [
        ([12], []),
        ([], [-1]),
        ([1], [2], [1, 1], [1]),
        ([1], [2], [1], [-1]),
        ([1], [2], [1], None),
    ],
)
def test_errors_are_those_of_all_ranks(arguments):
    with pytest.raises(cartwright.InvalidArgumentError):
        dist_graph_create_adjacent(world, *(arguments if world.rank == 4 else ([], [])))


def test_settings_have_to_agree():
    with pytest.raises(cartwright.InvalidArgumentError, match="disagree"):
        dist_graph_create_adjacent(world, [], [], seed=int(world.rank == 3))
