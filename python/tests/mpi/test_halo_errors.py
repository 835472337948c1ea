# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""An error in cartwright.halo is an exception with a reason, and none waits forever."""

import warnings

import numpy as np
import pytest
from mpi4py import MPI

import cartwright
from cartwright.halo import Halo, HaloArray, HaloCart

world = MPI.COMM_WORLD
WRONG = cartwright.InvalidArgumentError


@pytest.fixture(scope="module")
def cart():
    made = world.Create_cart([world.size, 1], [True, False])
    yield made
    made.Free()


def frozen():
    array = np.zeros((6, 6))
    array.flags.writeable = False
    return array


BAD_PLANS = [
    ({"arrays": []}, WRONG, "no arrays"),
    ({"arrays": [[1, 2]]}, TypeError, "array 0 is a list"),
    ({"arrays": np.zeros(6)}, WRONG, "array 0 has 1 axes, but the grid has 2"),
    ({"arrays": lambda: HaloArray((4,), 1)}, WRONG, "dimensions"),
    ({"arrays": np.zeros((6, 6), object)}, TypeError, "elements of object"),
    ({"arrays": frozen()}, WRONG, "read-only"),
    ({"arrays": np.zeros(8 * 36 + 1, "u1")[1:].view("f8").reshape(6, 6)}, WRONG, "not aligned"),
    ({"arrays": np.zeros((0, 6, 6))}, WRONG, "no components"),
    ({"width": None}, WRONG, "no width is given"),
    ({"width": -1}, WRONG, "width is -1"),
    ({"width": 3}, WRONG, "none is left"),
    ({"width": [(1, 2, 3), 1]}, WRONG, "a pair"),
    ({"width": [1]}, WRONG, "1 entries for 2 axes"),
    ({"width": 2**70}, cartwright.SizeError, "63 bits"),
    ({"width": [(0, 4), 0]}, WRONG, "its neighbor rank"),
    ({"shape": "round"}, WRONG, "'round'"),
    ({"shape": [(1,)]}, WRONG, "one for each axis"),
    ({"shape": []}, WRONG, "offsets"),
    ({"effort": "much"}, WRONG, "'much'"),
    ({"timeout": 0}, WRONG, "timeout is 0"),
    ({"joining": "sometimes"}, WRONG, "unknown joining 'sometimes': give one of chosen, never, always"),
    ({"corners": "round"}, WRONG, "unknown corners 'round': give one of chosen, direct, with_faces"),
    ({"piece": 0}, WRONG, "piece is 0: give 1 or more"),
    ({"axes": [0, 0]}, WRONG, "axes[1] is 0: give different axes"),
    ({"neighbors": {(1, 2): 0}}, WRONG, "-1, 0 or 1"),
    ({"neighbors": {(1, 0): 77}}, WRONG, "rank 77"),
]


@pytest.mark.parametrize("ranks", ["all", "one"])
@pytest.mark.parametrize("number", range(len(BAD_PLANS)))
def test_plans_that_cannot_be(cart, number, ranks):
    change, error, text = BAD_PLANS[number]
    wrong = ranks == "all" or world.rank == world.size - 1
    arguments = {"arrays": np.zeros((6, 6)), "width": 1, **(change if wrong else {})}
    if callable(arguments["arrays"]):
        arguments["arrays"] = arguments["arrays"]()
    with pytest.raises((error,) if ranks == "all" else (cartwright.CartwrightError, TypeError)) as caught:
        Halo(cart, **arguments)
    if ranks == "all":
        assert text in str(caught.value)


def test_communicators_that_cannot_be():
    for comm in (MPI.COMM_NULL, None):
        with pytest.raises(WRONG, match="not an intracommunicator"):
            Halo(comm, np.zeros((6, 6)), 1)
    with pytest.raises(WRONG, match="not Cartesian"):
        Halo(world, np.zeros((6, 6)), 1)


@pytest.mark.parametrize("change", [{"effort": "measure"}, {"buffered": True}, {"corners": "direct"}, {"piece": 64}, {"arrays": np.zeros((6, 6), "f4")}])
def test_disagreement(cart, change):
    arguments = {"arrays": np.zeros((6, 6)), "width": 1, **(change if world.rank == 1 else {})}
    with pytest.raises(WRONG, match="disagree"):
        Halo(cart, **arguments)


BAD_ARRAYS = [
    ({"sizes": (4, 0)}, WRONG, "sizes[1] is 0"),
    ({"sizes": ()}, WRONG, "0 sizes"),
    ({"sizes": (1,) * 9}, WRONG, "9 sizes"),
    ({"sizes": (2**31, 2**31)}, cartwright.SizeError, "63 bits"),
    ({"width": -1}, WRONG, "width is -1"),
    ({"dtype": object}, WRONG, "object"),
    ({"components": (0,)}, WRONG, "components[0] is 0"),
    ({"order": "K"}, WRONG, "'K'"),
    ({"sizes": (2**29, 2**29)}, cartwright.OutOfMemoryError, "no memory"),
]


@pytest.mark.parametrize("number", range(len(BAD_ARRAYS)))
def test_arrays_that_cannot_be(number):
    change, error, text = BAD_ARRAYS[number]
    with pytest.raises(error) as caught:
        HaloArray(**{"sizes": (4, 4), "width": 1, **change})
    assert text in str(caught.value)


