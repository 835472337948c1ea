# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Ranks and data of before, after the ranks have changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from mpi4py import MPI
from mpi4py.util import pkl5


def translate_ranks(comm_old: MPI.Comm, ranks: Sequence[int], comm_new: MPI.Comm) -> list[int]:
    """The ranks in `comm_new` of the processes that have these ranks in `comm_old`. Local.

    MPI.UNDEFINED for those that are not in it; MPI.PROC_NULL stays.
    """
    old, new = comm_old.Get_group(), comm_new.Get_group()
    try:
        return old.Translate_ranks(list(ranks), new)
    finally:
        old.Free()
        new.Free()


def move_to_new_ranks(data: Any, comm_old: MPI.Intracomm, comm_new: MPI.Intracomm) -> Any:
    """Moves data that was distributed by old ranks to the processes that have these ranks now.

    What the process of rank r in `comm_old` passes is returned to the process of rank r in `comm_new`. To be called
    once after the ranks have changed, for all that was read before: an array of any shape and type, or any other object
    that can be pickled; processes may pass different kinds.

    Collective over `comm_new`. Processes without it (it is MPI.COMM_NULL) get None at once; their data goes nowhere.
    """
    return _move(data, comm_old, comm_new, to_new=True)


def move_to_old_ranks(data: Any, comm_old: MPI.Intracomm, comm_new: MPI.Intracomm) -> Any:
    """The way back: what the process of rank r in `comm_new` passes is returned to that of rank r in `comm_old`."""
    return _move(data, comm_old, comm_new, to_new=False)


def _move(data: Any, comm_old: MPI.Intracomm, comm_new: MPI.Intracomm, to_new: bool) -> Any:
    if comm_new == MPI.COMM_NULL:
        return None
    # Ranks in the new communicator of who has this process's old rank now, and of who had its new rank.
    new_place = comm_old.rank if comm_old.rank < comm_new.size else MPI.PROC_NULL
    old_place = MPI.PROC_NULL
    if comm_new.rank < comm_old.size:
        there = translate_ranks(comm_old, [comm_new.rank], comm_new)[0]
        old_place = there if there != MPI.UNDEFINED else MPI.PROC_NULL
    to, source = (new_place, old_place) if to_new else (old_place, new_place)
    # A communicator of its own: the program may have receives of any tag open on the other.
    apart = pkl5.Intracomm(comm_new.Dup())
    try:
        return apart.sendrecv(data, dest=to, source=source)
    finally:
        apart.Free()


def in_new_ranks(comm: MPI.Intracomm, new_ranks: npt.NDArray[np.int32] | None) -> MPI.Intracomm | None:
    """The communicator in which processes have the ranks that rank 0 knows, where -1 leaves one out. Collective."""
    mine = np.empty(1, dtype=np.int32)
    comm.Scatter(new_ranks, mine, root=0)
    placed = comm.Split(MPI.UNDEFINED if mine[0] < 0 else 0, max(int(mine[0]), 0))
    return placed if isinstance(placed, MPI.Intracomm) and placed != MPI.COMM_NULL else None
