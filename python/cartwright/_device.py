# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Arrays in memory of a GPU, of CuPy, PyTorch, JAX, Numba and others: by the CUDA array interface, or by DLPack."""

from __future__ import annotations

import ctypes
import dataclasses
import math
import operator
from typing import Any, Protocol, SupportsIndex, Union

import numpy as np
import numpy.typing as npt

from .errors import InvalidArgumentError


class CudaArray(Protocol):
    """An array with the CUDA array interface."""

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Where it lies."""


class DLPackArray(Protocol):
    """An array with DLPack."""

    def __dlpack__(self) -> Any:
        """A capsule that describes it."""

    def __dlpack_device__(self) -> tuple[Any, int]:
        """The kind and the number of its device."""


class CudaStream(Protocol):
    """A stream that knows its handle."""

    def __cuda_stream__(self) -> tuple[int, int]:
        """The version of the protocol, and the handle."""


AnyArray = Union["npt.NDArray[Any]", CudaArray, DLPackArray]
"""An array of numpy, or one in memory of a GPU."""

Stream = Union[SupportsIndex, CudaStream]
"""The handle of a stream of CUDA as a number, or an object that knows it."""


@dataclasses.dataclass(frozen=True)
class DeviceArray:
    """Where an array lies in memory of a GPU."""

    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    """In bytes."""
    dtype: np.dtype[Any]
    owner: object
    """Keeps the memory alive."""

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def nbytes(self) -> int:
        """The bytes of all elements."""
        return math.prod(self.shape) * self.dtype.itemsize

    @property
    def contiguous(self) -> bool:
        """Whether the elements lie one after the other, in C order."""
        steps = zip(self.shape, self.strides, _dense(self.shape, self.dtype.itemsize))
        return self.nbytes == 0 or all(length == 1 or step == dense for length, step, dense in steps)


class _Tensor(ctypes.Structure):
    """DLTensor, with which a DLManagedTensor begins."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


_ON_CUDA = (2, 13)
"""The device types of DLPack for memory of CUDA, plain and managed."""
_KINDS = {0: "i", 1: "u", 2: "f", 5: "c", 6: "b"}
"""The codes of types that numpy has, too."""


def device_array(given: object, what: str, written: bool = True) -> DeviceArray | None:
    """Where an array lies on a GPU; None for anything else. Raises an error for one that is to be `written` and cannot."""
    interface = getattr(given, "__cuda_array_interface__", None)
    if interface is not None:
        return _by_interface(given, interface, what, written)
    device = getattr(given, "__dlpack_device__", None)
    if device is None or int(device()[0]) not in _ON_CUDA:
        return None
    return _by_dlpack(given)


def _by_interface(given: object, interface: dict[str, Any], what: str, written: bool) -> DeviceArray:
    address, read_only = interface["data"]
    if read_only and written:
        raise InvalidArgumentError(f"{what} is read-only: give an array that can be written to")
    if interface.get("mask") is not None:
        raise InvalidArgumentError(f"{what} has a mask: give an array without one")
    descr = interface.get("descr")
    structured = descr is not None and interface["typestr"][1] == "V" and descr[0][0] != ""
    dtype = np.dtype(descr if structured else interface["typestr"])
    shape = tuple(interface["shape"])
    strides = interface.get("strides") or _dense(shape, dtype.itemsize)
    return DeviceArray(int(address or 0), shape, tuple(strides), dtype, given)


def _by_dlpack(given: Any) -> DeviceArray:
    capsule = given.__dlpack__()
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    tensor = _Tensor.from_address(pointer(capsule, b"dltensor"))
    size = tensor.bits * tensor.lanes // 8
    plain = tensor.lanes == 1 and tensor.code in _KINDS
    dtype = np.dtype(f"{_KINDS[tensor.code] if plain else 'V'}{size}")
    shape = tuple(tensor.shape[: tensor.ndim])
    dense = _dense(shape, size)
    strides = tuple(step * size for step in tensor.strides[: tensor.ndim]) if tensor.strides else dense
    # The capsule frees what it describes, and the array may be a view that nothing else keeps.
    return DeviceArray((tensor.data or 0) + tensor.byte_offset, shape, strides, dtype, (given, capsule))


def _dense(shape: tuple[int, ...], size: int) -> tuple[int, ...]:
    return tuple(size * math.prod(shape[axis + 1 :]) for axis in range(len(shape)))


def stream_handle(stream: Stream | None) -> int:
    """The handle of a stream; 0 for the default one."""
    if stream is None:
        return 0
    protocol = getattr(stream, "__cuda_stream__", None)
    if protocol is not None:
        return int(protocol()[1])
    if not isinstance(stream, SupportsIndex):
        raise TypeError(f"stream is a {type(stream).__name__}: give its handle, such as stream.ptr of CuPy")
    handle = operator.index(stream)
    if handle < 0:
        raise InvalidArgumentError(f"stream is {handle}: give the handle of a stream of CUDA, or None")
    return handle
