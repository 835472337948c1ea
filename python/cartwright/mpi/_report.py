# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The placement of a communicator, kept as an attribute of it."""

from __future__ import annotations

import dataclasses
import functools

from mpi4py import MPI

from ..errors import InvalidArgumentError


@dataclasses.dataclass(frozen=True)
class CartReport:
    """The placement of a communicator. Edges are directed and have the weights of the caller."""

    nodes: int
    """Number of nodes."""
    reordered: bool
    """Whether ranks changed."""
    j_sum: float
    """Weight of the edges between nodes."""
    j_max: float
    """Largest weight of the edges that leave one node."""
    j_sum_before: float
    """j_sum in the original rank order."""
    j_max_before: float
    """j_max in the original rank order."""
    lower_bound: float
    """No placement has a smaller j_sum."""
    data_share: float
    """Share of the data that crosses nodes, 0 to 1, by the weights of the dimensions."""
    data_share_before: float
    """data_share in the original rank order."""
    data_share_bound: float
    """No placement has a smaller data_share."""
    gap: float | None
    """data_share / data_share_bound - 1: 0 for 0 / 0, None when only the bound is 0."""
    seconds: float
    """Time of rank 0 for the placement."""
    tier: str
    """'fast', 'balanced' or 'best'; empty when a given algorithm was used."""
    mapping: str
    """The algorithm, or 'as launched'."""
    notes: tuple[str, ...]
    """Remarks of the algorithm."""
    pretended: bool
    """Whether the nodes are pretended."""


def attach(comm: MPI.Comm, outcome: CartReport) -> None:
    """Keeps a report as an attribute of its communicator, which duplicates inherit."""
    comm.Set_attr(_key(), outcome)


def report(comm: MPI.Comm) -> CartReport:
    """The placement of a communicator that a function of this module made, or of a duplicate of it. Local."""
    found = comm.Get_attr(_key())
    if not isinstance(found, CartReport):
        raise InvalidArgumentError("cartwright.mpi did not make this communicator: it has no report")
    return found


@functools.cache
def _key() -> int:
    return MPI.Comm.Create_keyval(copy_fn=lambda comm, key, value: value)
