# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The Taylor-Green vortex by shenfun, ten steps of Runge and Kutta on pencils."""

import numpy
from mpi4py import MPI
from shenfun import Array, Function, FunctionSpace, TensorProductSpace, VectorSpace

comm, n = MPI.COMM_WORLD, 32
bases = [FunctionSpace(n, "F", dtype="D"), FunctionSpace(n, "F", dtype="D"), FunctionSpace(n, "F", dtype="d")]
space = TensorProductSpace(comm, bases, slab=False)
vectors = VectorSpace(space)
x, waves = space.local_mesh(True), numpy.array(numpy.broadcast_arrays(*space.local_wavenumbers(True)), dtype=float)
square = numpy.sum(waves**2, axis=0)
over = waves / numpy.where(square == 0, 1, square)
u = Array(vectors)
u[0] = numpy.sin(x[0]) * numpy.cos(x[1]) * numpy.cos(x[2])
u[1] = -numpy.cos(x[0]) * numpy.sin(x[1]) * numpy.cos(x[2])
hat = Function(vectors)
hat = vectors.forward(u, hat)


def rate(hat):
    """The convection, projected onto fields without divergence, and the diffusion."""
    u, curl, change = Array(vectors), Array(vectors), Function(vectors)
    u = vectors.backward(hat, u)
    curl_hat = Function(vectors)
    curl_hat[:] = 1j * numpy.cross(waves, hat, axis=0)
    curl = vectors.backward(curl_hat, curl)
    product = Array(vectors)
    product[:] = numpy.cross(u, curl, axis=0)
    change = vectors.forward(product, change)
    change -= numpy.sum(change * over, axis=0) * waves
    return change - 0.01 * square * hat


for _ in range(10):
    half = hat + 0.005 * rate(hat)
    hat = hat + 0.01 * rate(half)
u = vectors.backward(hat, u)
energy = comm.allreduce(float(numpy.sum(u**2))) / n**3
if comm.rank == 0:
    print(f"energy {energy:.10e}")
