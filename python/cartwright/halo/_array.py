# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Arrays that know which of their points are ghost points."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from .._headers import CW_HALO_MAX_DIMS
from ..errors import InvalidArgumentError, SizeError
from ._library import allocate
from ._widths import Width, integer, read_width

Array = npt.NDArray[Any]
Index = Any
"""For each axis a number or a slice; an ellipsis takes the place of those that are left out."""


def read_kind(dtype: npt.DTypeLike, order: str) -> np.dtype[Any]:
    """The type of the values of an array. Raises an error for one that cannot be shared, and for an unknown order."""
    if order not in ("C", "F"):
        raise InvalidArgumentError(f"unknown order {order!r}: give C or F")
    kind = np.dtype(dtype)
    if kind.hasobject or kind.itemsize == 0:
        raise InvalidArgumentError(f"an array of {kind} cannot be shared: give a type of plain values")
    return kind


class HaloArray:
    """The block of a field that this process holds: own points with ghost points around them. All values are 0 at first.

    Indices begin at the first own point. Ghost points before it have negative indices, those after the own points have
    indices from `sizes` on, and `:` is all own points.

    >>> from cartwright.halo import HaloArray
    >>> u = HaloArray((4, 3), width=1)
    >>> u.own.shape, u.all.shape
    ((4, 3), (6, 5))
    >>> u[-1, :] = 5          # the ghost points before axis 0
    >>> u.all[0]
    array([0., 5., 5., 5., 0.])
    >>> u[-1:5, 0].tolist()   # with ghost points at both ends
    [5.0, 0.0, 0.0, 0.0, 0.0, 0.0]

    The memory can be read by the neighbors on the node. It is freed with the last array that views it. `own`, `all` and
    what an index returns are ordinary arrays of numpy.

    Args:
        sizes: own points along each axis.
        width: ghost points: one number for all ends of all axes, or for each axis a number or a pair of those before
            and after the own points.
        dtype: any type but Python objects.
        components: lengths of further axes before those of the grid; (3,) for a vector in each point.
        order: 'C', the last axis is fastest, or 'F', the first one is.

    Raises:
        InvalidArgumentError: a size below 1, a negative width, more than 8 axes, another order.
        SizeError: an array of 2^63 bytes.
        OutOfMemoryError: too little memory.
        MissingLibraryError: no libcartwright_halo of the MPI in use.
    """

    def __init__(
        self,
        sizes: Sequence[SupportsIndex],
        width: Width,
        dtype: npt.DTypeLike = float,
        *,
        components: Sequence[SupportsIndex] = (),
        order: str = "C",
    ) -> None:
        self._sizes = tuple(integer(size, f"sizes[{axis}]", 1) for axis, size in enumerate(sizes))
        if not 1 <= len(self._sizes) <= CW_HALO_MAX_DIMS:
            raise InvalidArgumentError(f"{len(self._sizes)} sizes are given: give 1 to {CW_HALO_MAX_DIMS}")
        self._low, self._high = read_width(width, len(self._sizes))
        kind = read_kind(dtype, order)
        further = tuple(integer(count, f"components[{axis}]", 1) for axis, count in enumerate(components))
        points = tuple(sum(numbers) for numbers in zip(self._low, self._sizes, self._high))
        nbytes = kind.itemsize * math.prod((*further, *points))
        if nbytes >= 1 << 63:
            raise SizeError(f"an array of {nbytes} bytes: they do not fit in 63 bits")
        self._use(allocate(nbytes), kind, further, order)

    @classmethod
    def of_memory(
        cls,
        memory: Any,
        sizes: tuple[int, ...],
        low: tuple[int, ...],
        high: tuple[int, ...],
        kind: np.dtype[Any],
        order: str,
    ) -> HaloArray:
        """The array in memory that was allocated for it, by arguments that were checked."""
        made = cls.__new__(cls)
        made._sizes, made._low, made._high = sizes, low, high
        made._use(memory, kind, (), order)
        return made

    def _use(self, memory: Any, kind: np.dtype[Any], further: tuple[int, ...], order: str) -> None:
        """Makes the views of the memory."""
        points = tuple(sum(numbers) for numbers in zip(self._low, self._sizes, self._high))
        # The axes of the grid follow the order; components are outermost.
        grid = points if order == "C" else points[::-1]
        everything: Array = np.ndarray((*further, *grid), kind, memory)
        if order == "F":
            axes = range(len(further))
            everything = everything.transpose(*axes, *reversed(range(len(further), everything.ndim)))
        self._all = everything
        self._components = len(further)
        self._own = self.shifted(*(0,) * len(points))

    @property
    def all(self) -> Array:
        """All points, ghost points included: components, then axes."""
        return self._all

    @property
    def own(self) -> Array:
        """The own points: a view."""
        return self._own

    @property
    def sizes(self) -> tuple[int, ...]:
        """Own points along each axis."""
        return self._sizes

    @property
    def low(self) -> tuple[int, ...]:
        """Ghost points before the own ones along each axis."""
        return self._low

    @property
    def high(self) -> tuple[int, ...]:
        """Ghost points after the own ones along each axis."""
        return self._high

    @property
    def ndim(self) -> int:
        """The number of axes of the grid, without those of components."""
        return len(self._sizes)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the values."""
        return self._all.dtype

    def shifted(self, *offset: int) -> Array:
        """The points at an offset from each own point, a view of the shape of `own`: what a stencil reads.

        >>> from cartwright.halo import HaloArray
        >>> u = HaloArray((5,), width=1)
        >>> u.all[...] = [0, 1, 4, 9, 16, 25, 36]
        >>> u.shifted(-1) - 2 * u.own + u.shifted(1)
        array([2., 2., 2., 2., 2.])
        """
        if len(offset) != self.ndim:
            raise IndexError(f"the offset has {len(offset)} entries: give one for each of {self.ndim} axes")
        for axis, step in enumerate(offset):
            if not -self._low[axis] <= step <= self._high[axis]:
                raise IndexError(f"offset {step} along axis {axis} is outside {-self._low[axis]} to {self._high[axis]}")
        points = zip(self._low, offset, self._sizes)
        index: Any = (..., *(slice(low + step, low + step + size) for low, step, size in points))
        view: Array = self._all[index]
        return view

    def __getitem__(self, index: Index) -> Any:
        return self._all[self._translated(index)]

    def __setitem__(self, index: Index, values: object) -> None:
        self._all[self._translated(index)] = values

    def __len__(self) -> int:
        raise TypeError("a HaloArray has no length: use sizes, own or all")

    def __iter__(self) -> Any:
        raise TypeError("a HaloArray is not iterable: use own or all")

    def __repr__(self) -> str:
        sizes = "x".join(map(str, self._sizes))
        return f"<HaloArray {sizes} of {self.dtype}, ghost points {self._low} before and {self._high} after>"

    def _translated(self, index: Index) -> tuple[Index, ...]:
        """The same index counted from the first ghost point, as numpy needs it."""
        given = index if isinstance(index, tuple) else (index,)
        all_axes = self._all.ndim
        dots = [at for at, entry in enumerate(given) if entry is Ellipsis]
        entries = [entry for entry in given if entry is not Ellipsis]
        if len(dots) == 1 or (not dots and len(entries) == self.ndim):
            at = dots[0] if dots else 0
            entries[at:at] = [slice(None)] * (all_axes - len(entries))
        if len(dots) > 1 or len(entries) != all_axes:
            raise IndexError(f"the index has {len(given)} entries: give one for each of {self.ndim} axes, or ...")
        grid = enumerate(entries[self._components :])
        return (*entries[: self._components], *(self._entry(axis, entry) for axis, entry in grid))

    def _entry(self, axis: int, entry: Index) -> Index:
        low, size, high = self._low[axis], self._sizes[axis], self._high[axis]
        if not isinstance(entry, slice):
            number = operator.index(entry)
            if not -low <= number < size + high:
                raise IndexError(f"index {number} along axis {axis} is outside {-low} to {size + high - 1}")
            return number + low
        step = 1 if entry.step is None else operator.index(entry.step)
        if step < 1:
            raise IndexError(f"the step {step} along axis {axis} is not positive")
        start = 0 if entry.start is None else operator.index(entry.start)
        stop = size if entry.stop is None else operator.index(entry.stop)
        if not (-low <= start <= size + high and -low <= stop <= size + high):
            raise IndexError(f"{start}:{stop} along axis {axis} is outside {-low}:{size + high}")
        return slice(start + low, stop + low, step)
