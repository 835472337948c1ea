#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Halo exchanges of numpy arrays: by cartwright.halo, and by what programs do with mpi4py: a copy of each face and Sendrecv,
axis by axis, or a message of a subarray to each neighbor. Own points change before every exchange, and all ghost points at
faces are checked.

usage: mpirun -n 2 python loops.py [SIZE ...]     own points of a process along each of three axes"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
import numpy.typing as npt
from lib import machine
from mpi4py import MPI

from cartwright.halo import Halo, HaloArray

Array = npt.NDArray[Any]
ROUNDS, REPEATS = 9, 20


def faces(u: Array, axis: int, after: int) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """Return the ghost points at one face, and the own points beside them."""
    inside = [slice(1, -1)] * 3
    ghost, own = list(inside), list(inside)
    last = u.shape[axis] - 1
    ghost[axis] = slice(last, last + 1) if after else slice(0, 1)
    own[axis] = slice(last - 1, last) if after else slice(1, 2)
    return tuple(ghost), tuple(own)


def copies(cart: MPI.Cartcomm, u: Array) -> Callable[[], None]:
    """Return an exchange that copies each face, and sends it."""
    steps = []
    for axis in range(3):
        before, following = cart.Shift(axis, 1)
        for after in (0, 1):
            source, target = (following, before) if after else (before, following)
            steps.append((faces(u, axis, after)[0], faces(u, axis, 1 - after)[1], source, target))

    def exchange() -> None:
        for ghost, own, source, target in steps:
            received = np.empty_like(u[ghost], order="C")
            cart.Sendrecv(np.ascontiguousarray(u[own]), target, recvbuf=received, source=source)
            u[ghost] = received

    return exchange


def subarrays(cart: MPI.Cartcomm, u: Array) -> Callable[[], None]:
    """Return an exchange that sends subarrays by persistent requests."""
    requests: list[Any] = []
    for axis in range(3):
        neighbors = cart.Shift(axis, 1)
        for after in (0, 1):
            types = []
            for part in faces(u, axis, after):
                counts = [item.indices(length)[1] - item.indices(length)[0] for item, length in zip(part, u.shape)]
                starts = [item.indices(length)[0] for item, length in zip(part, u.shape)]
                types.append(MPI.DOUBLE.Create_subarray(u.shape, counts, starts).Commit())
            requests.append(cart.Recv_init([u, 1, types[0]], neighbors[after], tag=2 * axis + after))
            requests.append(cart.Send_init([u, 1, types[1]], neighbors[after], tag=2 * axis + 1 - after))
            for made in types:
                made.Free()

    def exchange() -> None:
        MPI.Prequest.Startall(requests)
        MPI.Request.Waitall(requests)

    return exchange


def seconds(cart: MPI.Cartcomm, u: Array, exchange: Callable[[], None], step: int) -> float:
    """Return the time of an exchange: the median of several, on the process where it is greatest."""
    cart.Barrier()
    times = []
    for number in range(REPEATS):
        u[1:-1, 1:-1, 1:-1] = 1000 * step + number + cart.rank / 16
        begin = MPI.Wtime()
        exchange()
        times.append(MPI.Wtime() - begin)
    for axis in range(3):
        for after, neighbor in enumerate(cart.Shift(axis, 1)):
            if not (u[faces(u, axis, after)[0]] == 1000 * step + REPEATS - 1 + neighbor / 16).all():
                sys.exit("loops.py: a ghost point is wrong")
    return float(cart.allreduce(statistics.median(times), MPI.MAX))


def main() -> None:
    """Measure, and print a table."""
    sizes = [int(size) for size in sys.argv[1:]] or [8, 32, 100]
    cart = MPI.COMM_WORLD.Create_cart(MPI.Compute_dims(MPI.COMM_WORLD.size, [0] * 3), periods=[True] * 3)
    if cart.rank == 0:
        vendor, version = MPI.get_vendor()
        mpi = f"{vendor} {'.'.join(map(str, version))}"
        print(f"{machine.processor()}, {machine.load()}; {cart.size} processes; {mpi}; microseconds\n")
        print("| size | copies | subarrays | Cartwright | best of mpi4py / Cartwright |\n|---|---|---|---|---|")
    for size in sizes:
        plain = [np.zeros([size + 2] * 3) for _ in range(2)]
        held = HaloArray([size] * 3, width=1)
        with Halo(cart, held, shape="faces") as halo:
            contenders = [(plain[0], copies(cart, plain[0])), (plain[1], subarrays(cart, plain[1])), (held.all, halo.exchange)]
            times: list[list[float]] = [[] for _ in contenders]
            for step in range(ROUNDS + 1):
                for (u, exchange), of in zip(contenders, times):
                    of.append(seconds(cart, u, exchange, step))
        by_copies, by_types, ours = (1e6 * statistics.median(of[1:]) for of in times)
        if cart.rank == 0:
            ratio = min(by_copies, by_types) / ours
            print(f"| {size} | {by_copies:.1f} | {by_types:.1f} | {ours:.1f} | {ratio:.2f} |", flush=True)


main()
