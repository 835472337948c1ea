# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""A Laplacian, applied 100 times to an array that is divided among a grid of processes."""

import mpiarray
from mpi4py import MPI

field = mpiarray.fromfunction(lambda i, j: (i * 7 + j * 3) % 11.0, (512, 512), split=(0, 1), halo=1)
for _ in range(100):
    field.update_halos()
    whole = field.local_with_halos
    field.local[...] = 0.2 * (
        whole[1:-1, 1:-1] + whole[:-2, 1:-1] + whole[2:, 1:-1] + whole[1:-1, :-2] + whole[1:-1, 2:]
    )
sums = field.sum(), (field * field).sum()
if MPI.COMM_WORLD.rank == 0:
    print("grid", field.layout.process_grid)
    print(f"sum {sums[0]:.10e} of squares {sums[1]:.10e}")
