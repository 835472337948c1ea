# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""cartwright.halo against arrays that every process knows as a whole."""

import doctest
import gc
import inspect
import itertools
import math
import weakref

import halo_case
import numpy as np
import pytest
from mpi4py import MPI

import cartwright.halo
from cartwright.halo import Halo, HaloArray, HaloCart

world = MPI.COMM_WORLD


def check(points, expected, what):
    assert points.shape == expected.shape, what
    assert points.tobytes() == expected.tobytes(), what


def line(periodic=True):
    return world.Create_cart([world.size], [periodic])


@pytest.mark.parametrize("seed", range(40))
def test_random_exchanges(seed):
    rng = np.random.default_rng(seed)
    cart, borders = halo_case.random_grid(world, rng)
    dtypes = rng.integers(0, len(halo_case.DTYPES), rng.integers(1, 4))
    cases = [halo_case.Case(cart, borders, rng, halo_case.DTYPES[number]) for number in dtypes]
    made = [case.make() for case in cases]
    # A plan has one width for its numpy arrays, so each of them has a plan; a HaloArray knows its own.
    groups = [[i] for i, case in enumerate(cases) if case.kind >= 2]
    groups.append([i for i, case in enumerate(cases) if case.kind < 2])
    for group in filter(None, groups):
        case = cases[group[0]]
        shape = ["all", "faces", [tuple(rng.integers(-2, 3, case.ndim)) for _ in range(3)]][rng.integers(0, 3)]
        width = list(zip(case.low, case.high)) if case.kind >= 2 else None
        options = {"shape": shape, "share": bool(rng.integers(0, 4)), "buffered": not rng.integers(0, 3)}
        options["joining"] = ["chosen", "never", "always"][rng.integers(0, 3)]
        options["corners"] = ["chosen", "direct", "with_faces"][rng.integers(0, 3)]
        options["piece"] = [None, 64, 200][rng.integers(0, 3)]
        with Halo(cart, [made[i][0] for i in group], width, **options) as halo:
            for _ in range(3):
                most = [None, 1][rng.integers(0, 2)]
                fields = None if rng.integers(0, 2) else [k for k in range(len(group)) if rng.integers(0, 2)]
                for i in group:
                    expected, own = cases[i].filled()
                    made[i][1][...] = cases[i].background
                    made[i][1][..., own] = expected[..., own]
                halo.exchange(fields, most)
                for k, i in enumerate(group):
                    takes_part = fields is None or k in fields
                    expected, _ = cases[i].filled(lambda *points, on=takes_part, what=(shape, most): on & needed(*what, *points))
                    check(made[i][1], expected, f"seed {seed}, field {i}: {cases[i].whole.dtype}, {shape}, {most}")
                world.Barrier()  # buffered: all have read
    cart.Free()


def needed(shape, most, count, axes):
    """Whether the ghost points of a shape, no farther than `most`, are filled: an array over all points."""
    ndim = len(axes)
    steps, near = [], np.ones(count.shape, bool)
    for axis, (index, ghost) in enumerate(axes):
        own = index[~ghost]
        step = (index > own[-1]).astype(int) - (index < own[0])
        distance = np.maximum(own[0] - index, index - own[-1])
        along = [-1 if other == axis else 1 for other in range(ndim)]
        steps.append(step.reshape(along))
        near &= (distance <= (most or 99)).reshape(along)
    if isinstance(shape, str):
        return near & ((count <= 1) | (shape == "all"))
    read = np.zeros(count.shape, bool)
    for offset in shape:
        parts = [(step == 0) | (step * by > 0) for step, by in zip(steps, offset)]
        read |= np.logical_and.reduce(np.broadcast_arrays(*parts))
    return near & read


