# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""From the whole grid to the plan in one call."""

from __future__ import annotations

import ctypes
import dataclasses
from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from mpi4py import MPI

from .._headers import CW_HALO_BLOCK_INIT, CW_HALO_FIELD_INIT, CW_HALO_MAX_DIMS, cw_halo_field
from ..errors import InvalidArgumentError, SizeError
from ..mpi._agree import agree_on, check_intracommunicator, fingerprint
from ..mpi._library import handle
from ._array import HaloArray, read_kind
from ._fields import Block, numbers, values_of
from ._library import check, library, owned
from ._plan import Halo
from ._request import Choices, Shape, read_choices
from ._widths import Width, integer, read_width


@dataclasses.dataclass(frozen=True)
class _Request:
    """The arguments of one process."""

    sizes: tuple[int, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]
    kinds: tuple[np.dtype[Any], ...]
    dims: tuple[int, ...]
    periods: tuple[int, ...]
    order: str
    choices: Choices

    def fingerprint(self) -> int:
        """A hash of what must be the same on all processes."""
        kinds = [(kind.str, kind.itemsize) for kind in self.kinds]
        widths = (self.low, self.high)
        return fingerprint(self.sizes, widths, kinds, self.dims, self.periods, self.order, self.choices.same())

    def fields(self) -> ctypes.Array[cw_halo_field]:
        """The fields of halo.h, whose arrays are still to be allocated."""
        low, high = numbers(self.low), numbers(self.high)
        made = [CW_HALO_FIELD_INIT(low=low, high=high, **values_of(kind)) for kind in self.kinds]
        fields: ctypes.Array[cw_halo_field] = (cw_halo_field * len(made))(*made)
        return fields

    def array(self, kind: np.dtype[Any], own: tuple[int, ...], base: int) -> HaloArray:
        """The array of a field with its first own point at an address."""
        before, points = 0, 1
        for axis in reversed(range(len(own))) if self.order == "C" else range(len(own)):
            before += self.low[axis] * points
            points *= self.low[axis] + own[axis] + self.high[axis]
        memory = owned(base - before * kind.itemsize, points * kind.itemsize)
        return HaloArray.of_memory(memory, own, self.low, self.high, kind, self.order)


