# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The arguments of a plan, checked, and as structs of cartwright/halo.h."""

from __future__ import annotations

import ctypes
import dataclasses
import operator
from collections.abc import Mapping, Sequence
from typing import Any, Union

import numpy as np
from mpi4py import MPI

from .._device import DeviceArray, Stream, device_array, stream_handle
from .._headers import (
    CW_HALO_MAX_DIMS,
    CW_HALO_OPTIONS_INIT,
    cw_halo_corners,
    cw_halo_effort,
    cw_halo_joining,
    cw_halo_neighbor,
    cw_halo_options,
    cw_halo_shape,
)
from ..errors import InvalidArgumentError, UnsupportedError
from ..mpi._agree import c_timeout, fingerprint
from ..mpi._library import words
from ._array import HaloArray
from ._fields import AnyArray, Block, numbers, read_block
from ._widths import Width, integer

Shape = Union[str, Sequence[Sequence[int]]]
Neighbors = Mapping[Sequence[int], int]

_SHAPES = words(cw_halo_shape, "CW_HALO_")
_EFFORTS = words(cw_halo_effort, "CW_HALO_")
_JOININGS = words(cw_halo_joining, "CW_HALO_JOIN_")
_CORNERS = words(cw_halo_corners, "CW_HALO_CORNERS_")


@dataclasses.dataclass(frozen=True)
class Choices:
    """How ghost points are exchanged, whatever the arrays are."""

    shape: str
    offsets: tuple[tuple[int, ...], ...]
    effort: str
    buffered: bool
    share: bool
    timeout: float
    stream: int
    joining: str
    corners: str
    piece: int

    def same(self) -> tuple[object, ...]:
        """The choices that must be the same on all processes."""
        return dataclasses.astuple(dataclasses.replace(self, timeout=0.0, stream=0))

    def options(self) -> cw_halo_options:
        """cw_halo_options"""
        made = CW_HALO_OPTIONS_INIT(
            shape=_SHAPES[self.shape],
            noffsets=len(self.offsets),
            effort=_EFFORTS[self.effort],
            buffered=self.buffered,
            no_sharing=not self.share,
            timeout=self.timeout,
            stream=self.stream or None,
            joining=_JOININGS[self.joining],
            corners=_CORNERS[self.corners],
            piece=self.piece,
        )
        if self.offsets:
            made.offsets = numbers(tuple(step for offset in self.offsets for step in offset))
        return made


@dataclasses.dataclass(frozen=True)
class Request:
    """The arguments of one process."""

    ndim: int
    blocks: tuple[Block, ...]
    axes: tuple[int, ...] | None
    neighbors: tuple[tuple[tuple[int, ...], int], ...] | None
    choices: Choices

    def fingerprint(self) -> int:
        """A hash of what must be the same on all processes."""
        kinds = [(block.array.dtype.str, block.array.dtype.itemsize, block.components) for block in self.blocks]
        return fingerprint(self.ndim, kinds, self.choices.same())

    def options(self) -> cw_halo_options:
        """cw_halo_options"""
        made = self.choices.options()
        if self.axes is not None:
            made.cart_axes = (ctypes.c_int * len(self.axes))(*self.axes)
        if self.neighbors is not None:
            # A list without entries is still a list: its address is not NULL.
            entries = (cw_halo_neighbor * max(len(self.neighbors), 1))()
            for entry, (side, rank) in zip(entries, self.neighbors):
                entry.side[: self.ndim] = side
                entry.rank = rank
            made.nneighbors, made.neighbors = len(self.neighbors), entries
        return made


def read_request(
    comm: MPI.Intracomm,
    arrays: AnyArray | Sequence[AnyArray],
    width: Width | None,
    axes: Sequence[int] | None,
    neighbors: Neighbors | None,
    **choices: Any,
) -> Request:
    """Checks the arguments of this process. Raises an error for those that are invalid."""
    given = _given(arrays)
    if not given:
        raise InvalidArgumentError("no arrays are given: give at least one")
    ndim = _ndim_of(comm, given, axes, neighbors)
    if not 1 <= ndim <= CW_HALO_MAX_DIMS:
        raise UnsupportedError(f"a grid of {ndim} axes: 1 to {CW_HALO_MAX_DIMS} are possible")
    blocks = tuple(read_block(array, number, width, ndim) for number, array in enumerate(given))
    return Request(
        ndim=ndim,
        blocks=blocks,
        axes=None if axes is None else tuple(map(operator.index, axes)),
        neighbors=None if neighbors is None else _neighbor_list(neighbors, ndim),
        choices=read_choices(ndim, **choices),
    )


def read_choices(
    ndim: int,
    *,
    shape: Shape,
    effort: str,
    buffered: bool,
    share: bool,
    timeout: float | None,
    joining: str,
    corners: str,
    piece: int | None,
    stream: Stream | None = None,
) -> Choices:
    """Checks how ghost points of `ndim` axes are to be exchanged."""
    for what, name, names in (
        ("effort", effort, _EFFORTS),
        ("joining", joining, _JOININGS),
        ("corners", corners, _CORNERS),
    ):
        if name not in names:
            raise InvalidArgumentError(f"unknown {what} {name!r}: give one of {', '.join(names)}")
    if isinstance(shape, str) and shape not in ("all", "faces"):
        raise InvalidArgumentError(f"unknown shape {shape!r}: give all, faces, or the offsets of a stencil")
    return Choices(
        shape=shape if isinstance(shape, str) else "offsets",
        offsets=() if isinstance(shape, str) else _entries(shape, ndim, "offset"),
        effort=effort,
        buffered=bool(buffered),
        share=bool(share),
        timeout=c_timeout(timeout),
        stream=stream_handle(stream),
        joining=joining,
        corners=corners,
        piece=0 if piece is None else integer(piece, "piece", 1),
    )


def _given(arrays: Any) -> tuple[Any, ...]:
    """One array or several, as those of numpy and of this package, and as the places of arrays on a GPU."""
    alone = arrays if isinstance(arrays, (HaloArray, np.ndarray)) else device_array(arrays, "the array")
    if alone is not None:
        return (alone,)

    def read(array: Any, number: int) -> Any:
        if isinstance(array, (HaloArray, np.ndarray, DeviceArray)):
            return array
        on_gpu = device_array(array, f"array {number}")
        return array if on_gpu is None else on_gpu

    return tuple(read(array, number) for number, array in enumerate(arrays))


def _ndim_of(
    comm: MPI.Intracomm, arrays: tuple[Any, ...], axes: Sequence[int] | None, neighbors: Neighbors | None
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


