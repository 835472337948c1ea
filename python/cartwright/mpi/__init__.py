# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Cartesian and graph communicators of mpi4py, with neighbors on the same node.

>>> from mpi4py import MPI
>>> from cartwright.mpi import cart_create, report
>>> cart = cart_create(MPI.COMM_WORLD, ndims=2, periods=[True, False])
>>> report(cart).nodes >= 1
True

It works with every MPI that mpi4py supports, and gives the same ranks as the functions of cartwright/mpix.h. Rank 0
computes the placement, with time and memory in proportion to the number of processes.
"""

from .. import _mpi4py  # noqa: F401
from ._cart import cart_create
from ._graph import dist_graph_create_adjacent
from ._ranks import move_to_new_ranks, move_to_old_ranks, translate_ranks
from ._report import CartReport, report

__all__ = [
    "CartReport",
    "cart_create",
    "dist_graph_create_adjacent",
    "move_to_new_ranks",
    "move_to_old_ranks",
    "report",
    "translate_ranks",
]
