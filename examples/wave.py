# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""wave.c in Python: a wave in a box with three periodic axes, u_tt = laplace(u), by leapfrog. The start is a standing wave
that the scheme keeps exactly in shape, so every point has a known value at every step.

usage: mpirun -n 8 python wave.py [POINTS [STEPS]] [--picture wave.png]

The picture, by matplotlib, is the plane through the middle of the last axis, with the blocks of the processes.
"""

import argparse
import sys

import numpy as np
from mpi4py import MPI

from cartwright.halo import Halo, HaloArray

COURANT = 0.25


def block_of(cart, points):
    """The part of the box that this process holds: a slice for each axis."""
    return tuple(slice(points * at // dim, points * (at + 1) // dim) for dim, at in zip(cart.dims, cart.coords))


def shape(points, block):
    """The shape of the wave, an eigenvector of the discrete Laplace operator."""
    h = 2 * np.pi / points
    x, y, z = np.ix_(*(h * np.arange(part.start, part.stop) for part in block))
    return np.sin(x) * np.cos(2 * y) * np.sin(z + 1)


def step(before, now, halo):
    """The next step, in the place of the one before."""
    halo.exchange()
    laplace = -6 * now.own
    for axis in range(3):
        for direction in (-1, 1):
            offset = [0, 0, 0]
            offset[axis] = direction
            laplace += now.shifted(*offset)
    before.own[...] = 2 * now.own - before.own + COURANT * laplace


def draw(cart, u, block, points, path):
    """Writes the plane in the middle of the last axis. Collective."""
    middle = points // 2
    here = block[2].start <= middle < block[2].stop
    parts = cart.gather((block, u.own[:, :, middle - block[2].start].copy()) if here else None)
    if cart.rank != 0:
        return
    from matplotlib import pyplot

    plane = np.empty((points, points))
    for held, values in filter(None, parts):
        plane[held[:2]] = values
    figure, axes = pyplot.subplots(figsize=(5, 4), layout="constrained")
    image = axes.imshow(plane, cmap="RdBu_r", vmin=-1, vmax=1, interpolation="nearest")
    for line, dim in ((axes.axhline, cart.dims[0]), (axes.axvline, cart.dims[1])):
        for at in range(1, dim):
            line(points * at // dim - 0.5, color="black", linewidth=0.8)
    axes.set(xlabel="y", ylabel="x", title=f"{points}³ points on {' x '.join(map(str, cart.dims))} processes")
    figure.colorbar(image)
    figure.savefig(path, dpi=110)


def main():
    parser = argparse.ArgumentParser(description="A standing wave in a periodic box.")
    parser.add_argument("points", nargs="?", type=int, default=48, help="along each axis, at least the processes")
    parser.add_argument("steps", nargs="?", type=int, default=100)
    parser.add_argument("--picture", metavar="FILE", help="write a plane of the wave at the end, by matplotlib")
    options = parser.parse_args()
    points, steps = options.points, options.steps
    dims = MPI.Compute_dims(MPI.COMM_WORLD.size, [0, 0, 0])
    cart = MPI.COMM_WORLD.Create_cart(dims, periods=[True] * 3, reorder=True)
    block = block_of(cart, points)

    # u at the last step and at this one. Each is read in one step and written in the next.
    sizes = [part.stop - part.start for part in block]
    u, v = HaloArray(sizes, width=1), HaloArray(sizes, width=1)
    # A standing wave swings with cos(phase * step); phase follows from the scheme.
    h = 2 * np.pi / points
    phase = np.arccos(1 - COURANT * (2 * (1 - np.cos(h)) + (1 - np.cos(2 * h))))
    u.own[...] = shape(points, block) * np.cos(-phase)
    v.own[...] = shape(points, block)
    with (
        Halo(cart, u, shape="faces", buffered=True) as halo_u,
        Halo(cart, v, shape="faces", buffered=True) as halo_v,
    ):
        for n in range(steps):
            if n % 2 == 0:
                step(u, v, halo_v)
            else:
                step(v, u, halo_u)
        now = v if steps % 2 == 0 else u
        error = np.abs(now.own - shape(points, block) * np.cos(phase * steps)).max()
        error = cart.allreduce(error, MPI.MAX)
        if cart.rank == 0:
            on = " x ".join(map(str, cart.dims))
            print(f"{points}^3 points on {on} processes, {steps} steps: error {error:.1e}")
            print(halo_u.explain(), end="")
        if options.picture:
            draw(cart, now, block, points, options.picture)
    cart.Free()
    if not error < 1e-9:
        sys.exit("wave.py: the result is wrong")


main()
