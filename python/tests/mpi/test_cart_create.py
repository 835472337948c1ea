# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""cart_create on 12 processes, on pretended nodes and on real ones."""

import numpy as np
import pytest
from mpi4py import MPI

import cartwright
from cartwright.mpi import CartReport, cart_create, report

world = MPI.COMM_WORLD
assert world.size == 12, "these tests are written for 12 processes"


def check(comm, cart, node_of_rank):
    """A permutation of the ranks, whose cost is that of the report."""
    assert sorted(comm.group.Translate_ranks(list(range(cart.size)), cart.group)) == list(range(cart.size))
    placed = report(cart)
    old_rank = np.array(cart.group.Translate_ranks(list(range(cart.size)), comm.group))
    crossing = {}
    for name, node in (("after", np.array(node_of_rank)[old_rank]), ("before", np.array(node_of_rank))):
        leaving = np.zeros(max(node_of_rank) + 1)
        for rank in range(cart.size):
            coords = cart.Get_coords(rank)
            for i, step in ((i, step) for i in range(cart.ndim) for step in (-1, 1)):
                there = list(coords)
                there[i] += step
                if cart.periods[i] or 0 <= there[i] < cart.dims[i]:
                    leaving[node[rank]] += node[rank] != node[cart.Get_cart_rank(there)]
        crossing[name] = leaving
    assert (placed.j_sum, placed.j_max) == (crossing["after"].sum(), crossing["after"].max())
    assert (placed.j_sum_before, placed.j_max_before) == (crossing["before"].sum(), crossing["before"].max())
    assert placed.lower_bound <= placed.j_sum
    assert placed.data_share <= placed.data_share_before
    return placed


