# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Graph communicators."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from mpi4py import MPI

from .. import _core
from ..errors import InvalidArgumentError
from ._agree import agree_on, check_intracommunicator, fingerprint, from_rank_0
from ._levels import Levels, find_levels
from ._ranks import in_new_ranks, move_to_new_ranks
from ._report import CartReport, attach
from ._settings import Settings, read_settings


@dataclasses.dataclass(frozen=True)
class _Lists:
    """The neighbors of one process."""

    sources: tuple[int, ...]
    sourceweights: tuple[int, ...] | None
    destinations: tuple[int, ...]
    destweights: tuple[int, ...] | None


@dataclasses.dataclass(frozen=True)
class _Request:
    """The arguments of one process. Only the settings must be the same on all processes."""

    lists: _Lists
    settings: Settings

    def fingerprint(self) -> int:
        """A hash of the settings."""
        return fingerprint(self.settings)


def dist_graph_create_adjacent(
    comm: MPI.Intracomm,
    sources: Sequence[int],
    destinations: Sequence[int],
    sourceweights: Sequence[int] | None = None,
    destweights: Sequence[int] | None = None,
    *,
    reorder: bool = True,
    mapping: str | None = None,
    tier: str | None = None,
    budget: float | None = None,
    seed: int | None = None,
    nodes: str | None = None,
) -> MPI.Distgraphcomm:
    """MPI_Dist_graph_create_adjacent with reordering: little weight crosses nodes, then sockets, then NUMA domains.

    Vertex i of the graph is process i of the new communicator. A graph that is a stencil on a Cartesian grid is
    recognized and placed as one. Collective over `comm`; every process gets an error, as for `cart_create`.

    Args:
        sources: ranks in `comm` that send to this vertex.
        destinations: ranks in `comm` that this vertex sends to.
        sourceweights, destweights: an integer of 0 or more for each, on all processes or on none; 1 by default.
        reorder, mapping, tier, budget, seed, nodes: as for `cart_create`.

    Returns:
        The communicator, which the caller frees; `report` returns its placement.

    Raises:
        InvalidArgumentError: an invalid rank or weight, or processes whose other arguments differ.
    """
    check_intracommunicator(comm)
    request = agree_on(
        comm,
        lambda: _Request(
            _read_lists(comm.size, sources, destinations, sourceweights, destweights),
            read_settings(reorder, mapping, tier, budget, seed, nodes),
        ),
    )
    lists = request.lists
    levels, pretended = find_levels(comm, request.settings)
    # Both ends of an edge name it. Rank 0 gets it from the sender.
    weights = lists.destweights or (1,) * len(lists.destinations)
    edges = np.array([(comm.rank, *edge) for edge in zip(lists.destinations, weights)], dtype=np.int64).reshape(-1, 3)
    gathered = comm.gather(edges, root=0)
    (stays, outcome), new_ranks = from_rank_0(comm, lambda: _place(request.settings, levels, pretended, gathered))
    placed = None if stays else in_new_ranks(comm, new_ranks)
    if placed is not None:
        # The lists of vertex i go to the process that is vertex i now.
        lists = move_to_new_ranks(lists, comm, placed)
    graph = (placed or comm).Create_dist_graph_adjacent(
        lists.sources, lists.destinations, lists.sourceweights, lists.destweights, reorder=False
    )
    if placed is not None:
        placed.Free()
    attach(graph, outcome)
    return graph


def _read_lists(
    size: int,
    sources: Sequence[int],
    destinations: Sequence[int],
    sourceweights: Sequence[int] | None,
    destweights: Sequence[int] | None,
) -> _Lists:
    for name, ranks, weights in (("source", sources, sourceweights), ("destination", destinations, destweights)):
        for rank in ranks:
            if not 0 <= rank < size:
                raise InvalidArgumentError(f"{name} {rank} is not a rank of a communicator of {size} processes")
        if weights is not None and len(weights) != len(ranks):
            raise InvalidArgumentError(f"{len(weights)} weights given for {len(ranks)} {name}s: give one for each")
        for weight in weights or ():
            if weight < 0:
                raise InvalidArgumentError(f"the weight {weight} of a {name} is negative")
    if (sourceweights is None) != (destweights is None):
        raise InvalidArgumentError("only sources or only destinations have weights: give both or none")
    integers = [None if values is None else tuple(map(int, values)) for values in (sourceweights, destweights)]
    return _Lists(tuple(map(int, sources)), integers[0], tuple(map(int, destinations)), integers[1])


def _place(
    settings: Settings, levels: Levels | None, pretended: bool, edges: list[npt.NDArray[np.int64]] | None
) -> tuple[tuple[bool, CartReport], npt.NDArray[np.int32] | None]:
    """Whether all processes keep their ranks, and the report; then the new ranks."""
    assert levels is not None and edges is not None, "rank 0 knows them"
    new_ranks, report = _core.place_graph(
        levels,
        np.concatenate(edges),
        reorder=settings.reorder,
        mapping=settings.mapping,
        tier=settings.tier,
        budget=settings.budget,
        seed=settings.seed,
    )
    return (new_ranks is None, CartReport(**report, pretended=pretended)), new_ranks
