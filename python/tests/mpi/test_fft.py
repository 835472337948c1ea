# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""cartwright.fft against scipy, on 1, 2, 3, 4 and 6 of 6 processes: groups of them share the cases out."""

import itertools

import numpy as np
import pytest
from fft_case import check_case
from mpi4py import MPI

world = MPI.COMM_WORLD
PROCESSES = (1, 2, 3, 4, 6)


@pytest.fixture(scope="module")
def groups():
    """processes -> the communicator of this process's group, and the number of the group"""
    made = {p: (world.Split(world.rank // p, world.rank), world.rank // p) for p in PROCESSES}
    yield made
    for comm, _ in made.values():
        comm.Free()


def check_shared_out(groups, processes, cases, share=6):
    """Each group has one case of so many, chosen by chance: together all of them, where there are as many groups."""
    comm, group = groups[processes]
    if comm.size < processes:
        return  # the rest, which is not a group
    order = np.random.default_rng(processes).permutation(len(cases))
    for number in order[group :: max(share, world.size // processes)]:
        check_case(comm, cases[number], seed=int(number))


SHAPES = [
    *[(1, 1), (2, 7), (97, 2), (7, 1), (1, 97), (16, 16)],
    *[(1, 1, 1), (2, 2, 2), (7, 7, 7), (97, 2, 7), (1, 7, 2), (7, 1, 97), (12, 35, 64), (16, 8, 4)],
    *[(3, 4, 5, 6), (2, 1, 3, 2, 5)],
]


@pytest.mark.parametrize("processes", PROCESSES)
@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("dtype", [complex, float])
def test_awkward_sizes(groups, processes, transposed, dtype):
    check_shared_out(
        groups, processes, [{"shape": shape, "dtype": dtype, "transposed": transposed} for shape in SHAPES]
    )


KINDS = ["REDFT00", "REDFT01", "REDFT10", "REDFT11", "RODFT00", "RODFT01", "RODFT10", "RODFT11", "R2HC", "HC2R", "DHT", "NONE"]


@pytest.mark.parametrize("processes", PROCESSES)
def test_every_kind_along_every_axis(groups, processes):
    cases = [
        {"shape": (6, 5, 8), "kinds": kinds, "dtype": dtype}
        for kind in KINDS
        for kinds in (
            (kind, "FOURIER", "FOURIER"),
            ("FOURIER", kind, "REDFT10"),
            ("FOURIER", "FOURIER", kind),
            (kind,) * 3,
        )
        for dtype in (float, complex)
        if kinds != ("NONE",) * 3
    ]
    check_shared_out(groups, processes, cases)


@pytest.mark.parametrize("processes", PROCESSES)
def test_mixed_bases_in_every_precision(groups, processes):
    dtypes = (np.float32, np.float64, np.longdouble, np.complex64, np.complex128, np.clongdouble)
    bases = ("FFF", "SFF", "SSF", "SSS", "CFS", "FNC")
    cases = [
        {"shape": (8, 6, 10), "basis": basis, "dtype": dtype, "transposed": bool(number % 2)}
        for number, (basis, dtype) in enumerate(itertools.product(bases, dtypes))
    ]
    check_shared_out(groups, processes, cases)


@pytest.mark.parametrize("processes", PROCESSES)
def test_padding_fields_and_norms(groups, processes):
    cases = [
        *({"shape": (8, 6, 12), "padding": 1.5, "dtype": dtype} for dtype in (float, complex)),
        *({"shape": (7, 9, 5), "padding": 1.5, "dtype": dtype, "transposed": True} for dtype in (float, complex)),
        *(
            {"shape": (8, 7, 6), "padding": 1.5, "basis": basis, "dtype": float}
            for basis in ("SFF", "SSF", "SSS", "CCC")
        ),
        *({"shape": (4, 6), "padding": (7, 6), "dtype": dtype, "fields": (2,)} for dtype in (float, complex)),
        *({"shape": (5, 4, 6), "fields": (2, 3), "dtype": dtype} for dtype in (np.float32, complex)),
        *(
            {"shape": (5, 4, 6), "fields": (3,), "dtype": float, "transposed": True, "norm": norm}
            for norm in ("none", "ortho")
        ),
        *({"shape": (5, 4, 6), "basis": "SFC", "norm": norm} for norm in ("none", "backward", "ortho", "forward")),
    ]
    check_shared_out(groups, processes, cases)


def test_grids_orders_and_methods(groups):
    shape = (9, 8, 10)
    cases = [
        *({"shape": shape, "grid": grid} for grid in ([4], [2, 2], [1, 4], [4, 1], [0, 2], (0,))),
        *(
            {"shape": shape, "grid": (2, 2), "order": order}
            for order in ("row-major", "column-major", "morton", "auto")
        ),
        *(
            {"shape": shape, "dtype": float, "method": method}
            for method in ("shared", "node-aware", "alltoallw", "alltoallv", "pipelined")
        ),
    ]
    check_shared_out(groups, 4, cases, share=1)
