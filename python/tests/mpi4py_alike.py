# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""mpi4py's own tests of topologies and neighborhood collectives, or of datatypes and messages: without the interposer
and with it, every test has to end alike on every rank, and none may fail.

usage: mpi4py_alike.py topologies|datatypes WORK LAUNCHER ... -- PRELOADING LAUNCHER ...
WORK is the folder that setup.sh filled.
"""

import json
import os
import pathlib
import runpy
import subprocess
import sys
import tempfile
import unittest

MODULES = {
    "topologies": ["test_comm_topo", "test_cco_ngh_buf", "test_cco_ngh_obj", "test_cco_pr_ngh_buf", "test_subclass"],
    "datatypes": [
        "test_datatype",
        "test_pack",
        "test_p2p_buf",
        "test_p2p_buf_matched",
        "test_msgspec",
        "test_cco_buf",
        "test_cco_vec",
    ],
}


class Demo(unittest.TestCase):
    """An example of the MPI reference as mpi4py has it: a program that asserts what it sent by a derived datatype."""

    def __init__(self, path):
        super().__init__()
        self.path = path

    def id(self):
        return self.path.stem

    def runTest(self):
        os.chdir(self.path.parent)
        runpy.run_path(self.path.name)


class Outcomes(unittest.TestResult):
    """How each test ended, by its name."""

    def __init__(self):
        super().__init__()
        self.of = {}

    def addSuccess(self, test):
        self.of[test.id()] = "ok"

    def addSkip(self, test, reason):
        self.of[test.id()] = f"skipped: {reason}"

    def addFailure(self, test, error):
        self.of[test.id()] = "FAILED: " + self._exc_info_to_string(error, test)

    addError = addFailure

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.addFailure(test, error)


def run_tests(subject, tests, results):
    """On every rank of the program."""
    sys.path.insert(0, tests)
    from mpi4py import MPI

    outcomes = Outcomes()
    suite = unittest.defaultTestLoader.loadTestsFromNames(MODULES[subject])
    if subject == "datatypes":
        suite.addTests(map(Demo, sorted(pathlib.Path(tests).parent.glob("demo/mpi-ref-v1/ex-3.*.py"))))
    suite.run(outcomes)
    pathlib.Path(results, f"{MPI.COMM_WORLD.rank}.json").write_text(json.dumps(outcomes.of))


def outcomes_under(launcher, subject, tests, report):
    """rank -> test -> how it ended"""
    with tempfile.TemporaryDirectory() as results:
        command = [*launcher, sys.executable, __file__, "--run", subject, str(tests), results]
        subprocess.run(command, env={**os.environ, "CARTWRIGHT_REPORT": str(report)}, check=True)
        return {int(file.stem): json.loads(file.read_text()) for file in pathlib.Path(results).iterdir()}


def main():
    if sys.argv[1] == "--run":
        return run_tests(*sys.argv[2:])
    subject, work, *rest = sys.argv[1:]
    split = rest.index("--")
    (tests,) = pathlib.Path(work).glob("mpi4py-*/test")
    with tempfile.TemporaryDirectory() as scratch:
        report = pathlib.Path(scratch, "report")
        plain = outcomes_under(rest[:split], subject, tests, report)
        if report.exists():
            sys.exit("the interposer was there when it should not have been")
        preloaded = outcomes_under(rest[split + 1 :], subject, tests, report)
        events = [json.loads(line) for line in report.read_text().splitlines()]
    reordered = sum(event.get("reordered", False) for event in events)
    packed = sum(event["event"] == "datatype" for event in events)
    done = {"topologies": reordered, "datatypes": packed}[subject]
    wrong = [
        f"rank {rank}, {test}:\n  without: {how}\n  with:    {preloaded[rank].get(test)}"
        for rank, tests in plain.items()
        for test, how in tests.items()
        if how != preloaded[rank].get(test) or how.startswith("FAILED")
    ]
    ended = [how for tests in preloaded.values() for how in tests.values()]
    print(
        f"{len(plain)} ranks, {len(plain[0])} tests each, {ended.count('ok')} ended well and "
        f"{sum(how.startswith('skipped') for how in ended)} were skipped by mpi4py; "
        f"{reordered} communicators reordered, {packed} layouts packed"
    )
    if wrong or plain.keys() != preloaded.keys() or not done or "ok" not in ended:
        sys.exit("\n".join(wrong) or "the two runs are not alike, or the interposer did nothing")
    return 0


main()
