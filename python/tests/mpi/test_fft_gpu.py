# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""cartwright.fft with arrays on a GPU, against scipy."""

import ctypes
import math
import os

import fft_reference
import numpy as np
import pytest
from gpu_array import CudaArray, driver, on_gpu
from mpi4py import MPI

import cartwright
from cartwright.fft import Plan

pytestmark = pytest.mark.skipif("CARTWRIGHT_TEST_GPU" not in os.environ, reason="CARTWRIGHT_TEST_GPU names no driver")
world = MPI.COMM_WORLD


@pytest.fixture(scope="module", autouse=True)
def cufft():
    """A plan finds the library that the process has loaded."""
    driver()
    if "CARTWRIGHT_TEST_CUFFT" in os.environ:
        ctypes.CDLL(os.environ["CARTWRIGHT_TEST_CUFFT"])


def new(local):
    """Memory of numpy with the shape and strides of a part."""
    return local.view(np.zeros(max(local.nbytes, 1), np.uint8))


@pytest.mark.parametrize("seed", range(8))
def test_random_transforms(seed):
    rng = np.random.default_rng(seed)
    shape = tuple(int(n) for n in rng.integers(1, 9, rng.integers(2, 5)))
    arguments = {
        "dtype": [np.float32, np.float64, np.complex64, np.complex128][seed % 4],
        "fields": [(), (2,)][int(rng.integers(0, 2))],
        "norm": ["backward", "forward", "ortho", "none"][int(rng.integers(0, 4))],
        "transposed": bool(rng.integers(0, 2)),
        "grid": [(0,), (0, 0)][int(rng.integers(0, 2)) if len(shape) > 2 else 0],
        "order": "row-major",
    }
    what = f"seed {seed}: {shape} {arguments}"
    with Plan(world, shape, memory="device", **arguments) as plan:
        assert "in memory of a GPU" in plan.explain()
        whole = rng.standard_normal(plan.physical.global_shape)
        u = new(plan.physical)
        u[...] = whole[plan.physical.slices]
        points = math.prod(shape)
        factor = {"none": 1, "backward": 1, "forward": 1 / points, "ortho": 1 / math.sqrt(points)}[arguments["norm"]]
        kinds = ("FOURIER",) * len(shape)
        expected = factor * fft_reference.forward(whole.astype(plan.physical.dtype), kinds, shape)
        given, out = on_gpu(u, by_dlpack=seed % 2 == 0), on_gpu(new(plan.spectral), by_dlpack=seed % 3 == 0)
        assert plan.forward(given, out) is out
        out.get()
        found = plan.gather("spectral", out.array)
        back = CudaArray(new(plan.physical))
        plan.backward_start(out, back)
        assert plan.finish() is back
        back.get()
        eps = 100 * np.finfo(plan.physical.dtype).eps
        assert np.allclose(back.array / (points if arguments["norm"] == "none" else 1), u, rtol=0, atol=eps * 10), what
        if world.rank == 0:
            scale = np.abs(expected).max(initial=0)
            assert np.allclose(found, expected, rtol=0, atol=eps * scale), what


def test_what_is_not_possible():
    with pytest.raises(cartwright.InvalidArgumentError, match="memory='gpu' is unknown: give one of host, device"):
        Plan(world, (4, 4), memory="gpu")
    with pytest.raises(cartwright.UnsupportedError, match="only Fourier is supported"):
        Plan(world, (4, 4), basis="SF", memory="device")
    with pytest.raises(TypeError, match=r"stream\.ptr of CuPy"):
        Plan(world, (4, 4), memory="device", stream="the first")
    with pytest.raises(cartwright.InvalidArgumentError, match="stream is given"):
        Plan(world, (4, 4), stream=7)
    with Plan(world, (12, 4), memory="device") as plan:
        array, wrong = CudaArray(new(plan.physical)), CudaArray(new(plan.physical).astype(np.complex64))
        out = CudaArray(new(plan.spectral))
        with pytest.raises(cartwright.InvalidArgumentError, match="this plan needs arrays on a GPU"):
            plan.empty("physical")
        with pytest.raises(TypeError, match="out is a NoneType: this plan needs an array on a GPU"):
            plan.forward(array)
        with pytest.raises(TypeError, match="the array is a ndarray"):
            plan.forward(new(plan.physical), out)
        with pytest.raises(TypeError, match="elements of complex64"):
            plan.forward(wrong, out)
        out.read_only = True
        with pytest.raises(cartwright.InvalidArgumentError, match="out is read-only"):
            plan.forward(array, out)
        array.read_only, out.read_only = True, False
        plan.forward(array, out)
    with Plan(world, (12, 4)) as plan, pytest.raises(TypeError, match="give a numpy array"):
        plan.forward(array)
