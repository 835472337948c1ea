# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Python and C give the same dims, ranks and report. The C library is that of CARTWRIGHT_MPI_LIBRARY."""

import ctypes
import math
import os

import pytest
from cartwright._headers import CW_CART_REPORT_INIT
from mpi4py import MPI

from cartwright.mpi import cart_create, dist_graph_create_adjacent, report
from cartwright.mpi._library import handle, make_mpi_visible

world = MPI.COMM_WORLD
make_mpi_visible()
library = ctypes.CDLL(os.environ["CARTWRIGHT_MPI_LIBRARY"])


def ints(values):
    return (ctypes.c_int * len(values))(*values)


def report_from_c(cart):
    placed = CW_CART_REPORT_INIT()
    assert library.cw_comm_report(handle(cart), ctypes.byref(placed)) == MPI.SUCCESS
    return placed


def check_equal(cart, other):
    if isinstance(cart, MPI.Cartcomm):
        assert (tuple(cart.dims), tuple(cart.periods)) == (tuple(other.dims), tuple(other.periods))
    assert cart.rank == other.rank
    placed, expected = report(cart), report_from_c(other)
    numbers = ("nodes", "reordered", "j_sum", "j_max", "j_sum_before", "j_max_before", "lower_bound")
    for name in (*numbers, "data_share", "data_share_before", "data_share_bound"):
        assert getattr(placed, name) == getattr(expected, name), name
    assert (math.inf if placed.gap is None else placed.gap) == pytest.approx(expected.gap)
    assert (placed.tier, placed.mapping) == (expected.tier.decode(), expected.mapping.decode())
    cart.Free()
    other.Free()


NODES = ["3x4", "cyclic:3x4", "5,3,4", "cyclic:5,3,4", "2x2x3", "cyclic:6x2", None]


@pytest.mark.parametrize("nodes", NODES)
@pytest.mark.parametrize(
    "dims, periods", [((4, 3), (0, 0)), ((6, 2), (1, 0)), ((2, 3, 2), (0, 0, 1)), ((3, 3), (0, 1))]
)
def test_given_dims(monkeypatch, nodes, dims, periods):
    if nodes:
        monkeypatch.setenv("CARTWRIGHT_NODES", nodes)
    offsets = [(1,) + (0,) * (len(dims) - 1), (0,) * (len(dims) - 1) + (-2,)]
    other = MPI.Cartcomm()
    flat = [x for offset in offsets for x in offset]
    assert library.MPIX_Cart_stencil_comm(
        handle(world),
        len(dims),
        ints(dims),
        ints(periods),
        1,
        ints(flat),
        len(offsets),
        ctypes.c_void_p(MPI._addressof(other)),
    ) == MPI.SUCCESS
    cart = cart_create(world, dims, periods=periods, stencil=offsets)
    assert (cart == MPI.COMM_NULL) == (other == MPI.COMM_NULL)
    if cart != MPI.COMM_NULL:
        check_equal(cart, other)


@pytest.mark.parametrize("nodes", NODES)
@pytest.mark.parametrize(
    "dims, periods, weights",
    [
        ((0, 0), (0, 0), None),
        ((0, 0), (0, 1), (1 / 1800, 1 / 580)),
        ((0, 3, 0), (0, 0, 0), (1.0, 2.0, 0.5)),
        ((3, 4), (0, 0), (2.0, 1.0)),
    ],
)
def test_weighted_dims(monkeypatch, nodes, dims, periods, weights):
    if nodes:
        monkeypatch.setenv("CARTWRIGHT_NODES", nodes)
    other = MPI.Cartcomm()
    assert library.MPIX_Cart_weighted_create(
        handle(world),
        len(dims),
        (ctypes.c_double * len(dims))(*weights) if weights else None,
        ints(periods),
        handle(MPI.INFO_NULL),
        ints(dims),
        ctypes.c_void_p(MPI._addressof(other)),
    ) == MPI.SUCCESS
    check_equal(cart_create(world, dims, periods=periods, weights=weights), other)


@pytest.mark.parametrize("nodes", NODES)
@pytest.mark.parametrize("steps", [(-1, 1), (3, -3, 5)])
def test_graphs(monkeypatch, nodes, steps):
    if nodes:
        monkeypatch.setenv("CARTWRIGHT_NODES", nodes)
    destinations = [(world.rank + step) % 12 for step in steps]
    sources = [(world.rank - step) % 12 for step in steps]
    weights = list(range(1, len(steps) + 1))
    other = MPI.Distgraphcomm()
    assert library.MPIX_Dist_graph_create_adjacent(
        handle(world),
        *(len(steps), ints(sources), ints(weights), len(steps), ints(destinations), ints(weights)),
        handle(MPI.INFO_NULL),
        1,
        ctypes.c_void_p(MPI._addressof(other)),
    ) == MPI.SUCCESS
    graph = dist_graph_create_adjacent(world, sources, destinations, weights, weights)
    assert list(graph.Get_dist_neighbors()[0]) == list(other.Get_dist_neighbors()[0])
    check_equal(graph, other)
