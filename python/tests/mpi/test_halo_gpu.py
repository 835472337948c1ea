# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""cartwright.halo with arrays on a GPU, against arrays that every process knows as a whole."""

import os

import halo_case
import numpy as np
import pytest
from gpu_array import CudaArray, on_gpu
from mpi4py import MPI

import cartwright
from cartwright.halo import Halo, HaloArray

pytestmark = pytest.mark.skipif("CARTWRIGHT_TEST_GPU" not in os.environ, reason="CARTWRIGHT_TEST_GPU names no driver")
world = MPI.COMM_WORLD


@pytest.mark.parametrize("seed", range(12))
def test_random_exchanges(seed):
    rng = np.random.default_rng(seed)
    cart, borders = halo_case.random_grid(world, rng)
    case = halo_case.Case(cart, borders, rng, halo_case.DTYPES[rng.integers(0, len(halo_case.DTYPES))])
    case.kind = 2 + seed % 2  # arrays of numpy: dense ones, and views with strides
    _, points = case.make()
    expected, own = case.filled()
    points[...] = case.background
    points[..., own] = expected[..., own]
    array = on_gpu(points, by_dlpack=bool(rng.integers(0, 2)))
    with Halo(cart, array, list(zip(case.low, case.high)), stream=[None, 0][seed % 2], timeout=60) as halo:
        assert "in memory of a GPU" in halo.explain()
        halo.exchange()
        array.get()
        expected, _ = case.filled(lambda count, axes: np.ones(count.shape, bool))
        assert points.tobytes() == expected.tobytes(), f"seed {seed}: {points.dtype}"
        world.Barrier()
    world.Barrier()  # neighbors may have mapped the array
    cart.Free()


@pytest.mark.parametrize("seed", range(4))
def test_random_accumulations(seed):
    rng = np.random.default_rng(2000 + seed)
    cart, borders = halo_case.random_grid(world, rng)
    case = halo_case.Case(cart, borders, rng, halo_case.NUMBERS[rng.integers(0, len(halo_case.NUMBERS))])
    case.kind = 2 + seed % 2
    _, points = case.make()
    expected, own = case.filled()
    points[...] = expected
    array = on_gpu(points, by_dlpack=seed % 2 == 0)
    with Halo(cart, array, list(zip(case.low, case.high)), timeout=60) as halo:
        halo.accumulate()
        array.get()
        assert (points[..., own].ravel() == case.accumulated().ravel()).all(), f"seed {seed}"
        world.Barrier()
    world.Barrier()
    cart.Free()


def test_what_is_not_possible():
    cart = world.Create_cart([world.size], [True])
    on_host = np.zeros(6)
    array = CudaArray(np.zeros(6))
    with pytest.raises(cartwright.InvalidArgumentError, match="make one plan for each kind"):
        Halo(cart, [array, on_host], 1)
    with pytest.raises(cartwright.InvalidArgumentError, match="not a HaloArray, and no width"):
        Halo(cart, array)
    with pytest.raises(TypeError, match=r"stream\.ptr of CuPy"):
        Halo(cart, array, 1, stream="the first")
    array.read_only = True
    with pytest.raises(cartwright.InvalidArgumentError, match="read-only"):
        Halo(cart, array, 1)
    with Halo(cart, HaloArray((4,), 1), stream=7) as halo:  # of no use on the host
        halo.exchange()
    cart.Free()
