# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Cartesian communicators."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Union

import numpy as np
import numpy.typing as npt
from mpi4py import MPI

from .. import _core
from ..errors import InvalidArgumentError
from ._agree import agree_on, check_intracommunicator, fingerprint, from_rank_0
from ._levels import Levels, find_levels
from ._ranks import in_new_ranks
from ._report import CartReport, attach
from ._settings import Settings, read_settings, variable

_StencilLike = Union[_core.Stencil, str, Sequence[Sequence[int]]]


@dataclasses.dataclass(frozen=True)
class _Request:
    """The arguments of one process."""

    dims: tuple[int, ...]
    periods: tuple[bool, ...]
    weights: tuple[float, ...] | None
    stencil: _core.Stencil | None
    settings: Settings

    @property
    def weighted(self) -> bool:
        """Whether dims are chosen, and data is counted instead of messages."""
        return self.weights is not None or 0 in self.dims

    def fingerprint(self) -> int:
        """A hash of all arguments."""
        stencil = self.stencil and (self.stencil.offsets.tolist(), self.stencil.weights.tolist())
        return fingerprint(self.dims, self.periods, self.weights, stencil, self.settings)


def cart_create(
    comm: MPI.Intracomm,
    dims: Sequence[int] | None = None,
    ndims: int | None = None,
    periods: bool | Sequence[bool] | None = None,
    *,
    weights: Sequence[float] | None = None,
    stencil: _StencilLike | None = None,
    reorder: bool = True,
    mapping: str | None = None,
    tier: str | None = None,
    budget: float | None = None,
    seed: int | None = None,
    nodes: str | None = None,
) -> MPI.Cartcomm:
    """Makes a Cartesian communicator and places its processes: little of their communication crosses nodes.

    Collective over `comm`. When the arguments of one process are invalid, or differ, every process gets the error.

    With all `dims` given and no weights this is MPI_Cart_create with reordering, or MPIX_Cart_stencil_comm. Otherwise
    it is MPIX_Cart_weighted_create: it chooses the dims with the least data between nodes, then between sockets, then
    between NUMA domains.

    Args:
        comm: ranks of a node need not be consecutive, and nodes may hold different numbers of processes.
        dims: sizes, row-major; sizes of 0 are chosen. Given sizes may hold fewer processes than `comm`: the processes
            with the highest ranks then get MPI.COMM_NULL.
        ndims: number of dimensions, in place of dims that are all 0.
        periods: whether each dimension is periodic: one value for each, or one for all; False by default.
        weights: cost of all communication along each dimension, 0 or more, in any unit. A halo of width h on g elements
            has the weight h / g. All equal by default.
        stencil: the communication stencil, as for `cartwright.Stencil`, when the weights do not describe it. Nearest
            neighbors by default.
        reorder: False keeps the ranks; the report still contains their cost.
        mapping: an algorithm by its name ('auto' by default); tier, budget, seed: as for `cartwright.map`.
        nodes: pretended nodes: '8x6', or 'cyclic:8x6' to assign the processes to them in turn. They hold the ranks of
            MPI.COMM_WORLD when they have as many slots, else those of `comm`.

    Arguments that are not given are taken from CARTWRIGHT_STENCIL, CARTWRIGHT_MAPPING, CARTWRIGHT_TIER,
    CARTWRIGHT_BUDGET, CARTWRIGHT_SEED, CARTWRIGHT_NODES and CARTWRIGHT_REORDER, as for C.

    Returns:
        The communicator, which the caller frees.

    Raises:
        InvalidArgumentError: an invalid value, processes that disagree, an intercommunicator.
        ParseError: a malformed stencil, or malformed nodes.
    """
    check_intracommunicator(comm)
    request = agree_on(
        comm,
        lambda: _read_request(
            dims, ndims, periods, weights, stencil, read_settings(reorder, mapping, tier, budget, seed, nodes)
        ),
    )
    levels, pretended = find_levels(comm, request.settings)
    (chosen, stays, outcome), new_ranks = from_rank_0(comm, lambda: _place(request, levels, pretended))
    if stays:
        cart = comm.Create_cart(chosen, request.periods, reorder=False)
    else:
        placed = in_new_ranks(comm, new_ranks)
        if placed is None:
            return MPI.Cartcomm()
        cart = placed.Create_cart(chosen, request.periods, reorder=False)
        placed.Free()
    if cart != MPI.COMM_NULL:
        attach(cart, outcome)
    return cart


def _read_request(
    dims: Sequence[int] | None,
    ndims: int | None,
    periods: bool | Sequence[bool] | None,
    weights: Sequence[float] | None,
    stencil: _StencilLike | None,
    settings: Settings,
) -> _Request:
    """Checks the arguments of this process. Raises an error for those that are invalid."""
    if dims is None and ndims is None:
        raise InvalidArgumentError("neither dims nor ndims is given: give ndims, or dims with 0 for sizes to choose")
    if ndims is not None and (ndims < 0 or (dims is not None and len(dims) != ndims)):
        raise InvalidArgumentError(f"ndims is {ndims}, the dims are {dims}: leave one of them out")
    sizes = tuple(int(dim) for dim in dims) if dims is not None else (0,) * (ndims or 0)
    if periods is None or isinstance(periods, (bool, np.bool_)):
        periodic = (bool(periods),) * len(sizes)
    else:
        periodic = tuple(bool(period) for period in periods)
    named = stencil if stencil is not None else variable("STENCIL")
    if named is not None and not isinstance(named, _core.Stencil):
        named = _core.Stencil(named, ndims=len(sizes))
    _core.Grid([max(dim, 1) if dim >= 0 else dim for dim in sizes], periodic)  # raises for an invalid grid
    return _Request(
        dims=sizes,
        periods=periodic,
        weights=None if weights is None else tuple(float(weight) for weight in weights),
        stencil=named,
        settings=settings,
    )


def _place(
    request: _Request, levels: Levels | None, pretended: bool
) -> tuple[tuple[tuple[int, ...], bool, CartReport], npt.NDArray[np.int32] | None]:
    """The dims, whether all processes keep their ranks, and the report; then the new ranks."""
    assert levels is not None, "rank 0 knows them"
    dims, new_ranks, report = _core.place_ranks(
        levels,
        request.dims,
        request.periods,
        request.weights,
        weighted=request.weighted,
        stencil=request.stencil,
        reorder=request.settings.reorder,
        mapping=request.settings.mapping,
        tier=request.settings.tier,
        budget=request.settings.budget,
        seed=request.settings.seed,
    )
    return (dims, new_ranks is None, CartReport(**report, pretended=pretended)), new_ranks
