# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Layouts: packing arrays on a GPU, against slices of numpy."""

import ctypes
import importlib.util
import os
import pathlib

import numpy as np
import pytest

import cartwright
from cartwright import Layout

pytestmark = pytest.mark.skipif("CARTWRIGHT_TEST_GPU" not in os.environ, reason="CARTWRIGHT_TEST_GPU names no driver")


def arrays_on_gpu():
    """The module of the tests under MPI, by its file: those of its folder need an MPI."""
    path = pathlib.Path(__file__).parents[1] / "mpi" / "gpu_array.py"
    spec = importlib.util.spec_from_file_location("gpu_array", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


gpu = arrays_on_gpu()


class Stream:
    """A stream that no other waits for."""

    def __init__(self):
        self.handle = ctypes.c_void_p()
        assert gpu.driver().cuStreamCreate(ctypes.byref(self.handle), 1) == 0

    def __cuda_stream__(self):
        return (0, self.handle.value)

    def synchronize(self):
        assert gpu.driver().cuStreamSynchronize(self.handle) == 0


@pytest.fixture(scope="module")
def stream():
    gpu.driver()
    return Stream()


def random_face(rng):
    """The shape of an array, a part of it, and the layout of this part."""
    shape = tuple(rng.integers(1, 9, rng.integers(1, 4)))
    part = tuple(rng.integers(1, size + 1) for size in shape)
    start = tuple(rng.integers(0, size - some + 1) for size, some in zip(shape, part))
    numbers = "; ".join(" ".join(map(str, values)) for values in (shape, part, start))
    return shape, tuple(map(slice, start, np.add(start, part))), Layout(f"sub({numbers})[double]")


@pytest.mark.parametrize("seed", range(40))
def test_arrays_on_a_gpu_are_packed(seed, stream):
    rng = np.random.default_rng(seed)
    shape, part, face = random_face(rng)
    count = int(rng.integers(1, 4))
    array = rng.random((count, *shape))
    by_dlpack = bool(rng.integers(0, 2))
    given = [stream, stream.handle.value, None][seed % 3]
    wanted = array[(slice(None), *part)].ravel().view(np.uint8)
    on_gpu = gpu.on_gpu(array, by_dlpack)
    packed = gpu.on_gpu(np.zeros(wanted.nbytes, np.uint8), by_dlpack)
    assert face.pack(on_gpu, count, out=packed, stream=given) is None
    stream.synchronize() if given else gpu.driver().cuStreamSynchronize(None)
    packed.get()
    assert np.array_equal(packed.array, wanted), f"seed {seed}"

    target = np.full_like(array, -1)
    expected = target.copy()
    expected[(slice(None), *part)] = array[(slice(None), *part)]
    unpacked = gpu.on_gpu(target, by_dlpack)
    face.unpack(packed, unpacked, count, stream=given)
    stream.synchronize() if given else gpu.driver().cuStreamSynchronize(None)
    unpacked.get()
    assert np.array_equal(target, expected), f"seed {seed}"


def test_one_array_may_be_on_the_host(stream):
    layout = Layout("vec(4 1 2)[double]")
    on_gpu, on_host = gpu.CudaArray(np.arange(7.0)), np.zeros(4)
    layout.pack(on_gpu, out=on_host, stream=stream)
    assert on_host.tolist() == [0, 2, 4, 6]
    packed = gpu.CudaArray(np.zeros(4))
    layout.pack(np.arange(7.0) + 1, out=packed, stream=stream)
    unpacked = np.zeros(7)
    layout.unpack(packed, unpacked, stream=stream)
    assert unpacked.tolist() == [1, 0, 3, 0, 5, 0, 7]
    layout.unpack(on_host, on_gpu, stream=stream)
    on_gpu.get()
    assert on_gpu.array.tolist() == [0, 1, 2, 3, 4, 5, 6]


def test_elements_begin_at_any_byte(stream):
    layout = Layout("vec(4 1 -1)[double]")
    array, packed = gpu.CudaArray(np.arange(4.0)), gpu.CudaArray(np.zeros(4))
    layout.pack(array, at=24, out=packed, stream=stream)
    stream.synchronize()
    packed.get()
    assert packed.array.tolist() == [3, 2, 1, 0]


def test_elements_move_between_layouts(stream):
    column, rows = Layout("vec(4 1 2)[double]"), Layout("vec(2 2 3)[double]")
    for on_gpu in (False, True):
        source, target = np.arange(8.0), np.zeros(6)
        if on_gpu:
            array = gpu.on_gpu(target, by_dlpack=True)
            column.move(gpu.CudaArray(source), rows, array, stream=stream)
            stream.synchronize()
            array.get()
        else:
            column.move(source, rows, target)
        assert target.tolist() == [0, 2, 0, 4, 6, 0]
    with pytest.raises(cartwright.UnsupportedError, match="do not fit together"):
        lists = Layout("idx(3 1; 0 5)[double]")
        column.move(gpu.CudaArray(np.zeros(8)), lists, gpu.CudaArray(np.zeros(6)), stream=stream)
    with pytest.raises(cartwright.InvalidArgumentError, match="do not fit into"):
        column.move(np.zeros(8), Layout("double"), np.zeros(1))


def test_what_cannot_be_packed_is_refused(stream):
    layout = Layout("vec(4 1 2)[double]")
    array, packed = gpu.CudaArray(np.zeros(7)), gpu.CudaArray(np.zeros(4))
    read_only = gpu.CudaArray(np.zeros(4))
    read_only.read_only = True
    for match, wrong in {
        "pass out, an array of 32 bytes": lambda: layout.pack(array),
        "has gaps": lambda: layout.pack(gpu.CudaArray(np.zeros(14)[::2]), out=packed),
        "is read-only": lambda: layout.pack(array, out=read_only),
        "packed bytes for 1 elements": lambda: layout.pack(array, out=gpu.CudaArray(np.zeros(3))),
        "of an array of 56": lambda: layout.pack(array, at=8, out=packed),
        "host memory that the GPU cannot reach": lambda: layout.move(array, layout, np.zeros(7), stream=stream),
        "a stream is for arrays on a GPU": lambda: layout.pack(np.zeros(7), out=np.zeros(4), stream=stream),
        "share memory": lambda: Layout("ctg(4)[double]").unpack(packed, packed),
        "give the handle of a stream": lambda: layout.pack(array, out=packed, stream=-1),
    }.items():
        with pytest.raises(cartwright.InvalidArgumentError, match=match):
            wrong()
    with pytest.raises(TypeError, match="stream is a str"):
        layout.pack(array, out=packed, stream="one")
    with pytest.raises(TypeError, match="out is not a contiguous array that can be written to"):
        layout.pack(np.zeros(7), out=np.zeros(8)[::2])
