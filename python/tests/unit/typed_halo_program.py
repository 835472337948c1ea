# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""A program with cartwright.halo that mypy --strict is to accept: only checked, never run."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from mpi4py import MPI

from cartwright.halo import Halo, HaloArray, HaloCart


def laplace(u: HaloArray) -> npt.NDArray[np.float64]:
    total: npt.NDArray[np.float64] = -4 * u.own
    for offset in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        total += u.shifted(*offset)
    return total


class OnGpu:
    """An array of another package."""

    __cuda_array_interface__: dict[str, Any] = {}


def main() -> None:
    cart = MPI.COMM_WORLD.Create_cart([0, 1], periods=[True, False])
    u = HaloArray((8, 6), width=[2, (1, 0)], dtype=np.float64, components=(3,), order="F")
    plain = np.zeros((12, 8))
    with Halo(cart, [u, plain], width=[2, (1, 1)], shape=[(1, 0), (0, -1)], effort="measure", timeout=30) as halo:
        halo.exchange()
        halo.start(fields=[0], width=1)
        ready: bool = halo.test()
        halo.finish_side((-1, 0))
        halo.finish()
        halo.accumulate("min", fields=[1])
        sizes: tuple[int, ...] = u.sizes
        print(ready, halo.explain(), halo.report["rank"], sizes, u[0, -1, :], u.low, u.high, laplace(u).sum())
        u[..., 0, 0] = 1
    with Halo(MPI.COMM_SELF, plain, 1, neighbors={(1, 0): 0, (-1, 0): 0}, corners="direct", piece=1 << 20) as other:
        other.exchange()
    with Halo(cart, [OnGpu(), OnGpu()], 1, stream=7) as third:
        third.exchange()
    with HaloCart(MPI.COMM_WORLD, (30, 20), [1, (0, 2)], dtypes=(np.float64, "i4"), periods=[True, False]) as grid:
        first: HaloArray = grid.arrays[0]
        print(first.own[0, 0], grid.slices[0].start, grid.cart.dims, laplace(first).sum())
        grid.exchange([0])
