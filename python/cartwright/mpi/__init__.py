# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Communicators whose processes lie where their neighbours are, by mpi4py.

>>> from mpi4py import MPI
>>> from cartwright.mpi import cart_create, report
>>> cart = cart_create(MPI.COMM_WORLD, ndims=2, periods=[True, False])
>>> report(cart).nodes >= 1
True

It works with whichever MPI mpi4py works with, and gives the same ranks as the functions of cartwright/mpix.h. What it
needs beyond that MPI is in Cartwright's own core: rank 0 decides, with time and memory in proportion to the number of
processes.
"""

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
