# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The arguments of a plan, checked, and as structs of cartwright/halo.h."""

from __future__ import annotations

import ctypes
import dataclasses
import operator
from collections.abc import Mapping, Sequence
from typing import Union

import numpy as np
from mpi4py import MPI

from ..errors import InvalidArgumentError, UnsupportedError
from ..mpi._agree import fingerprint
from . import _structs
from ._array import HaloArray
from ._fields import AnyArray, Block, numbers, read_block
from ._widths import Width, integer

Shape = Union[str, Sequence[Sequence[int]]]
Neighbors = Mapping[Sequence[int], int]


@dataclasses.dataclass(frozen=True)
class Request:
    """The arguments of one process."""

    ndim: int
    blocks: tuple[Block, ...]
    shape: str
    offsets: tuple[tuple[int, ...], ...]
    axes: tuple[int, ...] | None
    neighbors: tuple[tuple[tuple[int, ...], int], ...] | None
    effort: str
    buffered: bool
    share: bool
    timeout: float

    def fingerprint(self) -> int:
        """A hash of what must be the same on all processes."""
        kinds = [(block.array.dtype.str, block.array.dtype.itemsize, block.components) for block in self.blocks]
        return fingerprint(self.ndim, kinds, self.shape, self.offsets, self.effort, self.buffered, self.share)

    def options(self) -> _structs.Options:
        """cw_halo_options"""
        made = _structs.Options(
            size=ctypes.sizeof(_structs.Options),
            shape=_structs.SHAPES.index(self.shape),
            noffsets=len(self.offsets),
            effort=_structs.EFFORTS.index(self.effort),
            buffered=self.buffered,
            no_sharing=not self.share,
            timeout=self.timeout,
        )
        if self.offsets:
            made.offsets = numbers(tuple(step for offset in self.offsets for step in offset))
        if self.axes is not None:
            made.cart_axes = (ctypes.c_int * len(self.axes))(*self.axes)
        if self.neighbors is not None:
            # A list without entries is still a list: its address is not NULL.
            entries = (_structs.Neighbor * max(len(self.neighbors), 1))()
            for entry, (side, rank) in zip(entries, self.neighbors):
                entry.side[: self.ndim] = side
                entry.rank = rank
            made.nneighbors, made.neighbors = len(self.neighbors), entries
        return made


def read_request(
    comm: MPI.Intracomm,
    arrays: AnyArray | Sequence[AnyArray],
    width: Width | None,
    shape: Shape,
    axes: Sequence[int] | None,
    neighbors: Neighbors | None,
    effort: str,
    buffered: bool,
    share: bool,
    timeout: float | None,
) -> Request:
    """Checks the arguments of this process. Raises an error for those that are invalid."""
    given = (arrays,) if isinstance(arrays, (HaloArray, np.ndarray)) else tuple(arrays)
    if not given:
        raise InvalidArgumentError("no arrays are given: give at least one")
    ndim = _ndim_of(comm, given, axes, neighbors)
    if not 1 <= ndim <= _structs.MAX_DIMS:
        raise UnsupportedError(f"a grid of {ndim} axes: 1 to {_structs.MAX_DIMS} are possible")
    blocks = tuple(read_block(array, number, width, ndim) for number, array in enumerate(given))
    if effort not in _structs.EFFORTS:
        raise InvalidArgumentError(f"unknown effort {effort!r}: give one of {', '.join(_structs.EFFORTS)}")
    if isinstance(shape, str) and shape not in ("all", "faces"):
        raise InvalidArgumentError(f"unknown shape {shape!r}: give all, faces, or the offsets of a stencil")
    if timeout is not None and not timeout > 0:
        raise InvalidArgumentError(f"timeout is {timeout}: give a number of seconds above 0, or inf")
    return Request(
        ndim=ndim,
        blocks=blocks,
        shape=shape if isinstance(shape, str) else "offsets",
        offsets=() if isinstance(shape, str) else _entries(shape, ndim, "offset"),
        axes=None if axes is None else tuple(map(operator.index, axes)),
        neighbors=None if neighbors is None else _neighbor_list(neighbors, ndim),
        effort=effort,
        buffered=bool(buffered),
        share=bool(share),
        timeout=0.0 if timeout is None else -1.0 if timeout == float("inf") else float(timeout),
    )


def _ndim_of(
    comm: MPI.Intracomm, arrays: tuple[AnyArray, ...], axes: Sequence[int] | None, neighbors: Neighbors | None
) -> int:
    """The number of axes of the grid: that of an array which knows it, of the sides, or of the communicator."""
    for array in arrays:
        if isinstance(array, HaloArray):
            return array.ndim
    if neighbors:
        return len(next(iter(neighbors)))
    if isinstance(comm, MPI.Cartcomm) and axes is None:
        return comm.ndim
    return getattr(arrays[0], "ndim", 0)


def _entries(given: Sequence[Sequence[int]], ndim: int, what: str) -> tuple[tuple[int, ...], ...]:
    entries = tuple(tuple(operator.index(step) for step in entry) for entry in given)
    for number, entry in enumerate(entries):
        if len(entry) != ndim:
            raise InvalidArgumentError(f"{what} {number} is {entry}: give {ndim} numbers, one for each axis")
        for step in entry:
            integer(abs(step), f"{what} {number}", 0)
    return entries


def _neighbor_list(given: Neighbors, ndim: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    sides = _entries(tuple(given), ndim, "side")
    for side in sides:
        if not set(side) <= {-1, 0, 1}:
            raise InvalidArgumentError(f"a neighbor is given at side {side}: give -1, 0 or 1 for each axis")
    return tuple(zip(sides, (integer(rank, f"the neighbor at side {side}", 0) for side, rank in given.items())))