@pytest.mark.parametrize(
    "nodes, node_of_rank",
    [
        ("3x4", [r // 4 for r in range(12)]),
        ("cyclic:3x4", [r % 3 for r in range(12)]),
        ("5,3,4", [0] * 5 + [1] * 3 + [2] * 4),
        ("cyclic:5,3,4", [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 2, 0]),
        ("2x2x3", [r // 6 for r in range(12)]),
    ],
)
@pytest.mark.parametrize("dims, periods", [((4, 3), None), ((6, 2), [True, False]), ((2, 3, 2), True), ((12,), None)])
def test_processes_are_placed(nodes, node_of_rank, dims, periods):
    cart = cart_create(world, dims, periods=periods, nodes=nodes)
    assert (tuple(cart.dims), cart.size) == (dims, 12)
    placed = check(world, cart, node_of_rank)
    assert placed.pretended and placed.nodes == max(node_of_rank) + 1
    assert placed.reordered == (world.allgather(cart.rank) != list(range(12)))
    cart.Free()


def test_something_is_saved():
    cart = cart_create(world, (4, 3), nodes="cyclic:3x4")
    assert report(cart).j_sum < report(cart).j_sum_before
    assert report(cart).mapping != "as launched" and report(cart).tier == "balanced"
    cart.Free()


def test_open_dims_are_chosen_for_nodes_and_weights():
    # [Niethammer2019, slide 3]: 1800 x 580 elements.
    cart = cart_create(world, ndims=2, weights=[1 / 1800, 1 / 580], nodes="1x12")
    assert tuple(cart.dims) == (6, 2)
    cart.Free()
    cart = cart_create(world, [0, 3], nodes="3x4")
    assert tuple(cart.dims) == (4, 3)
    check(world, cart, [r // 4 for r in range(12)])
    cart.Free()


def test_real_nodes_are_found():
    shared = world.Split_type(MPI.COMM_TYPE_SHARED)
    cart = cart_create(world, (4, 3))
    placed = report(cart)
    assert isinstance(placed, CartReport) and not placed.pretended
    assert placed.nodes * shared.size == 12 and not placed.reordered and placed.j_sum == 0
    shared.Free()
    cart.Free()


def test_surplus_processes_get_no_communicator():
    cart = cart_create(world, (3, 3), nodes="cyclic:3x4")
    assert (cart == MPI.COMM_NULL) == (world.rank >= 9)
    if cart != MPI.COMM_NULL:
        assert cart.size == 9
        cart.Free()


def test_grids_of_one_process():
    for comm, arguments in ((world, {"dims": []}), (MPI.COMM_SELF, {"ndims": 3}), (MPI.COMM_SELF, {"dims": [1]})):
        cart = cart_create(comm, **arguments)
        assert (cart == MPI.COMM_NULL) == (comm is world and world.rank > 0)
        if cart != MPI.COMM_NULL:
            assert cart.size == 1
            cart.Free()


def test_any_communicator_will_do():
    half = world.Split(world.rank % 2, -world.rank)
    cart = cart_create(half, (3, 2), nodes="3x4")
    # The nodes are those of the world; ranks of the half go backwards.
    check(half, cart, [rank // 4 for rank in translate(half, world)])
    cart.Free()
    cart = cart_create(half, (3, 2), nodes="2x3")
    check(half, cart, [0, 0, 0, 1, 1, 1])
    cart.Free()
    half.Free()


def translate(comm, other):
    return comm.group.Translate_ranks(list(range(comm.size)), other.group)


def test_ranks_stay_when_asked():
    cart = cart_create(world, (4, 3), reorder=False, nodes="cyclic:3x4")
    placed = check(world, cart, [r % 3 for r in range(12)])
    assert cart.rank == world.rank and not placed.reordered and placed.mapping == "as launched"
    cart.Free()


def test_named_mapping_stencil_and_seed_are_used():
    one, two = (cart_create(world, (4, 3), mapping="random", seed=seed, nodes="3x4") for seed in (1, 2))
    assert report(one).mapping == "random" and report(one).tier == ""
    assert one.Get_coords(one.rank) is not None and world.allgather(one.rank) != world.allgather(two.rank)
    one.Free()
    two.Free()
    by_row = cart_create(world, (4, 3), stencil=[(0, 1), (0, -1)], nodes="cyclic:4x3")
    assert report(by_row).j_sum == 0 < report(by_row).j_sum_before
    by_row.Free()


def test_variables_are_read_where_nothing_is_given(monkeypatch):
    monkeypatch.setenv("CARTWRIGHT_NODES", "cyclic:3x4")
    monkeypatch.setenv("CARTWRIGHT_MAPPING", "strips")
    monkeypatch.setenv("CARTWRIGHT_STENCIL", "component")
    cart = cart_create(world, (4, 3))
    assert (report(cart).pretended, report(cart).mapping) == (True, "strips")
    cart.Free()
    cart = cart_create(world, (4, 3), mapping="blocked", nodes="2x6")
    assert (report(cart).nodes, report(cart).mapping) == (2, "blocked")
    cart.Free()
    monkeypatch.setenv("CARTWRIGHT_REORDER", "off")
    cart = cart_create(world, (4, 3))
    assert not report(cart).reordered
    cart.Free()


def test_nodes_of_the_environment_that_do_not_fit_are_left_aside(monkeypatch):
    monkeypatch.setenv("CARTWRIGHT_NODES", "5x5")
    if world.rank == 0:
        with pytest.warns(UserWarning, match="hold 25 processes, the communicator has 12"):
            cart = cart_create(world, (4, 3))
    else:
        cart = cart_create(world, (4, 3))
    assert not report(cart).pretended
    cart.Free()


def test_duplicates_have_the_report_and_others_have_none():
    cart = cart_create(world, (4, 3), nodes="cyclic:3x4")
    twin = cart.Dup()
    assert report(twin) == report(cart)
    cart.Free()
    assert report(twin).nodes == 3
    twin.Free()
    with pytest.raises(cartwright.InvalidArgumentError, match="did not make"):
        report(world)


def test_hundred_communicators_are_made_and_freed():
    for _ in range(100):
        cart_create(world, (4, 3), nodes="cyclic:3x4", tier="fast").Free()
