# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""An error in cartwright.fft is an exception with a reason on every rank, and none waits forever."""

import warnings

import numpy as np
import pytest
from mpi4py import MPI

import cartwright
from cartwright.fft import Plan

world = MPI.COMM_WORLD
WRONG = cartwright.InvalidArgumentError
LATE = cartwright.PeerTimeoutError

BAD_PLANS = [
    ({"shape": (12,)}, cartwright.CartwrightError, "dimension"),
    ({"shape": 12}, TypeError, "number"),
    ({"shape": (12.5, 4)}, TypeError, ""),
    ({"shape": (12, 0)}, WRONG, "0"),
    ({"shape": (12, -4)}, WRONG, "-4"),
    ({"shape": (2,) * 17}, cartwright.UnsupportedError, "17 axes"),
    ({"shape": (2**70, 2)}, cartwright.SizeError, "63 bits"),
    ({"shape": (2**40, 2**40)}, cartwright.SizeError, ""),
    ({"timeout": -1}, WRONG, "timeout is -1"),
    ({"basis": "FF"}, WRONG, "2 kinds"),
    ({"basis": "FXF"}, WRONG, "'X'"),
    ({"basis": "FFF", "kinds": ["FOURIER"] * 3}, WRONG, "both"),
    ({"kinds": ["FOURIER", "DCT", "FOURIER"]}, WRONG, "'DCT'"),
    ({"kinds": "FFF"}, TypeError, "one text"),
    ({"shape": (1, 4), "kinds": ["REDFT00", "FOURIER"]}, WRONG, "REDFT00"),
    ({"dtype": int}, TypeError, "int64"),
    ({"dtype": np.float16}, TypeError, "float16"),
    ({"dtype": ">f8"}, TypeError, ">f8"),
    ({"fields": (0,)}, WRONG, "fields"),
    ({"fields": (2**40, 2**40)}, cartwright.SizeError, ""),
    ({"padding": 0.5}, WRONG, "0.5"),
    ({"padding": float("nan")}, WRONG, "nan"),
    ({"padding": (8, 8)}, WRONG, "2 lengths for 3"),
    ({"padding": (2, 8, 8)}, WRONG, "2"),
    (
        {"padding": (6, 8, 9), "kinds": ["R2HC", "FOURIER", "FOURIER"], "dtype": float},
        cartwright.CartwrightError,
        "R2HC",
    ),
    ({"norm": "both"}, WRONG, "'both'"),
    ({"effort": "much"}, WRONG, "'much'"),
    ({"grid": (5, 3)}, WRONG, "6"),
    ({"grid": (-3, -2)}, WRONG, "-"),
    ({"grid": (3, 2, 1)}, WRONG, ""),
    ({"grid": (2**31, 1)}, cartwright.SizeError, "31 bits"),
    ({"order": "hilbert"}, WRONG, "hilbert"),
    ({"method": "pigeons"}, cartwright.CartwrightError, "pigeons"),
    ({"physical_box": (slice(0, 2),)}, WRONG, "part of 3 axes"),
    ({"physical_box": (slice(0, 2), slice(0, 9), slice(None))}, WRONG, "0:9"),
    ({"physical_box": (slice(None),) * 3}, WRONG, "overlap"),
]


@pytest.mark.parametrize("number", range(len(BAD_PLANS)))
def test_plans_that_cannot_be(number):
    arguments, error, text = BAD_PLANS[number]
    with pytest.raises(error) as caught:
        Plan(world, **{"shape": (4, 8, 6), **arguments})
    assert text in str(caught.value)


@pytest.mark.parametrize("number", range(0, len(BAD_PLANS), 3))
def test_plans_that_cannot_be_on_one_rank(number):
    arguments = BAD_PLANS[number][0] if world.rank == 5 else {}
    with pytest.raises((cartwright.CartwrightError, TypeError)):
        Plan(world, **{"shape": (4, 8, 6), **arguments})


@pytest.mark.parametrize(
    "arguments",
    [
        {"shape": (4, 8, 7)},
        {"dtype": float},
        {"norm": "none"},
        {"transposed": True},
        {"fields": (1,)},
        {"method": "alltoallv"},
    ],
)
def test_disagreement(arguments):
    with pytest.raises(WRONG, match="disagree"):
        Plan(world, **{"shape": (4, 8, 6), **(arguments if world.rank == 5 else {})})


def test_no_intracommunicator():
    half = world.Split(world.rank < 3)
    inter = half.Create_intercomm(0, world, 3 if world.rank < 3 else 0)
    for comm in (inter, MPI.COMM_NULL, None):
        with pytest.raises(WRONG, match="not an intracommunicator"):
            Plan(comm, (4, 8))
    inter.Free()
    half.Free()


def bad_arrays(plan):
    """A call, of what type its error is, and what the error says."""
    u, u_hat = plan.zeros("physical"), plan.zeros("spectral")
    n = u.shape
    frozen = plan.empty("spectral")
    frozen.flags.writeable = False
    memory = np.empty(plan.physical.nbytes + plan.spectral.nbytes + 16, np.uint8)
    pair = plan.physical.view(memory), plan.spectral.view(memory[16:])
    odd = plan.physical.view(memory[1:])
    return [
        (lambda f: f(u.tolist()), TypeError, "list"),
        (lambda f: f(u.astype(np.float32)), TypeError, "float32: the plan needs float64"),
        (lambda f: f(u.astype(">f8")), TypeError, ">f8"),
        (lambda f: f(u.astype(complex)), TypeError, "complex128"),
        (lambda f: f(np.empty((n[0] + 1, *n[1:]))), ValueError, "this process holds"),
        (lambda f: f(u.ravel()), ValueError, "shape"),
        (lambda f: f(np.asfortranarray(u)), ValueError, "strides"),
        (lambda f: f(np.empty((2 * n[0], *n[1:]))[::2]), ValueError, "strides"),
        (lambda f: f(odd), ValueError, "aligned"),
        (lambda f: f(u, u_hat.real), TypeError, "out has elements of float64"),
        (lambda f: f(u, frozen), ValueError, "read-only"),
        (lambda f: f(*pair), ValueError, "overlap"),
    ]