BAD_GRIDS = [
    ({"sizes": (4, 0)}, WRONG, "sizes[1] is 0"),
    ({"sizes": ()}, WRONG, "0 sizes"),
    ({"width": [1]}, WRONG, "1 entries for 2 axes"),
    ({"width": 2**70}, cartwright.SizeError, "63 bits"),
    ({"dtypes": ()}, WRONG, "no dtypes"),
    ({"dtypes": (object,)}, WRONG, "object"),
    ({"order": "K"}, WRONG, "'K'"),
    ({"periods": [True]}, WRONG, "periods has 1 entries for 2 axes"),
    ({"dims": (1, 2, 3)}, WRONG, "dims has 3 entries"),
    ({"dims": (2**31, 0)}, cartwright.SizeError, "31 bits"),
    ({"dims": (world.size + 1, 0)}, WRONG, "pass 0 to let them be chosen"),
    ({"sizes": (1, 1)}, WRONG, "has 1 points for"),
    ({"shape": []}, WRONG, "the shape is 'offsets', but no offsets are given"),
    ({"corners": "round"}, WRONG, "unknown corners 'round'"),
]


@pytest.mark.parametrize("ranks", ["all", "one"])
@pytest.mark.parametrize("number", range(len(BAD_GRIDS)))
def test_grids_that_cannot_be(number, ranks):
    change, error, text = BAD_GRIDS[number]
    wrong = ranks == "all" or world.rank == world.size - 1
    with pytest.raises((error,) if ranks == "all" else (cartwright.CartwrightError, TypeError)) as caught:
        HaloCart(world, **{"sizes": (30, 20), "width": 1, **(change if wrong else {})})
    if ranks == "all":
        assert text in str(caught.value)


def test_messages_have_the_names_of_python(cart):
    u = np.zeros((6, 6))
    with Halo(cart, u, 1) as halo:
        with pytest.raises(WRONG, match=r"no exchange of this plan is open: call start\(\) first"):
            halo.finish()
        halo.start()
        with pytest.raises(WRONG, match=r"an exchange of this plan is open: call finish\(\) first"):
            halo.start()
        halo.finish()
    with pytest.raises(WRONG, match="say in axes which axes are divided"):
        Halo(cart, HaloArray((4,), 1))
    with pytest.raises(WRONG, match="use Create_cart, or say in neighbors which neighbor"):
        Halo(world, u, 1)


def test_calls_at_the_wrong_time(cart):
    u = np.zeros((6, 6))
    with Halo(cart, [u, np.zeros((6, 6), "c16"), np.zeros((6, 6), "u1")], 1) as halo:
        attempts = [
            (halo.finish, "no exchange of this plan is open"),
            (halo.test, "no exchange of this plan is open"),
            (lambda: halo.start([3]), "field 3 does not exist"),
            (lambda: halo.start(width=0), "width is 0"),
            (lambda: halo.accumulate("product", [0]), "'product'"),
            (lambda: halo.accumulate("min", [1]), "array 1 has elements of complex128"),
            (lambda: halo.accumulate(), "array 2 has elements of uint8"),
        ]
        for attempt, text in attempts:
            with pytest.raises(WRONG, match=text):
                attempt()
        halo.accumulate("sum", [0, 1])
        halo.start()
        for attempt in (halo.start, halo.exchange, halo.accumulate):
            with pytest.raises(WRONG):
                attempt()
        with pytest.raises(WRONG, match="one for each axis"):
            halo.finish_side((1,))
        with pytest.raises(WRONG, match="side\\[0\\] is 2"):
            halo.finish_side((2, 0))
        halo.finish()
    for attempt in (halo.exchange, halo.start, halo.finish, halo.explain, halo.accumulate):
        with pytest.raises(WRONG, match="closed"):
            attempt()
    assert "closed" in repr(halo)


def test_a_neighbor_that_exchanges_something_else_is_named(cart):
    if world.size < 2:
        pytest.skip("needs a neighbor")
    with Halo(cart, [np.zeros((6, 6)), np.zeros((6, 6))], 1, timeout=60) as halo:
        halo.start([world.rank % 2])
        with pytest.raises(WRONG, match=r"rank \d+: it exchanges other fields"):
            halo.finish()
        with pytest.raises(WRONG, match="has failed before"):
            halo.exchange()
        world.Barrier()


def test_a_neighbor_that_does_not_come_is_named(cart):
    with Halo(cart, np.zeros((6, 6)), 1, timeout=0.2) as halo:
        halo.exchange()
        world.Barrier()
        if world.rank == 0 and world.size > 1:
            with pytest.raises(cartwright.PeerTimeoutError, match=r"rank \d+: this process waited 0.2 s"):
                halo.exchange()
        world.Barrier()


def test_a_plan_that_nobody_closed_warns(cart):
    halo = Halo(cart, np.zeros((6, 6)), 1)
    with pytest.warns(ResourceWarning, match="was not closed"):
        del halo


def test_the_error_of_a_block_is_not_hidden(cart):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ZeroDivisionError), Halo(cart, np.zeros((6, 6)), 1):
            raise ZeroDivisionError


def test_libraries_that_are_missing_are_named(monkeypatch):
    from cartwright.halo._library import LIBRARY

    monkeypatch.setenv("CARTWRIGHT_HALO_LIBRARY", "/no/where.so")
    with pytest.raises(cartwright.MissingLibraryError, match="/no/where.so"):
        LIBRARY.find()
