# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Ranks and data of before, after the ranks have changed."""

import numpy as np
import pytest
from mpi4py import MPI

from cartwright.mpi import cart_create, move_to_new_ranks, move_to_old_ranks, translate_ranks

world = MPI.COMM_WORLD


@pytest.fixture(params=[(4, 3), (3, 3)])
def cart(request):
    made = cart_create(world, request.param, nodes="cyclic:3x4", mapping="random", seed=5)
    yield made
    if made != MPI.COMM_NULL:
        made.Free()


def test_ranks_are_translated(cart):
    if cart == MPI.COMM_NULL:
        return
    new_rank_of = dict(cart.allgather((world.rank, cart.rank)))
    ranks = [*range(world.size), MPI.PROC_NULL]
    expected = [*(new_rank_of.get(rank, MPI.UNDEFINED) for rank in range(world.size)), MPI.PROC_NULL]
    assert translate_ranks(world, ranks, cart) == expected


@pytest.mark.parametrize(
    "make",
    [
        lambda rank: np.full((2, 3 + rank), rank, dtype=np.float32),
        lambda rank: np.arange(rank, dtype=np.int16),
        lambda rank: np.asfortranarray(np.arange(6.0).reshape(2, 3) + rank),
        lambda rank: np.zeros((0, rank)),
        lambda rank: {"rank": rank, "list": [rank] * rank},
        lambda rank: None if rank == 3 else (np.array([rank]) if rank % 2 else str(rank)),
        lambda rank: np.full(1 << 18, rank),
    ],
)
def test_data_goes_there_and_back(cart, make):
    there = move_to_new_ranks(make(world.rank), world, cart)
    if cart == MPI.COMM_NULL:
        assert there is None
        return
    assert same(there, make(cart.rank))
    if isinstance(there, np.ndarray) and there.size:
        there[...] = there  # writable
    assert same(move_to_old_ranks(there, world, cart), make(world.rank))


def same(a, b):
    if not isinstance(a, np.ndarray):
        return type(a) is type(b) and a == b
    return a.dtype == b.dtype and a.shape == b.shape and bool((a == b).all())


def test_open_receives_of_the_program_get_nothing(cart):
    if cart == MPI.COMM_NULL:
        move_to_new_ranks(0, world, cart)
        return
    buffer = bytearray(100)
    request = cart.Irecv(buffer, MPI.ANY_SOURCE, MPI.ANY_TAG)
    assert move_to_new_ranks(world.rank, world, cart) == cart.rank
    assert not request.Test()
    request.Cancel()
    request.Wait()
