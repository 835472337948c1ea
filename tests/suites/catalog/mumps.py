# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""MUMPS: its four small tests, which solve a system whose solution is 1 2 3 4 5."""

from suite import Case, Suite, lines

FOLDER = "/usr/lib/mumps"


def cases(workplace):
    for letter, numbers in [("s", "real"), ("d", "real"), ("c", "cmplx"), ("z", "cmplx")]:
        for ranks in (2, 3):
            yield Case(
                name=f"{letter}simpletest",
                ranks=ranks,
                command=[f"{FOLDER}/{letter}simpletest"],
                shell=f"{{launch}} <{FOLDER}/input_simpletest_{numbers}",
                tolerance=1e-4,
                results=lambda output, folder: lines(output, drop=r"(?i)time|second|elapsed"),
            )


suite = Suite("mumps", "MUMPS: its simple tests", cases, packages=("mumps-test",))
