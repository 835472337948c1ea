# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""A failure on one rank becomes an error on all ranks, and none waits forever."""

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
    """A hash of 62 bits of the text of all values."""
    return int.from_bytes(hashlib.sha256(repr(values).encode()).digest()[:8], "big") >> 2


def c_timeout(timeout: float | None) -> float:
    """The option `timeout` of a plan in the form of C, where 0 is the default and a negative number no limit."""
    if timeout is None:
        return 0.0
    if not timeout > 0:
        raise InvalidArgumentError(f"timeout is {timeout}: give a number of seconds above 0, or inf")
    return -1.0 if timeout == float("inf") else float(timeout)


def check_intracommunicator(comm: MPI.Comm) -> None:
    """Raises when `comm` is not an intracommunicator."""
    if not isinstance(comm, MPI.Intracomm) or comm == MPI.COMM_NULL:
        raise InvalidArgumentError(f"{comm!r} is not an intracommunicator: give one, such as MPI.COMM_WORLD")


def agree_on(comm: MPI.Intracomm, read: Callable[[], Asked]) -> Asked:
    """The request of this process. Raises on every process when one of them fails to read it, or when they disagree."""
    failure: Exception | None = None
    fingerprint = 0
    try:
        asked = read()
        fingerprint = asked.fingerprint()
    except Exception as error:
        failure = error
    # max(x) == -max(-x) exactly when all x are equal.
    greatest = np.array([failure is not None, fingerprint, -fingerprint], dtype=np.int64)
    comm.Allreduce(MPI.IN_PLACE, greatest, MPI.MAX)
    if greatest[0]:
        first = comm.allreduce(comm.size if failure is None else comm.rank, MPI.MIN)
        reported = comm.bcast(failure, root=first)
        raise failure or type(reported)(f"process {first}: {reported}")
    if greatest[1] != -greatest[2]:
        raise InvalidArgumentError(
            "the processes disagree: give the same arguments and CARTWRIGHT_* variables on all of them"
        )
    return asked


def from_rank_0(comm: MPI.Intracomm, work: Callable[[], tuple[Shared, Own]]) -> tuple[Shared, Own | None]:
    """Runs `work` on rank 0. Every process gets its first result, rank 0 also the second; or all get its exception."""
    shared: Shared | None = None
    own: Own | None = None
    failure: Exception | None = None
    if comm.rank == 0:
        try:
            shared, own = work()
        except Exception as error:
            failure = error
    shared, error_of_0 = comm.bcast((shared, failure), root=0)
    if error_of_0 is not None:
        raise failure or error_of_0
    return cast(Shared, shared), own