@pytest.mark.parametrize("seed", range(20))
def test_random_accumulations(seed):
    rng = np.random.default_rng(1000 + seed)
    cart, borders = halo_case.random_grid(world, rng)
    case = halo_case.Case(cart, borders, rng, halo_case.NUMBERS[rng.integers(0, len(halo_case.NUMBERS))])
    made, points = case.make()
    expected, own = case.filled()
    width = list(zip(case.low, case.high)) if case.kind >= 2 else None
    with Halo(cart, made, width) as halo:
        points[...] = expected
        halo.accumulate()
        total = case.accumulated()
        assert (points[..., own].ravel() == total.ravel()).all(), f"seed {seed}"
        check(points[..., ~own], expected[..., ~own], f"seed {seed}: ghost points changed")
        if case.whole.dtype.kind != "c":
            points[...] = expected
            halo.accumulate("max")
            check(points, expected, f"seed {seed}: each ghost point is equal to its own point")
    cart.Free()


def test_ways_of_messages_are_explained():
    cart = world.Create_cart([world.size, 1], periods=[True, True])
    u = HaloArray((4, 5), 2)
    for corners, told in (("with_faces", True), ("direct", False)):
        with Halo(cart, u, share=False, corners=corners, piece=64) as halo:
            assert ("corners are forwarded with the faces" in halo.explain()) == told
            assert world.size == 1 or "in pieces of 64" in halo.explain()
    cart.Free()


def test_start_test_side_and_finish():
    cart = line()
    before, after = cart.Shift(0, 1)
    u = HaloArray((4, 3), [1, 0])
    with Halo(cart, u, axes=[0], timeout=60) as halo:
        u.own[...] = cart.rank
        halo.start()
        halo.finish_side((-1, 0))
        assert (u[-1, :] == before).all()
        while not halo.test():
            pass
        assert (u[4, :] == after).all()
        halo.finish()
        assert halo.explain().count("\n") >= 1
        assert halo.report["rank"] == cart.rank
    cart.Free()


def test_least_and_greatest():
    cart = line()
    u = HaloArray((2,), 1, "i8")
    with Halo(cart, u) as halo:
        for operation, best in (("min", min), ("max", max)):
            u.own[...] = 10 * cart.rank
            u[-1], u[2] = 10 * cart.rank - 3, 10 * cart.rank + 3
            halo.accumulate(operation)
            before, after = cart.Shift(0, 1)
            assert u.own.tolist() == [
                best(10 * cart.rank, 10 * before + 3),
                best(10 * cart.rank, 10 * after - 3),
            ]
    cart.Free()


def test_neighbors_of_a_communicator_without_a_grid():
    rank, size = world.rank, world.size
    u = np.full(6, rank)
    with Halo(world, u, 2, neighbors={(-1,): (rank - 1) % size, (1,): (rank + 1) % size}) as halo:
        halo.exchange()
    assert u.tolist() == [(rank - 1) % size] * 2 + [rank] * 2 + [(rank + 1) % size] * 2
    with Halo(world, u, 2, neighbors={}) as halo:
        halo.exchange()


def test_indices_begin_at_the_first_own_point():
    rng = np.random.default_rng(5)
    u = HaloArray((4, 3), [(2, 1), (0, 1)], "i4", components=(2,))
    u.all[...] = rng.integers(0, 99, u.all.shape)
    assert u.all.shape == (2, 7, 4) and (u.sizes, u.low, u.high) == ((4, 3), (2, 0), (1, 1))
    for i, j in itertools.product(range(-2, 5), range(4)):
        assert (u[i, j] == u.all[:, i + 2, j]).all()
        assert (u[1, i, j] == u.all[1, i + 2, j]).all()
    assert (u[...] == u.own).all() and (u[:, :] == u.own).all() and (u[..., -1:5, 0] == u.all[:, 1:, 0]).all()
    assert (u.shifted(-2, 1) == u.all[:, :4, 1:4]).all()
    u[0, 4, :] = 7
    assert (u.all[0, 6, :3] == 7).all()
    for wrong in ((5, 0), (-3, 0), (0, 4), (slice(-3, 2), 0), (slice(0, 6), 0), (0,), (0, 0, 0, 0), (0, slice(2, 0, -1))):
        with pytest.raises(IndexError):
            u[wrong]
    with pytest.raises(IndexError, match="offset 2 along axis 0"):
        u.shifted(2, 0)
    for use in (iter, len):
        with pytest.raises(TypeError):
            use(u)
    assert "4x3 of int32" in repr(u)