class HaloCart(Halo):
    """A grid of points, divided among processes: the arrays of this process and their plan.

    It chooses dims for the fewest bytes of ghost points between nodes, places neighbors on the same node, and
    allocates arrays, which are 0 at first. Along an axis with n points and d processes, the first n % d processes hold
    one point more than the others. Making it is collective over `comm`. It reads the `CARTWRIGHT_*` variables.

    >>> from mpi4py import MPI
    >>> from cartwright.halo import HaloCart
    >>> with HaloCart(MPI.COMM_SELF, (3, 4), width=1, periods=True) as grid:
    ...     (u,) = grid.arrays
    ...     u.own[...] = 7
    ...     grid.exchange()
    >>> float(u[-1, 0]), grid.slices
    (7.0, (slice(0, 3, None), slice(0, 4, None)))

    Args:
        comm: an intracommunicator of mpi4py.
        sizes: points of the whole grid along each axis.
        width: ghost points: one number for all ends of all axes, or for each axis a number or a pair of those before
            and after the own points.
        dtypes: the type of each array; one array of float64 by default.
        periods: whether all axes are periodic, or whether each one is.
        dims: the number of processes along each axis; 0 is chosen. All are chosen by default.
        order: 'C', the last axis of the arrays is fastest, or 'F', the first one is.
        shape, effort, buffered, share, timeout, joining, corners, piece: as for `Halo`.

    Raises:
        InvalidArgumentError: an invalid size, width or name, dims that do not hold the processes, fewer points than
            processes along an axis, processes that disagree.
        OutOfMemoryError: too little memory.
        MissingLibraryError: no libcartwright_halo of the MPI in use.
    """

    def __init__(
        self,
        comm: MPI.Intracomm,
        sizes: Sequence[SupportsIndex],
        width: Width,
        *,
        dtypes: Sequence[npt.DTypeLike] = (float,),
        periods: bool | Sequence[bool] = False,
        dims: Sequence[SupportsIndex] | None = None,
        order: str = "C",
        shape: Shape = "all",
        effort: str = "estimate",
        buffered: bool = False,
        share: bool = True,
        timeout: float | None = None,
        joining: str = "chosen",
        corners: str = "chosen",
        piece: int | None = None,
    ) -> None:
        self._handle = None
        check_intracommunicator(comm)

        def read() -> _Request:
            library()
            points = tuple(integer(size, f"sizes[{axis}]", 1) for axis, size in enumerate(sizes))
            if not 1 <= len(points) <= CW_HALO_MAX_DIMS:
                raise InvalidArgumentError(f"{len(points)} sizes are given: give 1 to {CW_HALO_MAX_DIMS}")
            if not dtypes:
                raise InvalidArgumentError("no dtypes are given: give the type of at least one array")
            low, high = read_width(width, len(points))
            return _Request(
                sizes=points,
                low=low,
                high=high,
                kinds=tuple(read_kind(dtype, order) for dtype in dtypes),
                dims=_for_each_axis("dims", [0] * len(points) if dims is None else dims, len(points)),
                periods=_for_each_axis(
                    "periods", [periods] * len(points) if isinstance(periods, (bool, np.bool_)) else periods, len(points)
                ),
                order=order,
                choices=read_choices(
                    len(points),
                    shape=shape,
                    effort=effort,
                    buffered=buffered,
                    share=share,
                    timeout=timeout,
                    joining=joining,
                    corners=corners,
                    piece=piece,
                ),
            )

        request = agree_on(comm, read)
        ndim, fields = len(request.sizes), request.fields()
        options = request.choices.options()
        options.column_major = request.order == "F"
        block = CW_HALO_BLOCK_INIT()
        block.dims[:ndim] = request.dims
        self._cart, plan = MPI.Cartcomm(), ctypes.c_void_p()
        check(
            library().cw_halo_cart_create(
                handle(comm),
                ndim,
                numbers(request.sizes),
                (ctypes.c_int * ndim)(*request.periods),
                0,
                fields,
                len(fields),
                ctypes.byref(options),
                ctypes.byref(block),
                ctypes.byref(handle(self._cart)),
                ctypes.byref(plan),
            )
        )
        self._handle, self._ndim = plan.value, ndim
        own = tuple(block.sizes[:ndim])
        self._arrays = tuple(request.array(kind, own, field.base) for kind, field in zip(request.kinds, fields))
        self._blocks = tuple(Block(array.all, array.sizes, array.low, array.high) for array in self._arrays)
        self._numbers = [[number] for number in range(len(fields))]
        self._slices = tuple(slice(start, start + size) for start, size in zip(block.start, own))

    @property
    def cart(self) -> MPI.Cartcomm:
        """The Cartesian communicator, with `dims` and `coords`. The caller frees it."""
        return self._cart

    @property
    def arrays(self) -> tuple[HaloArray, ...]:
        """The block of this process: an array for each of the dtypes."""
        return self._arrays

    @property
    def slices(self) -> tuple[slice, ...]:
        """The own points of this process as a part of the whole grid."""
        return self._slices


def _for_each_axis(name: str, values: Sequence[SupportsIndex], ndim: int) -> tuple[int, ...]:
    """Numbers of 31 bits."""
    if len(values) != ndim:
        raise InvalidArgumentError(f"{name} has {len(values)} entries for {ndim} axes: give one for each axis")
    read = tuple(integer(value, f"{name}[{axis}]", 0) for axis, value in enumerate(values))
    for axis, number in enumerate(read):
        if number >= 1 << 31:
            raise SizeError(f"{name}[{axis}] is {number}: it does not fit in 31 bits")
    return read
