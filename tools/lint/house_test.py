# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of house.py: one source that breaks each rule, and one that keeps them."""

import house

REPLACED = house.replaced_functions("REPLACED(Allreduce, AT_5) REPLACED(Comm_dup, AT_0) PASSED(Comm_size, AT_0)")
WRONG = (
    ("tests/unit/a.cpp", "x" * 121, "121 columns"),
    ("src/fft/a.cpp", "  PMPI_Allreduce(a, b, 1, MPI_INT, MPI_SUM, comm);", "mpi::real().Allreduce"),
    ("src/mapping/a.cpp", '  const char* set = std::getenv("HOME");', "read the environment"),
    ("src/halo/a.cpp", '#include "capi/guard_p.hpp"', "private to its folder"),
)
RIGHT = (
    ("src/mapping/a.cpp", "x" * 120),
    ("src/fft/a.cpp", "  PMPI_Comm_dup(comm, &own);"),
    ("src/fft/a.cpp", "  // PMPI_Allreduce(...) would be counted"),
    ("tests/mpi/a.c", "  PMPI_Allreduce(a, b, 1, MPI_INT, MPI_SUM, comm);"),
    ("src/cli/a.cpp", '  const char* set = std::getenv("HOME");'),
    ("src/capi/a.cpp", '#include "capi/handles_p.hpp"'),
)

for name, text, expected in WRONG:
    (complaint,) = house.complaints(name, text, REPLACED)
    assert complaint.startswith(f"{name}:1: ") and expected in complaint, complaint
for name, text in RIGHT:
    assert not list(house.complaints(name, text, REPLACED)), (name, text)
