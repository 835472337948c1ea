# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The tests of ScaLAPACK, PBLAS and BLACS, as Debian packages them for both MPIs. They send matrices as MPI datatypes."""

import pathlib
import re
import shutil

from suite import Case, Suite, lines

TESTS = "/usr/lib/x86_64-linux-gnu/scalapack/{mpi}-tests"
TIME = r"\S*\d\.\d\S*"  # times, rates and residuals, which differ from run to run: a test says itself whether it passed


def prepare(source):
    def copy(folder):
        for file in source.glob("*.dat"):
            shutil.copy(file, folder)

    return copy


def results(output, folder):
    summaries = "".join(file.read_text(errors="replace") for file in sorted(folder.glob("*.SUMM")))
    without = re.sub(TIME, "", output + summaries)
    return lines(re.sub("[ \t]+", " ", without), drop=r"(?i)\b(date|time of day|seconds)\b")


def cases(workplace):
    for mpi in workplace.mpis:
        folder = pathlib.Path(TESTS.format(mpi=mpi))
        # Double precision, real and complex: the others do the same with half the bytes.
        programs = (
            sorted(folder.glob("x[dz]*"))
            + sorted(folder.glob("PBLAS/[dz]pb?tst"))
            + sorted(folder.glob("BLACS/x?btest"))
        )
        for program in programs:
            yield Case(
                name=program.name,
                mpi=mpi,
                ranks=4,
                command=[program],
                prepare=prepare(program.parent),
                results=results,
                ways=("preloaded", "always"),
                may_fail=True,
            )


suite = Suite("scalapack", "the tests of ScaLAPACK, PBLAS and BLACS", cases, packages=("scalapack-mpi-test",))
