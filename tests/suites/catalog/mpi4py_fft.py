# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""mpi4py-fft, which asks MPI_Cart_create to reorder and then transposes arrays with MPI_Alltoallw on subarrays."""

import pathlib

from suite import Case, Suite

PROGRAM = pathlib.Path(__file__).parents[1] / "inputs/transforms.py"


def cases(workplace):
    for ranks in (2, 4, 6):
        yield Case(
            name="transforms.py",
            ranks=ranks,
            command=["/usr/bin/python3", "-B", PROGRAM],
            tolerance=1e-12,
            nodes="cyclic:3x2" if ranks == 6 else "",
        )


suite = Suite(
    "mpi4py-fft", "mpi4py-fft: slabs and pencils, transformed and back", cases, packages=("python3-mpi4py-fft",)
)
