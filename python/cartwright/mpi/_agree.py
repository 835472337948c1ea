# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""What fails on one rank fails on all, and none waits for ever."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Protocol, TypeVar, cast

import numpy as np
from mpi4py import MPI

from ..errors import InvalidArgumentError


class _Request(Protocol):
    def fingerprint(self) -> int: ...


Asked = TypeVar("Asked", bound=_Request)
Shared = TypeVar("Shared")
Own = TypeVar("Own")


def fingerprint(*values: object) -> int:
    """62 bits that are equal, but for chance, exactly when all values look the same."""
    return int.from_bytes(hashlib.sha256(repr(values).encode()).digest()[:8], "big") >> 2


def check_intracommunicator(comm: MPI.Comm) -> None:
    """Raises where `comm` is no place to meet the other processes."""
    if not isinstance(comm, MPI.Intracomm) or comm == MPI.COMM_NULL:
        raise InvalidArgumentError(f"{comm!r} is no intracommunicator: give one, such as MPI.COMM_WORLD")


def agree_on(comm: MPI.Intracomm, read: Callable[[], Asked]) -> Asked:
    """What this process asks for. Raises on every process when one cannot say, or when they disagree."""
    failure: Exception | None = None
    fingerprint = 0
    try:
        asked = read()
        fingerprint = asked.fingerprint()
    except Exception as error:
        failure = error
    # The greatest of a value and of its opposite are opposites exactly when all values are equal.
    greatest = np.array([failure is not None, fingerprint, -fingerprint], dtype=np.int64)
    comm.Allreduce(MPI.IN_PLACE, greatest, MPI.MAX)
    if greatest[0]:
        first = comm.allreduce(comm.size if failure is None else comm.rank, MPI.MIN)
        told = comm.bcast(failure, root=first)
        raise failure or type(told)(f"process {first}: {told}")
    if greatest[1] != -greatest[2]:
        raise InvalidArgumentError(
            "the processes disagree: all must give the same arguments, and CARTWRIGHT_* variables"
        )
    return asked


def from_rank_0(comm: MPI.Intracomm, work: Callable[[], tuple[Shared, Own]]) -> tuple[Shared, Own | None]:
    """Rank 0 works for all: every process gets the first result, rank 0 also the second; or its exception."""
    shared: Shared | None = None
    own: Own | None = None
    failure: Exception | None = None
    if comm.rank == 0:
        try:
            shared, own = work()
        except Exception as error:
            failure = error
    shared, told = comm.bcast((shared, failure), root=0)
    if told is not None:
        raise failure or told
    return cast(Shared, shared), own
