# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Ten transforms forth and back with mpi4py-fft, on slabs or pencils."""

import sys

import numpy
from mpi4py import MPI
from mpi4py_fft import PFFT, newDistArray

world = MPI.COMM_WORLD
side = max(64, world.size)  # a plane for each process
shape = (side, side, 64)
transform = PFFT(world, shape, axes=(0, 1, 2), dtype="d", slab=sys.argv[1] == "slab")
field = newDistArray(transform, False)
axes = numpy.meshgrid(*(numpy.arange(extent)[part] for extent, part in zip(shape, field.local_slice())), indexing="ij")
field[:] = numpy.sin(axes[0] + 0.3 * axes[1] ** 2 - 0.7 * axes[2]) + axes[2]
for _ in range(10):
    spectrum = transform.forward(field)
    field = transform.backward(spectrum, field)
energy = world.allreduce(float(numpy.sum(field**2)))
if world.rank == 0:
    print("grid", [comm.size for comm in transform.subcomm])
    print(f"energy {energy:.12e}")
