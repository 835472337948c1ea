# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Cartesian communicators whose processes lie where their neighbours are, by mpi4py.

>>> from mpi4py import MPI
>>> from cartwright.mpi import cart_create, report
>>> cart = cart_create(MPI.COMM_WORLD, ndims=2, periods=[True, False])
>>> report(cart).nodes >= 1
True

It works with whichever MPI mpi4py works with, and gives the same ranks as the functions of cartwright/mpix.h. What it
needs beyond that MPI is in Cartwright's own core: rank 0 decides, with time and memory in proportion to the number of
processes.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import os
import warnings
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, Union, cast

import numpy as np
import numpy.typing as npt
from mpi4py import MPI
from mpi4py.util import pkl5

from . import _core
from .errors import CartwrightError, InvalidArgumentError

__all__ = ["CartReport", "cart_create", "move_to_new_ranks", "move_to_old_ranks", "report", "translate_ranks"]

_StencilLike = Union[_core.Stencil, str, Sequence[Sequence[int]]]
_Levels = list[tuple[str, npt.NDArray[np.int32]]]
_Shared = TypeVar("_Shared")
_Own = TypeVar("_Own")


@dataclasses.dataclass(frozen=True)
class CartReport:
    """What became of a communicator that `cart_create` made. Edges are directed and have the weights of the stencil."""

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


@dataclasses.dataclass(frozen=True)
class _Request:
    """What one process asks for, with nothing left to the environment."""

    dims: tuple[int, ...]
    periods: tuple[bool, ...]
    weights: tuple[float, ...] | None
    stencil: _core.Stencil | None
    reorder: bool
    mapping: str
    tier: str | None
    budget: float | None
    seed: int
    nodes: str
    nodes_demanded: bool

    @property
    def weighted(self) -> bool:
        """Are dims to be chosen, and data to be counted instead of messages?"""
        return self.weights is not None or 0 in self.dims

    def fingerprint(self) -> int:
        """Equal, but for chance, exactly when all arguments are: 62 bits."""
        stencil = self.stencil and (self.stencil.offsets.tolist(), self.stencil.weights.tolist())
        text = repr((dataclasses.replace(self, stencil=None), stencil))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 2


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
    if not isinstance(comm, MPI.Intracomm) or comm == MPI.COMM_NULL:
        raise InvalidArgumentError(f"{comm!r} is no intracommunicator: give one, such as MPI.COMM_WORLD")
    request = _agree_on(
        comm,
        lambda: _read_request(dims, ndims, periods, weights, stencil, reorder, mapping, tier, budget, seed, nodes),
    )
    pretended, levels = _from_rank_0(comm, lambda: _pretend(comm, request)) if request.nodes else (False, None)
    if not pretended:
        levels = _discover(comm)
    (chosen, stays, told), new_ranks = _from_rank_0(comm, lambda: _place(request, levels, pretended))
    cart = _make(comm, chosen, request.periods, stays, new_ranks)
    if cart != MPI.COMM_NULL:
        cart.Set_attr(_report_key(), told)
    return cart


def report(cart: MPI.Comm) -> CartReport:
    """What became of a communicator that `cart_create` made, or of a duplicate of it. Local."""
    found = cart.Get_attr(_report_key())
    if not isinstance(found, CartReport):
        raise InvalidArgumentError("cartwright.mpi.cart_create did not make this communicator: it has no report")
    return found


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


