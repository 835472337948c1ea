# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The tests of ScaLAPACK, PBLAS and BLACS, as Debian packages them for both MPIs. They send matrices as MPI datatypes."""

import pathlib
import re
import shutil

from suite import Case, Suite, lines

TESTS = "/usr/lib/x86_64-linux-gnu/scalapack/{mpi}-tests"
TIME = r"\S*\d\.\d\S*"  # times, rates and residuals, which differ from run to run; each test reports whether it passed
RACE = "REPEATABLE SUM"  # it is skipped unless messages happen to overtake each other
# Each kind of factorization and of eigenvalue problem once, in double precision, some of them complex.
CHOSEN = ["dlu", "dgblu", "dinv", "dqr", "dls", "dhrd", "dbrd", "dtrd", "zsep", "dsvd", "dnep", "zevc", "dhseqr", "zpbllt", "dsyevr"]


def prepare(source):
    def copy(folder):
        for file in source.glob("*.dat"):
            shutil.copy(file, folder)

    return copy


def results(output, folder):
    if "BLACS" in output:  # it ends with MPI_Abort, after which launchers print arbitrary text
        return lines(output, keep="PASSED|FAILED|TEST", drop=RACE)
    summaries = "".join(file.read_text(errors="replace") for file in sorted(folder.glob("*.SUMM")))
    without = re.sub(TIME, "", output + summaries)
    return lines(re.sub("[ \t]+", " ", without), drop=r"(?i)\b(date|time of day|seconds)\b|^Note:")


def cases(workplace):
    for mpi in workplace.mpis:
        folder = pathlib.Path(TESTS.format(mpi=mpi))
        programs = [folder / f"x{name}" for name in CHOSEN]
        programs += sorted(folder.glob("PBLAS/dpb?tst")) + sorted(folder.glob("BLACS/x?btest"))
        for program in programs:
            yield Case(
                name=program.name,
                mpi=mpi,
                ranks=4,
                command=[program],
                prepare=prepare(program.parent),
                results=results,
                ways=("preloaded", "always", "ordered"),
                may_fail=True,
            )


suite = Suite("scalapack", "the tests of ScaLAPACK, PBLAS and BLACS", cases, packages=("scalapack-mpi-test",))
