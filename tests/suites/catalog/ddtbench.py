# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""DDTBench: the patterns of applications, sent as MPI datatypes, packed by MPI_Pack and by loops. It compares no data, so
its results are the parts that it ran. bench/pack holds the packed bytes of the same patterns against the interpreter."""

import collections

from suite import Case, Suite


def parts(output, folder):
    """How often each part of each test ran."""
    timed = folder / "ddtbench.out"
    lines = timed.read_text().splitlines() if timed.exists() else []
    return {
        part: str(times) for part, times in collections.Counter(" ".join(line.split()[:4]) for line in lines).items()
    }


def cases(workplace):
    for mpi in workplace.mpis:
        yield Case(name="C", ranks=2, mpi=mpi, command=[workplace.program("ddtbench", mpi), "3", "20"], results=parts)


suite = Suite("ddtbench", "DDTBench, built by you", cases, given=("ddtbench",))
