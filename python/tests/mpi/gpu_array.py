# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Arrays in memory of the GPU whose driver CARTWRIGHT_TEST_GPU names, as CuPy and others offer them."""

import ctypes
import functools
import os

CODES = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}


class Tensor(ctypes.Structure):
    """DLTensor."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32 * 2),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class ManagedTensor(ctypes.Structure):
    """DLManagedTensor."""

    _fields_ = [("tensor", Tensor), ("manager", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


@functools.cache
def driver():
    """The driver, with a context. Tests leave no kernels behind."""
    os.environ.setdefault("CARTWRIGHT_GPU_CACHE", "off")
    library = ctypes.CDLL(os.environ["CARTWRIGHT_TEST_GPU"])
    context = ctypes.c_void_p()
    assert library.cuInit(0) == 0 and library.cuCtxCreate_v2(ctypes.byref(context), 0, 0) == 0
    return library


class GpuArray:
    """A copy of an array of numpy on the GPU, with the same strides."""

    def __init__(self, array):
        self.array, self.root = array, array
        while self.root.base is not None:
            self.root = self.root.base
        self.memory = ctypes.c_uint64()
        assert driver().cuMemAlloc_v2(ctypes.byref(self.memory), ctypes.c_size_t(max(self.root.nbytes, 1))) == 0
        self.put()

    def __del__(self):
        driver().cuMemFree_v2(self.memory)

    def put(self):
        size = ctypes.c_size_t(self.root.nbytes)
        assert driver().cuMemcpyHtoD_v2(self.memory, ctypes.c_void_p(self.root.ctypes.data), size) == 0
        assert driver().cuStreamSynchronize(None) == 0  # the copy may still be on its way

    def get(self):
        size = ctypes.c_size_t(self.root.nbytes)
        assert driver().cuMemcpyDtoH_v2(ctypes.c_void_p(self.root.ctypes.data), self.memory, size) == 0

    @property
    def address(self):
        return self.memory.value + self.array.ctypes.data - self.root.ctypes.data


class CudaArray(GpuArray):
    """Offers the CUDA array interface."""

    read_only = False

    @property
    def __cuda_array_interface__(self):
        dtype = self.array.dtype
        dense = self.array.flags.c_contiguous
        return {
            "shape": self.array.shape,
            "typestr": dtype.str,
            "descr": dtype.descr,
            "data": (self.address, self.read_only),
            "strides": None if dense else self.array.strides,
            "version": 3,
        }


class DLPackArray(GpuArray):
    """Offers DLPack."""

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self, **_):
        array, size = self.array, self.array.dtype.itemsize
        numbers = ctypes.c_int64 * array.ndim
        tensor = Tensor(
            data=self.memory.value,
            device=(ctypes.c_int32 * 2)(2, 0),
            ndim=array.ndim,
            code=CODES[array.dtype.kind],
            bits=8 * size,
            lanes=1,
            shape=numbers(*array.shape),
            strides=numbers(*(step // size for step in array.strides)) if not array.flags.c_contiguous else None,
            byte_offset=self.address - self.memory.value,
        )
        self.managed = ManagedTensor(tensor=tensor)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(ctypes.addressof(self.managed), b"dltensor", None)


def on_gpu(array, by_dlpack):
    """A copy of an array on the GPU. DLPack has no types with fields and no times."""
    return DLPackArray(array) if by_dlpack and array.dtype.kind in CODES else CudaArray(array)
