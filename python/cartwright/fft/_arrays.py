# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The part of an array that one process holds, and the memory for it."""

from __future__ import annotations

import ctypes
import dataclasses
import math
import weakref
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import InvalidArgumentError
from . import _structs
from ._library import check, library

Array = npt.NDArray[Any]


@dataclasses.dataclass(frozen=True)
class LocalArray:
    """What one process holds of the physical or the spectral array.

    Axes are those of the plan in its order, x, y, z, after those of the fields, whatever the order in memory: that is
    what the strides are for. A process may hold nothing; then a length is 0.

    >>> from mpi4py import MPI
    >>> from cartwright.fft import Plan
    >>> with Plan(MPI.COMM_SELF, (4, 6), dtype=float, fields=(3,)) as plan:
    ...     plan.spectral.shape, plan.spectral.dtype, plan.spectral.slices
    ((3, 4, 4), dtype('complex128'), (slice(0, 3, None), slice(0, 4, None), slice(0, 4, None)))
    """

    dtype: np.dtype[Any]
    """Of the elements."""
    global_shape: tuple[int, ...]
    """Lengths of the whole array, of all processes together: fields, then axes."""
    shape: tuple[int, ...]
    """Lengths of what the process holds."""
    strides: tuple[int, ...]
    """Bytes from one element to the next along each axis, as in numpy. What a length of 1 or 0 has is of no meaning."""
    slices: tuple[slice, ...]
    """Where in the whole array it lies: whole[slices] has this shape."""

    @property
    def nbytes(self) -> int:
        """Bytes from the first element to the end of the last: what a buffer has to hold."""
        if 0 in self.shape:
            return 0
        return self.dtype.itemsize + sum((length - 1) * stride for length, stride in zip(self.shape, self.strides))

    def view(self, buffer: Any) -> Array:
        """The array in memory that the caller has: any object with a buffer of at least `nbytes`, without a copy."""
        if self.nbytes == 0:
            return np.empty(self.shape, self.dtype)
        return np.ndarray(self.shape, self.dtype, buffer, strides=self.strides)

    def refusal(self, array: object, what: str) -> TypeError | InvalidArgumentError | None:
        """Why an array cannot serve as this one, without a copy of it; None when it can."""
        if not isinstance(array, np.ndarray):
            return TypeError(f"{what} is a {type(array).__name__}: give a numpy array of {self.dtype}")
        if array.dtype != self.dtype:
            return TypeError(f"{what} has elements of {array.dtype}: the plan needs {self.dtype}")
        if array.shape != self.shape:
            return InvalidArgumentError(f"{what} has the shape {array.shape}: this process holds {self.shape}")
        lengths = zip(self.shape, array.strides, self.strides)
        if array.size and any(given != wanted for length, given, wanted in lengths if length > 1):
            return InvalidArgumentError(
                f"{what} has the strides {array.strides}: the plan needs {self.strides} bytes (Plan.empty makes such)"
            )
        if not array.flags.aligned:
            return InvalidArgumentError(f"{what} is not aligned for {self.dtype}: copy it to an array that is")
        return None


def local_array(told: _structs.Array, fields: tuple[int, ...], real_dtype: np.dtype[Any]) -> LocalArray:
    """From what the library says."""
    dtype = np.result_type(real_dtype, np.complex64) if told.complex_data else real_dtype
    assert dtype.itemsize == told.element_bytes, "numpy and the library mean the same elements"
    axes = range(told.ndims)
    # Fields lie one after the other, the last of their axes fastest.
    field_strides = [told.field_stride * math.prod(fields[axis + 1 :]) for axis in range(len(fields))]
    return LocalArray(
        dtype=dtype,
        global_shape=(*fields, *(told.global_[axis] for axis in axes)),
        shape=(*fields, *(told.count[axis] for axis in axes)),
        strides=tuple(dtype.itemsize * step for step in (*field_strides, *(told.stride[axis] for axis in axes))),
        slices=(
            *(slice(0, count) for count in fields),
            *(slice(told.start[axis], told.start[axis] + told.count[axis]) for axis in axes),
        ),
    )


def address(array: Array) -> int | None:
    """Where its elements begin; None where it has none."""
    return int(array.__array_interface__["data"][0]) if array.size else None


def check_pair(given: Array, out: Array, source: LocalArray, target: LocalArray) -> None:
    """Raises why these arrays cannot be transformed where they are."""
    failure = source.refusal(given, "the array") or target.refusal(out, "out")
    if failure is not None:
        raise failure
    if not out.flags.writeable:
        raise InvalidArgumentError("out is read-only: give an array that can be written to")
    begin, to = address(given), address(out)
    if begin is None or to is None or begin == to:
        return
    if begin < to + target.nbytes and to < begin + source.nbytes:
        raise InvalidArgumentError("the arrays overlap: they may begin at the same element, or share none")


def check_contents(array: object, what: str, local: LocalArray, shape: tuple[int, ...]) -> None:
    """Raises where an array, of any strides, has not the contents of another."""
    plain = dataclasses.replace(local, shape=shape, strides=getattr(array, "strides", local.strides))
    failure = plain.refusal(array, what)
    if failure is not None:
        raise failure


def allocate(nbytes: int) -> ctypes.Array[ctypes.c_char]:
    """Memory of the library's, on huge pages where the system has them; freed with the last array that views it."""
    memory = ctypes.c_void_p()
    check(library().cw_fft_alloc(nbytes, ctypes.byref(memory)))
    assert memory.value is not None
    buffer = (ctypes.c_char * nbytes).from_address(memory.value)
    weakref.finalize(buffer, library().cw_fft_dealloc, memory.value).atexit = False
    return buffer
