# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs mpi4py's tests in an MPI process and records the result of each.

usage: mpi4py_outcomes.py TESTS FOLDER [OPTION ...]
TESTS is the folder of mpi4py's tests, OPTION an option of their main.py. Each rank writes FOLDER/outcomes-RANK.json. The
file grows with every test, so a killed program shows its progress."""

import json
import pathlib
import sys
import unittest

tests, folder, *options = sys.argv[1:]
sys.path.insert(0, tests)
sys.argv = ["main.py", "--no-builddir", *options]


class Outcomes(unittest.TestResult):
    def __init__(self, rank):
        super().__init__()
        self.stream = pathlib.Path(folder, f"outcomes-{rank}.txt").open("w", buffering=1)  # noqa: SIM115

    def note(self, test, how):
        print(json.dumps([test.id(), how]), file=self.stream)

    def addSuccess(self, test):
        self.note(test, "ok")

    def addSkip(self, test, reason):
        self.note(test, "skipped")

    def addFailure(self, test, error):
        super().addFailure(test, error)
        last = self.failures[-1][1].strip().splitlines()[-1]
        self.note(test, f"failed: {last}")

    def addError(self, test, error):
        super().addError(test, error)
        last = self.errors[-1][1].strip().splitlines()[-1]
        self.note(test, f"error: {last}")

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.addFailure(test, error)


class Runner:
    def run(self, suite):
        from mpi4py import MPI

        outcomes = Outcomes(MPI.COMM_WORLD.rank)
        suite.run(outcomes)
        return outcomes


import main  # mpi4py's

main.main(module=None, testRunner=Runner())
