# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Arrays of numpy, and arrays on a GPU, as fields of cartwright/halo.h."""

from __future__ import annotations

import ctypes
import dataclasses
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from .._device import CudaArray, DeviceArray, DLPackArray
from .._headers import CW_HALO_FIELD_INIT, cw_halo_field, cw_halo_type
from ..errors import InvalidArgumentError
from ._array import HaloArray
from ._widths import Width, read_width

Array = npt.NDArray[Any]
AnyArray = Union[Array, HaloArray, CudaArray, DLPackArray]

_TYPES: dict[np.dtype[Any], int] = {
    np.dtype("float32"): cw_halo_type["CW_HALO_FLOAT"],
    np.dtype("float64"): cw_halo_type["CW_HALO_DOUBLE"],
    np.dtype("int32"): cw_halo_type["CW_HALO_INT32"],
    np.dtype("int64"): cw_halo_type["CW_HALO_INT64"],
}
_PARTS: dict[np.dtype[Any], np.dtype[Any]] = {
    np.dtype("complex64"): np.dtype("float32"),
    np.dtype("complex128"): np.dtype("float64"),
}
"""The types of real and imaginary parts."""


@dataclasses.dataclass(frozen=True)
class Block:
    """The part of a field that this process holds, in an array of the caller."""

    array: Array | DeviceArray
    """All points. Axes of components come first, then those of the grid."""
    sizes: tuple[int, ...]
    """Own points along each axis of the grid."""
    low: tuple[int, ...]
    high: tuple[int, ...]

    @property
    def address(self) -> int:
        """The address of the first point."""
        if isinstance(self.array, DeviceArray):
            return self.array.address
        return int(self.array.__array_interface__["data"][0])

    @property
    def components(self) -> tuple[int, ...]:
        """The lengths of the axes of components."""
        return self.array.shape[: self.array.ndim - len(self.sizes)]

    @property
    def ordered(self) -> bool:
        """Whether values can be compared: there are a least and a greatest one."""
        return self.array.dtype in _TYPES

    @property
    def summable(self) -> bool:
        """Whether values can be added."""
        return self.ordered or self.array.dtype in _PARTS

    def fields(self) -> list[cw_halo_field]:
        """The fields of halo.h. They have one axis of components at most, so there is one for each index of the others."""
        ndim, kind = len(self.sizes), self.array.dtype
        strides = self.array.strides[self.array.ndim - ndim :]
        own = sum(low * stride for low, stride in zip(self.low, strides))
        values, outer = values_of(kind), self.components
        if self.components and kind not in _PARTS:
            outer = self.components[:-1]
            values |= {"components": self.components[-1], "component_stride": self.array.strides[-ndim - 1]}
        return [
            CW_HALO_FIELD_INIT(
                base=self.address + own + int(np.dot(index, self.array.strides[: len(outer)])),
                sizes=numbers(self.sizes),
                strides=numbers(strides),
                low=numbers(self.low),
                high=numbers(self.high),
                **values,
            )
            for index in np.ndindex(*outer)
        ]


def values_of(kind: np.dtype[Any]) -> dict[str, int]:
    """The values of one point as members of cw_halo_field: a complex number has two."""
    part = _PARTS.get(kind, kind)
    return {
        "type": _TYPES.get(part, cw_halo_type["CW_HALO_BYTES"]),
        "value_bytes": part.itemsize,
        "components": kind.itemsize // part.itemsize,
        "component_stride": part.itemsize,
    }


def numbers(values: tuple[int, ...]) -> ctypes.Array[ctypes.c_int64]:
    """The numbers for C. A struct that points to them keeps them alive."""
    return (ctypes.c_int64 * len(values))(*values)


def read_block(array: object, number: int, width: Width | None, ndim: int) -> Block:
    """The block in array `number` of those given. Raises an error for an array that cannot be used."""
    what = f"array {number}"
    if isinstance(array, HaloArray):
        if array.ndim != ndim:
            raise InvalidArgumentError(f"{what} has {array.ndim} axes, but the grid has {ndim}")
        return Block(array.all, array.sizes, array.low, array.high)
    points = array
    if not isinstance(points, (np.ndarray, DeviceArray)):
        raise TypeError(f"{what} is a {type(array).__name__}: give a HaloArray, or an array of numpy or on a GPU")
    if points.ndim < ndim:
        raise InvalidArgumentError(f"{what} has {points.ndim} axes, but the grid has {ndim}")
    if points.dtype.hasobject or points.dtype.itemsize == 0:
        raise TypeError(f"{what} has elements of {points.dtype}: give an array of plain values")
    if isinstance(points, np.ndarray) and not points.flags.writeable:
        raise InvalidArgumentError(f"{what} is read-only: give an array that can be written to")
    if isinstance(points, np.ndarray) and not points.flags.aligned:
        raise InvalidArgumentError(f"{what} is not aligned for {points.dtype}: copy it to an array that is")
    if width is None:
        raise InvalidArgumentError(f"{what} is not a HaloArray, and no width is given: say how many points are ghost points")
    low, high = read_width(width, ndim)
    lengths = points.shape[points.ndim - ndim :]
    sizes = tuple(length - before - after for length, before, after in zip(lengths, low, high))
    for axis, size in enumerate(sizes):
        if size < 1:
            raise InvalidArgumentError(
                f"{what} has {lengths[axis]} points along axis {axis}, {low[axis]} and {high[axis]} of them ghost points: "
                "none is left for this process"
            )
    if 0 in points.shape:
        raise InvalidArgumentError(f"{what} has the shape {points.shape}: it has no components")
    return Block(points, sizes, low, high)
