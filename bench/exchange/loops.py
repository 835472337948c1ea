#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Halo exchanges of numpy arrays: by cartwright.halo, and by what programs do with mpi4py: a copy of each face and Sendrecv,
axis by axis, or a message of a subarray to each neighbor. Own points change before every exchange, and all ghost points at
faces are checked.

usage: mpirun -n 2 python loops.py [SIZE ...]     own points of a process along each of three axes"""

import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from lib import machine
from mpi4py import MPI

from cartwright.halo import Halo, HaloArray

ROUNDS, REPEATS = 9, 20


def faces(u, axis, after):
    """The ghost points at one face, and the own points beside them."""
    inside = [slice(1, -1)] * 3
    ghost, own = list(inside), list(inside)
    last = u.shape[axis] - 1
    ghost[axis] = slice(last, last + 1) if after else slice(0, 1)
    own[axis] = slice(last - 1, last) if after else slice(1, 2)
    return tuple(ghost), tuple(own)


def copies(cart, u):
    """An exchange that copies each face, and sends it."""
    steps = []
    for axis in range(3):
        before, following = cart.Shift(axis, 1)
        for after in (0, 1):
            source, target = (following, before) if after else (before, following)
            steps.append((faces(u, axis, after)[0], faces(u, axis, 1 - after)[1], source, target))

    def exchange():
        for ghost, own, source, target in steps:
            received = np.empty_like(u[ghost], order="C")
            cart.Sendrecv(np.ascontiguousarray(u[own]), target, recvbuf=received, source=source)
            u[ghost] = received

    return exchange


def subarrays(cart, u):
    """An exchange that sends subarrays by persistent requests."""
    requests = []
    for axis in range(3):
        neighbors = cart.Shift(axis, 1)
        for after in (0, 1):
            types = []
            for part in faces(u, axis, after):
                ranges = [item.indices(length) for item, length in zip(part, u.shape)]
                counts, starts = [end - start for start, end, _ in ranges], [start for start, _, _ in ranges]
                types.append(MPI.DOUBLE.Create_subarray(u.shape, counts, starts).Commit())
            requests.append(cart.Recv_init([u, 1, types[0]], neighbors[after], tag=2 * axis + after))
            requests.append(cart.Send_init([u, 1, types[1]], neighbors[after], tag=2 * axis + 1 - after))
            for made in types:
                made.Free()

    def exchange():
        MPI.Prequest.Startall(requests)
        MPI.Request.Waitall(requests)

    return exchange


def seconds(cart, u, exchange, step):
    """The time of an exchange: the median of several, on the process where it is greatest."""
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
    return cart.allreduce(statistics.median(times), MPI.MAX)


cart = MPI.COMM_WORLD.Create_cart(MPI.Compute_dims(MPI.COMM_WORLD.size, [0] * 3), periods=[True] * 3)
if cart.rank == 0:
    vendor, version = MPI.get_vendor()
    mpi = f"{vendor} {'.'.join(map(str, version))}"
    print(f"{machine.processor()}, {machine.load()}; {cart.size} processes; {mpi}; microseconds\n")
    print("| size | copies | subarrays | Cartwright | best of mpi4py / Cartwright |\n|---|---|---|---|---|")
for size in [int(size) for size in sys.argv[1:]] or [8, 32, 100]:
    plain = [np.zeros([size + 2] * 3) for _ in range(2)]
    held = HaloArray([size] * 3, width=1)
    with Halo(cart, held, shape="faces") as halo:
        contenders = [(plain[0], copies(cart, plain[0])), (plain[1], subarrays(cart, plain[1])), (held.all, halo.exchange)]
        times = [[seconds(cart, *contender, step) for contender in contenders] for step in range(ROUNDS + 1)]
    by_copies, by_types, ours = (1e6 * statistics.median(each) for each in zip(*times[1:]))
    if cart.rank == 0:
        ratio = min(by_copies, by_types) / ours
        print(f"| {size} | {by_copies:.1f} | {by_types:.1f} | {ours:.1f} | {ratio:.2f} |", flush=True)
