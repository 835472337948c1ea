# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""A program with cartwright.fft that mypy --strict is to accept: only checked, never run."""

from __future__ import annotations

import pathlib

import numpy as np
import numpy.typing as npt
from mpi4py import MPI

from cartwright.fft import LocalArray, Plan, Times, load_wisdom, next_size, save_wisdom


def energy(plan: Plan, u: npt.NDArray[np.float64]) -> float:
    u_hat: npt.NDArray[np.complex128] = plan.forward(u)
    return float((np.abs(u_hat) ** 2).sum())


def main() -> None:
    load_wisdom(pathlib.Path("wisdom"))
    with Plan(MPI.COMM_WORLD, (8, 8, 8), basis="SFF", dtype=np.float64, padding=1.5, grid=(0, 2)) as plan:
        local: LocalArray = plan.physical
        lengths: tuple[int, ...] = local.shape
        x, y, z = plan.points(lengths=[1.0, 1.0, 2.0])
        u = plan.empty("physical")
        u[...] = x + y + z
        print(energy(plan, u), lengths, plan.report["method"])
        plan.forward_start(u)
        whole = plan.gather("spectral", plan.finish())
        times: Times = plan.times
        print(times.total, None if whole is None else whole.sum())
    with Plan(MPI.COMM_SELF, [4, next_size(4)], kinds=["DHT", "NONE"], physical_box=(slice(None), slice(0, 4))) as other:
        print(other.explain().splitlines(), other.scatter("physical", np.zeros((4, 4), complex)))
    save_wisdom("wisdom")
