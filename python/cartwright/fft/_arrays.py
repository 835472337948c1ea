# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The part of an array that one process holds, and the memory for it."""

from __future__ import annotations

import ctypes
import dataclasses
import math
import weakref
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from .._device import CudaArray, DeviceArray, DLPackArray, device_array
from .._headers import cw_fft_array
from ..errors import InvalidArgumentError
from ._library import check, library

Array = npt.NDArray[Any]
OnGpu = Union[CudaArray, DLPackArray]
"""An array of another package on a GPU."""


@dataclasses.dataclass(frozen=True)
class LocalArray:
    """The part of the physical or the spectral array that one process holds.

    Axes are those of the fields, then those of the plan in its order: x, y, z. The strides describe their order in
    memory. A process may hold no elements; then a length is 0.

    >>> from mpi4py import MPI
    >>> from cartwright.fft import Plan
    >>> with Plan(MPI.COMM_SELF, (4, 6), dtype=float, fields=(3,)) as plan:
    ...     plan.spectral.shape, plan.spectral.dtype, plan.spectral.slices
    ((3, 4, 4), dtype('complex128'), (slice(0, 3, None), slice(0, 4, None), slice(0, 4, None)))
    """

    dtype: np.dtype[Any]
    """The type of the elements."""
    global_shape: tuple[int, ...]
    """Lengths of the whole array: fields, then axes."""
    shape: tuple[int, ...]
    """Lengths of this part."""
    strides: tuple[int, ...]
    """Bytes from one element to the next along each axis, as in numpy; meaningless for lengths of 0 and 1."""
    slices: tuple[slice, ...]
    """The position in the whole array: whole[slices] is this part."""

    @property
    def nbytes(self) -> int:
        """Size of a buffer: bytes from the first element to the end of the last."""
        if 0 in self.shape:
            return 0
        return self.dtype.itemsize + sum((length - 1) * stride for length, stride in zip(self.shape, self.strides))

    def view(self, buffer: Any) -> Array:
        """This part in memory of the caller: any object with a buffer of at least `nbytes`, without a copy."""
        if self.nbytes == 0:
            return np.empty(self.shape, self.dtype)
        return np.ndarray(self.shape, self.dtype, buffer, strides=self.strides)

    def refusal(self, array: object, what: str) -> TypeError | InvalidArgumentError | None:
        """The error for an array that cannot be used as this part without a copy; None when it can."""
        if not isinstance(array, np.ndarray):
            return TypeError(f"{what} is a {type(array).__name__}: give a numpy array of {self.dtype}")
        failure = self.mismatch(array, what)
        if failure is None and not array.flags.aligned:
            return InvalidArgumentError(f"{what} is not aligned for {self.dtype}: copy it to an array that is")
        return failure

    def mismatch(self, array: Array | DeviceArray, what: str) -> TypeError | InvalidArgumentError | None:
        """The error for an array of another type, shape or strides; None for one that fits."""
        if array.dtype != self.dtype:
            return TypeError(f"{what} has elements of {array.dtype}: the plan needs {self.dtype}")
        if array.shape != self.shape:
            return InvalidArgumentError(f"{what} has the shape {array.shape}: this process holds {self.shape}")
        lengths = zip(self.shape, array.strides, self.strides)
        if 0 not in self.shape and any(given != wanted for length, given, wanted in lengths if length > 1):
            return InvalidArgumentError(
                f"{what} has the strides {array.strides}: the plan needs {self.strides} bytes (as from Plan.empty)"
            )
        return None


def local_array(c: cw_fft_array, fields: tuple[int, ...], real_dtype: np.dtype[Any]) -> LocalArray:
    """The part that the library describes."""
    dtype = np.result_type(real_dtype, np.complex64) if c.complex_data else real_dtype
    assert dtype.itemsize == c.element_bytes, "the elements of numpy and of the library agree"
    axes = range(c.ndims)
    # Fields are contiguous: the last of their axes is fastest.
    field_strides = [c.field_stride * math.prod(fields[axis + 1 :]) for axis in range(len(fields))]
    return LocalArray(
        dtype=dtype,
        global_shape=(*fields, *(c.global_[axis] for axis in axes)),
        shape=(*fields, *(c.count[axis] for axis in axes)),
        strides=tuple(dtype.itemsize * step for step in (*field_strides, *(c.stride[axis] for axis in axes))),
        slices=(
            *(slice(0, count) for count in fields),
            *(slice(c.start[axis], c.start[axis] + c.count[axis]) for axis in axes),
        ),
    )


def address(array: Array) -> int | None:
    """The address of the first element; None for an array without elements."""
    return int(array.__array_interface__["data"][0]) if array.size else None


def check_pair(given: Array, out: Array, source: LocalArray, target: LocalArray) -> None:
    """Raises an error for arrays that cannot be transformed without a copy."""
    failure = source.refusal(given, "the array") or target.refusal(out, "out")
    if failure is not None:
        raise failure
    if not out.flags.writeable:
        raise InvalidArgumentError("out is read-only: give an array that can be written to")
    begin, to = address(given), address(out)
    if begin is None or to is None or begin == to:
        return
    if begin < to + target.nbytes and to < begin + source.nbytes:
        raise InvalidArgumentError("the arrays overlap: pass the same memory for both, or separate memory")


def device_address(array: object, what: str, local: LocalArray, written: bool) -> int | None:
    """The address of an array on a GPU; None for one without elements. Raises an error for one that does not fit."""
    found = device_array(array, what, written)
    if found is None:
        raise TypeError(
            f"{what} is a {type(array).__name__}: this plan needs an array on a GPU, with the CUDA array interface or DLPack"
        )
    failure = local.mismatch(found, what)
    if failure is not None:
        raise failure
    return found.address if local.nbytes else None


def check_contents(array: object, what: str, local: LocalArray, shape: tuple[int, ...]) -> None:
    """Raises an error for an array of another type or shape; its strides are free."""
    plain = dataclasses.replace(local, shape=shape, strides=getattr(array, "strides", local.strides))
    failure = plain.refusal(array, what)
    if failure is not None:
        raise failure


def allocate(nbytes: int) -> ctypes.Array[ctypes.c_char]:
    """Memory of the library, on huge pages where the system has them; freed with the last array that views it."""
    memory = ctypes.c_void_p()
    check(library().cw_fft_alloc(nbytes, ctypes.byref(memory)))
    assert memory.value is not None
    buffer = (ctypes.c_char * nbytes).from_address(memory.value)
    weakref.finalize(buffer, library().cw_fft_dealloc, memory.value).atexit = False
    return buffer