def test_arrays_live_as_long_as_their_plan():
    cart = line()
    u, v = np.zeros(5), HaloArray((3,), 1)
    alive, memory = weakref.ref(u), weakref.ref(v.all.base)
    halo = Halo(cart, [u, v], 1)
    del u, v
    gc.collect()
    halo.exchange()
    assert alive() is not None and memory() is not None
    halo.close()
    halo.close()
    gc.collect()
    assert alive() is None and memory() is None
    cart.Free()


def test_views_outlive_their_array_and_plan():
    u = HaloArray((3, 3), 1)
    part = u.own[1:, :1]
    del u
    gc.collect()
    part[...] = 4
    assert (part == 4).all()


@pytest.mark.parametrize("thing", [cartwright.halo, Halo, HaloArray])
def test_docstrings(thing):
    members = [thing, *(vars(thing).values() if inspect.isclass(thing) else ())]
    for member in members:
        name = getattr(member, "__name__", None) or getattr(getattr(member, "fget", None), "__name__", "_")
        if name.startswith("_") or (member is not thing and not callable(member) and not isinstance(member, property)):
            continue
        text = inspect.getdoc(member)
        assert text, f"{name} has no docstring"
        examples = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
        assert doctest.DocTestRunner().run(examples).failed == 0


def needs_of(grid, whole, periods, array):
    """All points of the array after an exchange; those behind borders are 0."""
    expected = np.zeros(array.all.shape, array.dtype)
    inside, index = np.ones(expected.shape, bool), []
    for axis, (part, low, high, length) in enumerate(zip(grid.slices, array.low, array.high, whole.shape)):
        points = np.arange(part.start - low, part.stop + high)
        index.append(points % length)
        if not periods[axis]:
            inside &= ((points >= 0) & (points < length)).reshape([-1 if other == axis else 1 for other in range(whole.ndim)])
    expected[inside] = whole[np.ix_(*index)][inside]
    return expected


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("width", [1, [2, (0, 1)]])
@pytest.mark.parametrize("periods", [True, [True, False]])
def test_a_whole_grid_is_divided_and_exchanged(order, width, periods):
    rng = np.random.default_rng(5)
    dtypes = ("f8", "c8", [("a", "i2"), ("b", "f8", (3,))])
    wholes = [halo_case.whole_array(rng, (15, 13), dtype) for dtype in dtypes]
    with HaloCart(world, (15, 13), width, dtypes=dtypes, periods=periods, order=order) as grid:
        assert math.prod(grid.cart.dims) == world.size
        assert [array.dtype for array in grid.arrays] == [whole.dtype for whole in wholes]
        assert grid.arrays[0].all.flags[f"{order}_CONTIGUOUS"]
        for array, whole in zip(grid.arrays, wholes):
            assert not array.all.view("u1").any() if order == "C" else True
            array.own[...] = whole[grid.slices]
        grid.exchange()
        for number, (array, whole) in enumerate(zip(grid.arrays, wholes)):
            expected = needs_of(grid, whole, np.broadcast_to(periods, 2), array)
            check(array.all, expected, f"array {number}")
        grid.accumulate("sum", [0])
    cart, arrays = grid.cart, grid.arrays
    del grid, array
    gc.collect()
    assert arrays[1].own.tobytes() == wholes[1][tuple(slice(c.start, c.stop) for c in parts(cart, (15, 13)))].tobytes()
    cart.Free()


def parts(cart, sizes):
    """The own points of this process: the first n % d processes hold one more."""
    for n, d, c in zip(sizes, cart.dims, cart.coords):
        start = n // d * c + min(n % d, c)
        yield slice(start, start + n // d + (c < n % d))


def test_dims_of_a_grid_are_kept_or_have_the_least_to_exchange():
    for sizes, dims, chosen in (
        ((600, 6), None, [world.size, 1]),
        ((6, 600), None, [1, world.size]),
        ((600, 6), (0, world.size), [1, world.size]),
    ):
        with HaloCart(world, sizes, 1, dims=dims) as grid:
            assert grid.cart.dims == chosen
        grid.cart.Free()
