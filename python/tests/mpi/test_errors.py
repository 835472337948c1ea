# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""An error on one rank is an exception on every rank, and none waits forever."""

import math

import pytest
from mpi4py import MPI

import cartwright
from cartwright.mpi import cart_create

world = MPI.COMM_WORLD

BAD = [
    {},
    {"dims": (4, 3), "ndims": 3},
    {"ndims": -1},
    {"ndims": 17},
    {"dims": (-4, 3)},
    {"dims": (5, 3)},
    {"dims": (5, 0)},
    {"dims": (4, 3), "periods": [True]},
    {"ndims": 2, "weights": [1]},
    {"ndims": 2, "weights": [1, -1]},
    {"ndims": 2, "weights": [1, math.nan]},
    {"ndims": 2, "weights": [math.inf, 1]},
    {"dims": (4, 3), "stencil": "nearest"},
    {"dims": (4, 3), "stencil": [(1, 0, 0)]},
    {"dims": (4, 3), "mapping": "best"},
    {"dims": (4, 3), "tier": "most"},
    {"dims": (4, 3), "budget": -1.0},
    {"dims": (4, 3), "nodes": "5x5"},
    {"dims": (4, 3), "nodes": "nonsense"},
]


@pytest.mark.parametrize("number", range(len(BAD)))
def test_on_all_ranks(number):
    with pytest.raises(cartwright.CartwrightError) as caught:
        cart_create(world, **BAD[number])
    assert world.allreduce(len(str(caught.value)) > 0, MPI.LAND)


@pytest.mark.parametrize("number", range(len(BAD)))
def test_on_one_rank(number):
    arguments = BAD[number] if world.rank == 5 else {"dims": (4, 3), "nodes": "3x4"}
    with pytest.raises(cartwright.CartwrightError):
        cart_create(world, **arguments)


def test_other_types_are_type_errors_everywhere():
    with pytest.raises((TypeError, ValueError)):
        cart_create(world, dims=(4, "three") if world.rank == 2 else (4, 3))


def test_one_that_fails_is_named():
    with pytest.raises(cartwright.FileError, match="nearest") as caught:
        cart_create(world, (4, 3), stencil="nearest" if world.rank == 7 else "nn")
    assert str(caught.value).startswith("process 7: ") == (world.rank != 7)


@pytest.mark.parametrize(
    "name, values",
    [
        ("dims", [(4, 3), (3, 4)]),
        ("periods", [True, False]),
        ("weights", [[1, 2], [2, 1]]),
        ("stencil", ["hops", [(1, 0)]]),
        ("reorder", [True, False]),
        ("seed", [0, 1]),
        ("nodes", ["3x4", "4x3"]),
    ],
)
def test_disagreement(name, values):
    arguments = {"dims": (4, 3), name: values[world.rank == 11]}
    with pytest.raises(cartwright.InvalidArgumentError, match="disagree"):
        cart_create(world, **arguments)


def test_no_intracommunicator():
    half = world.Split(world.rank < 6)
    inter = half.Create_intercomm(0, world, 6 if world.rank < 6 else 0)
    for comm in (inter, MPI.COMM_NULL, None):
        with pytest.raises(cartwright.InvalidArgumentError, match="not an intracommunicator"):
            cart_create(comm, (3, 2))
    inter.Free()
    half.Free()
