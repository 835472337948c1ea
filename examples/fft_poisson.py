# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Poisson's equation in a box, in parallel, solved directly by transforms along its axes.

usage: mpirun -n 4 python fft_poisson.py [BASIS [SIZE ...]], for example SFF 64 48 48; sizes of 24 resolve the solution

The basis says what holds at the walls of each axis: F is periodic, S keeps the solution at 0 (sines), C keeps it level
(cosines). Along the waves of such a basis a derivative is a multiplication; so the whole of the work is a transform
forward, a division, and the way back. Every process keeps its part of the box; the plan chooses which, and moves data.
"""

import math
import sys

import numpy as np
from mpi4py import MPI

from cartwright.fft import Plan, inverse_laplacian

# A function for each basis, and its second derivative. It is not a single wave: all coefficients are used.
WAVES = {
    "F": (lambda x: np.exp(np.cos(x)), lambda x: np.exp(np.cos(x)) * (np.sin(x) ** 2 - np.cos(x))),
    "S": (
        lambda x: np.exp(np.cos(x)) * np.sin(x),
        lambda x: np.exp(np.cos(x)) * np.sin(x) * (np.sin(x) ** 2 - 3 * np.cos(x) - 1),
    ),
}
WAVES["C"] = WAVES["F"]


def mean(comm, u, points):
    """Over all points of the box."""
    return comm.allreduce(u.sum(), MPI.SUM) / points


def main():
    comm = MPI.COMM_WORLD
    basis = sys.argv[1] if len(sys.argv) > 1 else "SFF"
    shape = [int(size) for size in sys.argv[2:]] or [64] * len(basis)
    if any(letter not in WAVES for letter in basis):
        sys.exit(f"fft_poisson.py: the basis {basis} has other letters than F, S and C")

    # No work space for coefficients in natural order.
    with Plan(comm, shape, basis=basis, dtype=float, transposed=True) as plan:
        # The part of this process: the expected solution, and f, its laplacian.
        axes = list(zip(basis, plan.points()))
        solution, f = plan.empty("physical"), plan.zeros("physical")
        solution[...] = math.prod(WAVES[letter][0](x) for letter, x in axes)
        for axis in range(len(axes)):
            f += math.prod(WAVES[letter][i == axis](x) for i, (letter, x) in enumerate(axes))

        u = plan.apply(inverse_laplacian(), f)

        # Without a wall at 0 the mean is arbitrary, and the solver has set it to 0.
        if "S" not in basis:
            solution -= mean(comm, solution, math.prod(shape))
        error = comm.allreduce(np.abs(u - solution).max(initial=0), MPI.MAX)
        if comm.rank == 0:
            print(plan.explain().rstrip())
            print(
                f"basis {basis}, {' x '.join(map(str, shape))} points, {comm.size} processes: the error is {error:.1e}"
            )
    if not error < 1e-10:
        sys.exit("fft_poisson.py: the result is wrong")


main()
