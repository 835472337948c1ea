# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Under the interposer, with CARTWRIGHT_NODES=cyclic:2x2: the process has one MPI, its own, and a line of processes is reordered."""

import os
import re
import sys

from mpi4py import MPI

with open("/proc/self/maps") as maps:
    libraries = {os.path.realpath(line.split()[-1]) for line in maps if re.search(r"/libmpi(ch|_abi)?\.so", line)}
if len(libraries) != 1:
    sys.exit(f"{len(libraries)} MPIs are mapped: {sorted(libraries)}")

world = MPI.COMM_WORLD
cart = world.Create_cart([4], periods=[False], reorder=True)
ranks = world.allgather(cart.Get_rank())
if sorted(ranks) != list(range(4)) or ranks == list(range(4)):
    sys.exit(f"the interposer did not reorder: {ranks}")
