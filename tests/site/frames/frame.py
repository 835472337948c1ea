# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""What the blocks of Python in README.md and docs take as given."""

import numpy as np
from mpi4py import MPI

import cartwright
import cartwright.fft
import cartwright.halo

Halo, HaloArray, HaloCart = cartwright.halo.Halo, cartwright.halo.HaloArray, cartwright.halo.HaloCart

rows, columns = 96, 384
nx = ny = nz = 8
i = j = k = 1
steps = 2
dims = [1, 1, 1]
cart = MPI.COMM_WORLD.Create_cart(dims, periods=[True] * 3)
array = np.zeros((64, 64, 64))


def f(x, y, z):
    return np.sin(x) * np.cos(y) + z
