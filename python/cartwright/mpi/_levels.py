# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The nodes, sockets and NUMA domains of the processes of a communicator."""

from __future__ import annotations

import warnings

import numpy as np
import numpy.typing as npt
from mpi4py import MPI

from .. import _core
from ..errors import CartwrightError, InvalidArgumentError
from ._agree import from_rank_0
from ._ranks import translate_ranks
from ._settings import Settings

Levels = list[tuple[str, npt.NDArray[np.int32]]]
"""Outermost first: a name, and for each rank the number of its domain."""


def find_levels(comm: MPI.Intracomm, settings: Settings) -> tuple[Levels | None, bool]:
    """The levels, on rank 0, and whether they are pretended. Collective."""
    if settings.nodes:
        pretended, levels = from_rank_0(comm, lambda: _pretend(comm, settings))
        if pretended:
            return levels, True
    return _discover(comm), False


def _pretend(comm: MPI.Intracomm, settings: Settings) -> tuple[bool, Levels | None]:
    """Whether to use the pretended nodes, and their levels."""
    try:
        return True, _pretended_levels(comm, settings.nodes)
    except CartwrightError as error:
        if settings.nodes_required:
            raise
        warnings.warn(f"CARTWRIGHT_NODES={settings.nodes}: {error}: using the real nodes", stacklevel=6)
        return False, None


def _pretended_levels(comm: MPI.Intracomm, text: str) -> Levels:
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
        # In each round every node with a free slot gets one process.
        sizes = machine.node_sizes
        first = np.repeat(np.cumsum(sizes) - sizes, sizes)
        slots = np.lexsort((slots, slots - first))
    return [
        (level.name, np.searchsorted(np.cumsum(level.sizes), slots[ranks], side="right").astype(np.int32))
        for level in machine.levels
    ]


def _discover(comm: MPI.Intracomm) -> Levels | None:
    """The levels of hardware of the processes, on rank 0. Collective."""
    names, domains = [], []
    outer: MPI.Comm = comm
    for name, kind, info in _hardware_types():
        part = outer.Split_type(kind, comm.rank, info)
        if info != MPI.INFO_NULL:
            info.Free()
        # Processes that are in no part form one together.
        left_over = part == MPI.COMM_NULL
        if outer.allreduce(left_over, MPI.LOR):
            rest = outer.Split(0 if left_over else MPI.UNDEFINED, comm.rank)
            part = rest if left_over else part
        if outer is not comm:
            outer.Free()
        names.append(name)
        domains.append(part.allreduce(comm.rank, MPI.MIN))  # a domain is numbered by its lowest rank
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
        # OMPI_COMM_TYPE_SOCKET and OMPI_COMM_TYPE_NUMA, for which mpi4py has no names.
        types += [("socket", 6, MPI.INFO_NULL), ("numa", 7, MPI.INFO_NULL)]
    elif MPI.Get_version() >= (4, 0):
        prefix = "hwloc://" if MPI.Get_version() >= (4, 1) else ""
        for name, resource in (("socket", "Package"), ("numa", "NUMANode")):
            info = MPI.Info.Create()
            info.Set("mpi_hw_resource_type", prefix + resource)
            types.append((name, MPI.COMM_TYPE_HW_GUIDED, info))
    return types
