# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Gathers the parts of all processes to a whole array on one of them, and scatters it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
from mpi4py import MPI

from ._arrays import Array, LocalArray

_MOST = 1 << 30
"""Most elements in one message: every MPI can count them."""


def gather(comm: MPI.Intracomm, part_of: Callable[[int], LocalArray], array: Array, root: int) -> Array | None:
    """The whole array on `root`, which needs memory for it and for one more part; None elsewhere."""
    if comm.rank != root:
        _send(comm, np.ascontiguousarray(array), root)
        return None
    own = part_of(root)
    whole = np.empty(own.global_shape, own.dtype)
    for rank in range(comm.size):
        part = part_of(rank)
        whole[part.slices] = array if rank == root else _receive(comm, np.empty(part.shape, part.dtype), rank)
    return whole


def scatter(
    comm: MPI.Intracomm, part_of: Callable[[int], LocalArray], whole: Array | None, out: Array, root: int
) -> None:
    """Sends the whole array of `root` to the parts of all processes."""
    if whole is None:
        own = part_of(comm.rank)
        out[...] = _receive(comm, np.empty(own.shape, own.dtype), root)
        return
    for rank in range(comm.size):
        part = whole[part_of(rank).slices]
        if rank == root:
            out[...] = part
        else:
            _send(comm, np.ascontiguousarray(part), rank)


def _send(comm: MPI.Intracomm, array: Array, to: int) -> None:
    with _pieces(array) as (pieces, element):
        for piece in pieces:
            comm.Send([piece, piece.size, element], to)


def _receive(comm: MPI.Intracomm, array: Array, source: int) -> Array:
    with _pieces(array) as (pieces, element):
        for piece in pieces:
            comm.Recv([piece, piece.size, element], source)
    return array


@contextmanager
def _pieces(array: Array) -> Iterator[tuple[list[Array], MPI.Datatype]]:
    """Views that make up a contiguous array, and a datatype of MPI for its elements."""
    flat = array.reshape(-1)
    element = MPI.BYTE.Create_contiguous(array.itemsize).Commit()
    try:
        yield [flat[begin : begin + _MOST] for begin in range(0, flat.size, _MOST)], element
    finally:
        element.Free()
