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
    """What one process asks for."""

    dims: tuple[int, ...]
    periods: tuple[bool, ...]
    weights: tuple[float, ...] | None
    stencil: _core.Stencil | None
    settings: Settings

    @property
    def weighted(self) -> bool:
        """Are dims to be chosen, and data to be counted instead of messages?"""
        return self.weights is not None or 0 in self.dims

    def fingerprint(self) -> int:
        """Equal exactly when all arguments are."""
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
    """Makes a Cartesian communicator and places its processes so that little of their communication crosses nodes.

    Collective over `comm`. When the arguments of one process cannot be used, or differ, every process gets the error.

    With all of `dims` given and no weights this is MPI_Cart_create(reorder=1), which then really reorders, or
    MPIX_Cart_stencil_comm. Otherwise it is MPIX_Cart_weighted_create: dims are chosen so that the least data crosses
    nodes, then sockets, then NUMA domains.

    Args:
        comm: ranks of a node need not be consecutive, and nodes may hold different numbers of processes.
        dims: sizes, row-major; those of 0 are chosen. When none is, they may hold fewer processes than there are: those
            of the highest ranks then get MPI.COMM_NULL.
        ndims: number of dimensions, in place of dims that are all to be chosen.
        periods: is this dimension a ring? One value for each, or one for all; none by default.
        weights: cost of all communication along each dimension, 0 or more, in any unit: data of g elements along a
            dimension and a halo that is h wide have the weight h / g. Equal ones by default.
        stencil: along what the processes communicate, where that is not what the weights stand for: what
            `cartwright.Stencil` takes. Nearest neighbours by default.
        reorder: False keeps the ranks; the report still says what they cost.
        mapping: an algorithm by its name ('auto' by default); tier, budget, seed: as for `cartwright.map`.
        nodes: nodes to pretend, '8x6', or 'cyclic:8x6' to deal the processes out to them in turn; they count the ranks
            of MPI.COMM_WORLD where they hold as many, else those of `comm`.

    What is not given is taken from CARTWRIGHT_STENCIL, CARTWRIGHT_MAPPING, CARTWRIGHT_TIER, CARTWRIGHT_BUDGET,
    CARTWRIGHT_SEED, CARTWRIGHT_NODES and CARTWRIGHT_REORDER, as for C.

    Returns:
        The communicator, which the caller frees.

    Raises:
        InvalidArgumentError: what cannot be used, processes that disagree, an intercommunicator.
        ParseError: a stencil or nodes that are malformed.
    """
    check_intracommunicator(comm)
    request = agree_on(
        comm,
        lambda: _read_request(
            dims, ndims, periods, weights, stencil, read_settings(reorder, mapping, tier, budget, seed, nodes)
        ),
    )
    levels, pretended = find_levels(comm, request.settings)
    (chosen, stays, told), new_ranks = from_rank_0(comm, lambda: _place(request, levels, pretended))
    if stays:
        cart = comm.Create_cart(chosen, request.periods, reorder=False)
    else:
        placed = in_new_ranks(comm, new_ranks)
        if placed is None:
            return MPI.Cartcomm()
        cart = placed.Create_cart(chosen, request.periods, reorder=False)
        placed.Free()
    if cart != MPI.COMM_NULL:
        attach(cart, told)
    return cart


def _read_request(
    dims: Sequence[int] | None,
    ndims: int | None,
    periods: bool | Sequence[bool] | None,
    weights: Sequence[float] | None,
    stencil: _StencilLike | None,
    settings: Settings,
) -> _Request:
    """Checks what can be checked without the others. Raises what cannot be used."""
    if dims is None and ndims is None:
        raise InvalidArgumentError("neither dims nor ndims is given: give ndims, or dims with 0 for those to be chosen")
    if ndims is not None and (ndims < 0 or (dims is not None and len(dims) != ndims)):
        raise InvalidArgumentError(f"ndims is {ndims}, the dims are {dims}: leave one of them out")
    sizes = tuple(int(dim) for dim in dims) if dims is not None else (0,) * (ndims or 0)
    if periods is None or isinstance(periods, (bool, np.bool_)):
        rings = (bool(periods),) * len(sizes)
    else:
        rings = tuple(bool(period) for period in periods)
    named = stencil if stencil is not None else variable("STENCIL")
    if named is not None and not isinstance(named, _core.Stencil):
        named = _core.Stencil(named, ndims=len(sizes))
    _core.Grid([max(dim, 1) if dim >= 0 else dim for dim in sizes], rings)  # raises what no grid can be
    return _Request(
        dims=sizes,
        periods=rings,
        weights=None if weights is None else tuple(float(weight) for weight in weights),
        stencil=named,
        settings=settings,
    )


def _place(
    request: _Request, levels: Levels | None, pretended: bool
) -> tuple[tuple[tuple[int, ...], bool, CartReport], npt.NDArray[np.int32] | None]:
    """Dims, whether all processes keep their ranks, and the report; then the new ranks."""
    assert levels is not None, "rank 0 knows them"
    dims, new_ranks, told = _core.place_ranks(
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
    return (dims, new_ranks is None, CartReport(**told, pretended=pretended)), new_ranks
