# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""What became of a communicator, kept with it."""

from __future__ import annotations

import dataclasses
import functools

from mpi4py import MPI

from ..errors import InvalidArgumentError


@dataclasses.dataclass(frozen=True)
class CartReport:
    """What became of a communicator that was made here. Edges are directed and weighted, as the caller says."""

    nodes: int
    """Number of nodes."""
    reordered: bool
    """Have ranks changed?"""
    j_sum: float
    """Weight of the edges between nodes."""
    j_max: float
    """Most that leaves one node."""
    j_sum_before: float
    """The same with the ranks as they were."""
    j_max_before: float
    lower_bound: float
    """No placement has a smaller j_sum."""
    data_share: float
    """Of all data that is sent, 0 to 1, what crosses nodes, by the weights of the dimensions."""
    data_share_before: float
    data_share_bound: float
    """No placement has a smaller data_share."""
    gap: float | None
    """data_share / data_share_bound - 1: 0 where the bound is met, None where only the bound is 0."""
    seconds: float
    """That rank 0 took to place."""
    tier: str
    """'fast', 'balanced' or 'best'; empty when an algorithm was asked for by its name."""
    mapping: str
    """The algorithm, or 'as launched'."""
    notes: tuple[str, ...]
    """Remarks."""
    pretended: bool
    """Are the nodes pretended ones?"""


def attach(comm: MPI.Comm, told: CartReport) -> None:
    """Reports hang on their communicators, and duplicates have them too."""
    comm.Set_attr(_key(), told)


def report(comm: MPI.Comm) -> CartReport:
    """What became of a communicator that a function of this module made, or of a duplicate of it. Local."""
    found = comm.Get_attr(_key())
    if not isinstance(found, CartReport):
        raise InvalidArgumentError("cartwright.mpi did not make this communicator: it has no report")
    return found


@functools.lru_cache(maxsize=None)
def _key() -> int:
    return MPI.Comm.Create_keyval(copy_fn=lambda comm, key, value: value)