@pytest.mark.parametrize("call", ["forward", "forward_start"])
@pytest.mark.parametrize("ranks", [range(6), [3]])
def test_arrays_that_cannot_be_used_where_they_are(call, ranks):
    with Plan(world, (24, 24, 6), dtype=float, grid=(6,)) as plan:
        assert plan.physical.shape == (4, 24, 6)  # more than one along every axis, so that strides mean something
        function = getattr(plan, call)
        for use, error, text in bad_arrays(plan):
            if world.rank in ranks:
                with pytest.raises(error) as caught:
                    use(function)
                assert text in str(caught.value)
            else:
                with pytest.raises(error, match="process 3: .*" + text):
                    function(plan.zeros("physical"))
        # The plan is as good as before.
        assert np.allclose(plan.backward(plan.forward(plan.zeros("physical"))), 0)


def test_opposite_directions_are_told():
    with Plan(world, (12, 12)) as plan, pytest.raises(WRONG, match="disagree"):
        (plan.forward if world.rank == 4 else plan.backward)(plan.zeros("spectral" if world.rank != 4 else "physical"))


def test_a_process_that_does_not_come_is_named():
    with Plan(world, (12, 12), timeout=2) as plan:
        plan.forward(plan.zeros("physical"))
        if world.rank != 4:
            with pytest.raises(LATE, match="with rank 4: this process waited 2 s for it before transform 2"):
                plan.forward(plan.zeros("physical"))
        world.Barrier()
        late, reason = (LATE, "with rank 4: ") if world.rank == 4 else (WRONG, "has failed before: free the plan")
        with pytest.raises(late, match=reason):
            plan.forward(plan.zeros("physical"))


def test_backward_refuses_what_is_physical():
    with (
        Plan(world, (12, 12, 4), dtype=float) as plan,
        pytest.raises(TypeError, match="float64: the plan needs complex"),
    ):
        plan.backward(plan.zeros("physical"))


def test_whole_arrays_that_do_not_fit():
    with Plan(world, (6, 8)) as plan:
        u = plan.zeros("physical")
        for attempt, error in (
            (lambda: plan.gather("physical", u, root=6), WRONG),
            (lambda: plan.gather("fourier", u), WRONG),
            (lambda: plan.gather("physical", u.real if world.rank == 3 else u), TypeError),
            (lambda: plan.scatter("physical", np.zeros((6, 7), complex) if world.rank == 0 else None), WRONG),
            (lambda: plan.scatter("physical", None), TypeError),
        ):
            with pytest.raises(error):
                attempt()
        assert plan.scatter("physical", plan.gather("physical", u)).shape == u.shape


def test_closed_plans_are_recognized():
    plan = Plan(world, (6, 8))
    u = plan.zeros("physical")
    plan.close()
    plan.close()
    for attempt in (
        *(lambda: plan.forward(u), lambda: plan.gather("physical", u), lambda: plan.in_place(), lambda: plan.explain()),
        *(lambda: plan.times, lambda: plan.part("physical", 0), lambda: Plan(world, (6, 8), share=plan)),
    ):
        with pytest.raises(WRONG, match="closed"):
            attempt()
    assert plan.physical.shape == u.shape and "closed" in repr(plan)


def test_closing_ends_what_is_open():
    with Plan(world, (6, 8)) as plan:
        plan.forward_start(plan.zeros("physical"))


def test_the_communicator_may_be_freed_before_the_plan():
    comm = world.Dup()
    with Plan(comm, (6, 8)) as plan:
        comm.Free()
        plan.gather("spectral", plan.forward(plan.zeros("physical")))


def test_a_plan_that_nobody_closed_is_told():
    plan = Plan(world, (6, 8))
    handle = plan._handle
    with pytest.warns(ResourceWarning, match="was not closed"):
        del plan
    assert handle is not None


def test_the_error_of_a_block_is_not_hidden():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ZeroDivisionError), Plan(world, (6, 8)):
            raise ZeroDivisionError


def test_libraries_that_are_not_there_are_named(monkeypatch):
    from cartwright.fft._library import LIBRARY
    from cartwright.mpi._library import Library

    monkeypatch.setenv("CARTWRIGHT_FFT_LIBRARY", "/no/where.so")
    with pytest.raises(cartwright.MissingLibraryError, match="/no/where.so"):
        LIBRARY.find()
    monkeypatch.delenv("CARTWRIGHT_FFT_LIBRARY")
    monkeypatch.setattr(Library, "candidates", lambda self, mpi: iter(()))
    with pytest.raises(ImportError, match="pip install"):
        LIBRARY.find()


def test_not_a_number_passes_through():
    with Plan(world, (6, 8)) as plan:
        u = plan.zeros("physical")
        u[...] = np.nan
        assert np.isnan(plan.forward(u)).all()
