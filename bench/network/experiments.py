# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The experiments of emulated.py: patterns of messages on networks, under several placements."""

import math
from dataclasses import dataclass, field
from itertools import product


@dataclass
class Experiment:
    """Messages on a network, under several placements."""

    name: str
    title: str
    network: str
    dims: str
    ranks_per_node: int
    kib: int  # of each message; for transposes, of each message of the first one
    rate: str
    # By title: MAPPING[:ROUTING][@POLICY]. Speed-ups are over the first one.
    contenders: dict[str, str]
    pattern: str = "nn"  # nn, component, hops, or transposes: all-to-alls in rows, then in columns
    periodic: bool = True
    terminal: str = ""  # the rate of the links of nodes, if it is not in proportion
    ours: list[str] = field(default_factory=lambda: ["CW", "CWI"])

    @property
    def extents(self):
        """The dims as numbers."""
        return [int(extent) for extent in self.dims.split("x")]

    @property
    def nodes(self):
        """The number of nodes of the job."""
        return math.prod(self.extents) // self.ranks_per_node

    def phases(self):
        """Lists of messages that are sent one after the other: from and to, as cells of the grid, and bytes."""
        if self.pattern == "transposes":
            return [line_messages(self.extents, dimension, self.kib * 1024) for dimension in (1, 0)]
        return [stencil_messages(self.extents, self.pattern, self.periodic, self.kib * 1024)]


def same(*names):
    """Mappings with their own names as titles."""
    return {name: name for name in names}


PERCS = "percs:supernodes=4,drawers=2,nodes=4,d-links=2"
STUDY = {
    **same("DEF", "BNM", "BDM", "BSM", "RNM", "RDM"),
    "CW": "network", "DFI": "DEF:valiant", "RDI": "RDM:valiant", "CWI": "network:valiant",
}  # fmt: skip
HILBERT = {**same("blocked", "hilbert", "random"), "CW": "network"}
VSC4 = {**same("blocked", "hyperplane", "kdtree", "strips", "nodecart", "random"), "CW": "network"}
PLACES = {
    "contiguous": "blocked@contiguous", "random nodes": "blocked@random-node", "level-spread": "blocked@level-spread",
    "connected": "blocked@connected", "CW": "network@predicted",
}  # fmt: skip
ORDERS = {"row-major": "blocked", "Morton": "morton", "random": "random", "CW": "network"}
ARIES = "aries:groups=4,chassis=2,slots=4,nodes=2"
CUBE = "cube:chassis=2,blades=4,groups=4,nodes=2"
TREE = "fat-tree:down=8x8,up=1x4"
DRAGONFLY = "dragonfly:routers=4,global=2,nodes=2,groups=8"

EXPERIMENTS = [
    Experiment("percs-4d", "A halo", PERCS, "4x4x4x2", 4, 64, "24mbit", STUDY),
    Experiment("percs-2d", "A halo", PERCS, "16x8", 4, 256, "24mbit", STUDY),
    Experiment("torus", "A halo", "torus:dims=4x4x4", "8x8", 1, 256, "10mbit", HILBERT),
    Experiment("fat-tree", "A halo", TREE, "8x8", 1, 256, "10mbit",
               {**same("blocked", "morton", "random"), "CW": "network"}),
    Experiment("dragonfly", "A halo", DRAGONFLY, "8x8", 1, 256, "10mbit", HILBERT),
    Experiment("fft-cube", "An FFT on the blades of [Aseeri2019, IV-E]", CUBE, "4x4", 1, 256, "12mbit", PLACES,
               "transposes", False, "100mbit"),
    Experiment("fft-aries", "An FFT on the wiring of a Cray XC", ARIES, "4x4", 1, 256, "12mbit", PLACES,
               "transposes", False, "100mbit"),
    Experiment("fft-orders", "Orders of the ranks of an FFT [Aseeri2019, IV-C]", ARIES, "8x8", 4, 32, "12mbit", ORDERS,
               "transposes", False),
    Experiment("vsc4-nn", "`MPI_Neighbor_alltoall` [Hunold2020]", TREE, "16x16", 4, 256, "10mbit", VSC4, "nn", False),
    Experiment("vsc4-hops", "`MPI_Neighbor_alltoall` [Hunold2020]", TREE, "16x16", 4, 256, "10mbit", VSC4, "hops", False),
    Experiment("vsc4-component", "`MPI_Neighbor_alltoall` [Hunold2020]", TREE, "16x16", 4, 256, "10mbit", VSC4,
               "component", False),
]  # fmt: skip


def offsets_of(pattern, ndims):
    """The offsets of a stencil of Cartwright."""
    along = {"nn": ndims, "hops": ndims, "component": ndims - 1}[pattern]
    steps = [(dimension, step) for dimension in range(along) for step in (1, -1)]
    if pattern == "hops":
        steps += [(0, step) for step in (2, -2, 3, -3)]
    return [tuple(step if i == dimension else 0 for i in range(ndims)) for dimension, step in steps]


def numbers_of(extents):
    """The row-major number of each cell."""
    return {cell: number for number, cell in enumerate(product(*map(range, extents)))}


def stencil_messages(extents, pattern, periodic, size):
    """The messages of a stencil."""
    number, messages = numbers_of(extents), []
    for cell, offset in product(number, offsets_of(pattern, len(extents))):
        to = tuple(coordinate + step for coordinate, step in zip(cell, offset))
        inside = tuple(coordinate % extent for coordinate, extent in zip(to, extents))
        if periodic or to == inside:
            messages.append((number[cell], number[inside], size))
    return messages


def line_messages(extents, dimension, size):
    """An all-to-all in every line of the grid along a dimension."""
    number, messages = numbers_of(extents), []
    for cell, step in product(number, range(1, extents[dimension])):
        to = list(cell)
        to[dimension] = (cell[dimension] + step) % extents[dimension]
        messages.append((number[cell], number[tuple(to)], size))
    return messages
