# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""On two processes: a placed communicator, a halo exchange whose ghost points are those of the other process, and a
transform that is numpy's."""

import sys

import numpy as np
from mpi4py import MPI

import cartwright
from cartwright.fft import Plan
from cartwright.halo import Halo, HaloArray
from cartwright.mpi import cart_create, report

assert cartwright.map((4, 4), "4x4", "nn").cost().j_sum == 16
cart = cart_create(MPI.COMM_WORLD, ndims=1, periods=[True], nodes="2x1")
assert report(cart).nodes == 2
u = HaloArray((8,), width=1)
u.own[...] = cart.rank + 1
with Halo(cart, u) as halo:
    halo.exchange()
other = 2 - cart.rank
if cart.size != 2 or (u[-1], u[8]) != (other, other):
    sys.exit(f"process {cart.rank} of {cart.size} has the ghost points {u[-1]} and {u[8]}, not {other}")
seed = 20261123
whole = np.random.default_rng(seed).standard_normal((12, 10, 9))
with Plan(cart, whole.shape, dtype=float) as plan:
    physical, spectral = plan.physical, plan.spectral
    u = plan.empty("physical")
    u[...] = whole[physical.slices]
    wanted = np.fft.rfftn(whole)[spectral.slices]
    error = np.abs(plan.forward(u) - wanted).max(initial=0)
    if not error < 1e-12 * whole.size:
        sys.exit(f"process {cart.rank}: the transform of random data (seed {seed}) differs from numpy's by {error}")
if cart.rank == 0:
    print(f"halo and transform {MPI.get_vendor()[0]}")
