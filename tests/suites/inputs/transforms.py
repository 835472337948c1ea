# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Distributed transforms with mpi4py-fft: prints sums that do not depend on how the array is divided."""

import itertools

import numpy
from mpi4py import MPI
from mpi4py_fft import PFFT, newDistArray

world = MPI.COMM_WORLD
for shape, kind, slab in itertools.product([(24, 20, 18), (13, 17, 11)], "dD", [True, False]):
    transform = PFFT(world, shape, axes=(0, 1, 2), dtype=kind, slab=slab)
    field = newDistArray(transform, False)
    axes = numpy.meshgrid(*(numpy.arange(n)[part] for n, part in zip(shape, field.local_slice())), indexing="ij")
    field[:] = numpy.sin(axes[0] + 0.3 * axes[1] ** 2 - 0.7 * axes[2]) + axes[2]
    before = field.copy()
    spectrum = transform.forward(field)
    energy = world.allreduce(float(numpy.sum(numpy.abs(spectrum) ** 2)))
    error = world.allreduce(float(numpy.max(numpy.abs(transform.backward(spectrum) - before))), op=MPI.MAX)
    if world.rank == 0:
        print(
            shape,
            kind,
            "slab" if slab else "pencil",
            f"energy {energy:.12e}",
            "restored" if error < 1e-10 else f"error {error}",
        )