def _read_request(
    dims: Sequence[int] | None,
    ndims: int | None,
    periods: bool | Sequence[bool] | None,
    weights: Sequence[float] | None,
    stencil: _StencilLike | None,
    reorder: bool,
    mapping: str | None,
    tier: str | None,
    budget: float | None,
    seed: int | None,
    nodes: str | None,
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
    named = stencil if stencil is not None else os.environ.get("CARTWRIGHT_STENCIL") or None
    if named is not None and not isinstance(named, _core.Stencil):
        named = _core.Stencil(named, ndims=len(sizes))
    variables = {name: os.environ.get(f"CARTWRIGHT_{name}") or None for name in ("BUDGET", "SEED", "REORDER")}
    try:
        budget = budget if budget is not None else variables["BUDGET"] and float(variables["BUDGET"])
        seed = seed if seed is not None else int(variables["SEED"] or 0)
    except ValueError as error:
        raise InvalidArgumentError(f"CARTWRIGHT_BUDGET or CARTWRIGHT_SEED: {error}") from None
    request = _Request(
        dims=sizes,
        periods=rings,
        weights=None if weights is None else tuple(float(weight) for weight in weights),
        stencil=named,
        reorder=bool(reorder) and variables["REORDER"] not in ("off", "0", "false"),
        mapping=mapping or os.environ.get("CARTWRIGHT_MAPPING") or "auto",
        tier=tier or os.environ.get("CARTWRIGHT_TIER") or None,
        budget=budget,
        seed=seed,
        nodes=nodes or os.environ.get("CARTWRIGHT_NODES") or "",
        nodes_demanded=bool(nodes),
    )
    _core.Grid([max(dim, 1) if dim >= 0 else dim for dim in sizes], rings)  # raises what no grid can be
    return request


def _agree_on(comm: MPI.Intracomm, read: Callable[[], _Request]) -> _Request:
    """What this process asks for. Raises on every process when one cannot say, or when they disagree."""
    failure: Exception | None = None
    fingerprint = 0
    try:
        request = read()
        fingerprint = request.fingerprint()
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
    return request


def _from_rank_0(comm: MPI.Intracomm, work: Callable[[], tuple[_Shared, _Own]]) -> tuple[_Shared, _Own | None]:
    """Rank 0 works for all: every process gets the first result, rank 0 also the second; or its exception."""
    shared: _Shared | None = None
    own: _Own | None = None
    failure: Exception | None = None
    if comm.rank == 0:
        try:
            shared, own = work()
        except Exception as error:
            failure = error
    shared, told = comm.bcast((shared, failure), root=0)
    if told is not None:
        raise failure or told
    return cast(_Shared, shared), own


def _place(
    request: _Request, levels: _Levels | None, pretended: bool
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
        reorder=request.reorder,
        mapping=request.mapping,
        tier=request.tier,
        budget=request.budget,
        seed=request.seed,
    )
    return (dims, new_ranks is None, CartReport(**told, pretended=pretended)), new_ranks


def _pretend(comm: MPI.Intracomm, request: _Request) -> tuple[bool, _Levels | None]:
    """Whether pretended nodes are to be used, and their levels."""
    try:
        return True, _pretended_levels(comm, request.nodes)
    except CartwrightError as error:
        if request.nodes_demanded:
            raise
        warnings.warn(f"CARTWRIGHT_NODES={request.nodes}: {error}: using the real nodes", stacklevel=5)
        return False, None


def _pretended_levels(comm: MPI.Intracomm, text: str) -> _Levels:
    cyclic = text.startswith("cyclic:")
    machine = _core.Machine(text[len("cyclic:") :] if cyclic else text)
    if machine.size == MPI.COMM_WORLD.size:
        ranks = np.array(translate_ranks(comm, range(comm.size), MPI.COMM_WORLD))
    elif machine.size == comm.size:
        ranks = np.arange(comm.size)
    else:
        raise InvalidArgumentError(f"nodes {text} hold {machine.size} processes, the communicator has {comm.size}")
    slots = np.arange(machine.size)
    if cyclic:
        # Rounds in which every node that has room left gets one process.
        sizes = machine.node_sizes
        first = np.repeat(np.cumsum(sizes) - sizes, sizes)
        slots = np.lexsort((slots, slots - first))
    return [
        (level.name, np.searchsorted(np.cumsum(level.sizes), slots[ranks], side="right").astype(np.int32))
        for level in machine.levels
    ]


def _discover(comm: MPI.Intracomm) -> _Levels | None:
    """The levels of hardware on which the processes stand, on rank 0. Collective."""
    names, domains = [], []
    outer: MPI.Comm = comm
    for name, kind, info in _hardware_types():
        part = outer.Split_type(kind, comm.rank, info)
        if info != MPI.INFO_NULL:
            info.Free()
        # Those whom it puts in no part are in one together.
        left_over = part == MPI.COMM_NULL
        if outer.allreduce(left_over, MPI.LOR):
            rest = outer.Split(0 if left_over else MPI.UNDEFINED, comm.rank)
            part = rest if left_over else part
        if outer is not comm:
            outer.Free()
        names.append(name)
        domains.append(part.allreduce(comm.rank, MPI.MIN))  # a domain goes by the lowest rank in it
        outer = part
    outer.Free()
    table = np.empty((comm.size, len(names)), dtype=np.int32) if comm.rank == 0 else None
    comm.Gather(np.array(domains, dtype=np.int32), table, root=0)
    if table is None:
        return None
    return [(name, np.ascontiguousarray(table[:, level])) for level, name in enumerate(names)]


def _hardware_types() -> list[tuple[str, int, MPI.Info]]:
    """Nodes, sockets and NUMA domains for MPI_Comm_split_type, as far as the MPI in use knows them."""
    types = [("node", MPI.COMM_TYPE_SHARED, MPI.INFO_NULL)]
    if MPI.get_vendor()[0] == "Open MPI":
        # OMPI_COMM_TYPE_SOCKET and OMPI_COMM_TYPE_NUMA, which mpi4py has no names for.
        types += [("socket", 6, MPI.INFO_NULL), ("numa", 7, MPI.INFO_NULL)]
    elif MPI.Get_version() >= (4, 0):
        prefix = "hwloc://" if MPI.Get_version() >= (4, 1) else ""
        for name, resource in (("socket", "Package"), ("numa", "NUMANode")):
            info = MPI.Info.Create()
            info.Set("mpi_hw_resource_type", prefix + resource)
            types.append((name, MPI.COMM_TYPE_HW_GUIDED, info))
    return types


def _make(
    comm: MPI.Intracomm,
    dims: Sequence[int],
    periods: Sequence[bool],
    stays: bool,
    new_ranks: npt.NDArray[np.int32] | None,
) -> MPI.Cartcomm:
    """The communicator of these dims in which processes have the ranks that rank 0 knows."""
    if stays:
        return comm.Create_cart(dims, periods, reorder=False)
    mine = np.empty(1, dtype=np.int32)
    comm.Scatter(new_ranks, mine, root=0)
    placed = comm.Split(MPI.UNDEFINED if mine[0] < 0 else 0, max(int(mine[0]), 0))
    if placed == MPI.COMM_NULL:
        return MPI.Cartcomm()
    assert isinstance(placed, MPI.Intracomm)
    try:
        return placed.Create_cart(dims, periods, reorder=False)
    finally:
        placed.Free()


@functools.lru_cache(maxsize=None)
def _report_key() -> int:
    """Reports hang on their communicators, and duplicates have them too."""
    return MPI.Comm.Create_keyval(copy_fn=lambda comm, key, value: value)
