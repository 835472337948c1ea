# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Translates ranks, and moves data, after the ranks have changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from mpi4py import MPI
from mpi4py.util import pkl5


def translate_ranks(comm_old: MPI.Comm, ranks: Sequence[int], comm_new: MPI.Comm) -> list[int]:
    """The ranks in `comm_new` of the processes that have these ranks in `comm_old`. Local.

    MPI.UNDEFINED for processes outside `comm_new`; MPI.PROC_NULL for MPI.PROC_NULL.
    """
    old, new = comm_old.Get_group(), comm_new.Get_group()
    try:
        return old.Translate_ranks(list(ranks), new)
    finally:
        old.Free()
        new.Free()


def move_to_new_ranks(data: Any, comm_old: MPI.Intracomm, comm_new: MPI.Intracomm) -> Any:
    """Moves data that was distributed by old ranks to the processes that have these ranks now.

    The data of the process with rank r in `comm_old` is returned to the process with rank r in `comm_new`. Call it once
    after the ranks have changed, for all data that was read before: an array of any shape and type, or any other object
    that can be pickled. Processes may pass different types.

    Collective over `comm_new`. A process without it passes MPI.COMM_NULL and gets None; its data is not sent.
    """
    return _move(data, comm_old, comm_new, to_new=True)


def move_to_old_ranks(data: Any, comm_old: MPI.Intracomm, comm_new: MPI.Intracomm) -> Any:
    """The inverse of `move_to_new_ranks`.

    The data of the process with rank r in `comm_new` is returned to the process with rank r in `comm_old`.
    """
    return _move(data, comm_old, comm_new, to_new=False)


def _move(data: Any, comm_old: MPI.Intracomm, comm_new: MPI.Intracomm, to_new: bool) -> Any:
    if comm_new == MPI.COMM_NULL:
        return None
    # Ranks in the new communicator: the process that has this old rank now, and the process that had this new rank.
    new_holder = comm_old.rank if comm_old.rank < comm_new.size else MPI.PROC_NULL
    old_holder = MPI.PROC_NULL
    if comm_new.rank < comm_old.size:
        there = translate_ranks(comm_old, [comm_new.rank], comm_new)[0]
        old_holder = there if there != MPI.UNDEFINED else MPI.PROC_NULL
    to, source = (new_holder, old_holder) if to_new else (old_holder, new_holder)
    # A duplicate: the program may have receives of any tag open on the other communicator.
    duplicate = pkl5.Intracomm(comm_new.Dup())
    try:
        return duplicate.sendrecv(data, dest=to, source=source)
    finally:
        duplicate.Free()


def in_new_ranks(comm: MPI.Intracomm, new_ranks: npt.NDArray[np.int32] | None) -> MPI.Intracomm | None:
    """The communicator with the ranks that rank 0 gives, without processes of rank -1. Collective."""
    mine = np.empty(1, dtype=np.int32)
    comm.Scatter(new_ranks, mine, root=0)
    placed = comm.Split(MPI.UNDEFINED if mine[0] < 0 else 0, max(int(mine[0]), 0))
    return placed if isinstance(placed, MPI.Intracomm) and placed != MPI.COMM_NULL else None
