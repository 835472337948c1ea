# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Poisson's equation on a rectangle, in parallel, by numpy and mpi4py; Cartwright places the processes.

usage: mpirun -n 12 python poisson.py [ROWS COLUMNS]

The cells are divided between processes; each keeps its part with a halo of one cell and sends its edges to its four
neighbors before every sweep. The dims follow the shape of the rectangle, and the ranks the nodes: as little data as
possible leaves a node. Only `cart_create` knows of that. Try it on pretended nodes:
CARTWRIGHT_NODES=cyclic:3x4 mpirun -n 12 python examples/poisson.py
"""

import sys

import numpy as np
from mpi4py import MPI

from cartwright.mpi import cart_create, report

SWEEPS = 200


def part(cells, parts, index):
    """The cells of part number `index`."""
    return slice(cells * index // parts, cells * (index + 1) // parts)


def exchange_halo(cart, u):
    """Sends the outermost cells to the neighbors, and receives theirs in the halo."""
    for axis in (0, 1):
        here = np.moveaxis(u, axis, 0)
        before, after = cart.Shift(axis, 1)
        for to, edge, source, halo in ((before, 1, after, -1), (after, -2, before, 0)):
            received = np.empty_like(here[halo], order="C")
            cart.Sendrecv(np.ascontiguousarray(here[edge]), to, recvbuf=received, source=source)
            if source != MPI.PROC_NULL:
                here[halo] = received


def sweep(cart, u, f):
    """One Jacobi iteration for -(laplacian of u) = f with u = 0 at the border."""
    exchange_halo(cart, u)
    u[1:-1, 1:-1] = (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] + f) / 4


def main():
    shape = tuple(int(cells) for cells in sys.argv[1:3]) or (36, 18)
    # The cost of cutting a dimension is inversely proportional to its cells.
    cart = cart_create(MPI.COMM_WORLD, ndims=2, weights=[1 / cells for cells in shape])
    own = tuple(part(cells, dim, at) for cells, dim, at in zip(shape, cart.dims, cart.coords))

    # The solution is one wave along each dimension, which the five-point operator only scales.
    solution = np.outer(*(np.sin(np.pi * np.arange(1, cells + 1) / (cells + 1)) for cells in shape))
    scale = sum(2 - 2 * np.cos(np.pi / (cells + 1)) for cells in shape)
    u = np.pad(np.zeros_like(solution[own]), 1)
    for _ in range(SWEEPS):
        sweep(cart, u, scale * solution[own])

    # An error of this form shrinks by the same factor in every sweep: any other result is a bug in the halos.
    error = cart.allreduce(np.abs(solution[own] - u[1:-1, 1:-1]).max(initial=0), MPI.MAX)
    expected = (1 - scale / 4) ** SWEEPS * solution.max()
    if cart.rank == 0:
        placed = report(cart)
        print(f"{shape[0]} x {shape[1]} cells on {cart.dims[0]} x {cart.dims[1]} processes, {placed.nodes} nodes")
        print(
            f"data that crosses nodes: {placed.data_share_before:.1%} as launched, {placed.data_share:.1%} now "
            f"({placed.mapping}), never below {placed.data_share_bound:.1%}"
        )
        print(f"after {SWEEPS} sweeps the error is {error:.6f}, expected {expected:.6f}")
    cart.Free()
    if abs(error - expected) > 1e-9:
        sys.exit("poisson.py: the result is wrong")


main()
