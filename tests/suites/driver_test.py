# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The driver must find results that differ, and no others. usage: driver_test.py BUILD MPI"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "bench"))

import alike
import ways
from lib import page

build, mpi = sys.argv.pop(1), sys.argv.pop(1)


class Alike(unittest.TestCase):
    def test_numbers_have_to_be_equal_within_the_tolerance(self):
        self.assertTrue(alike.equal("energy -1.0000001e3 eV", "energy -1.0000002D3 eV", 1e-6))
        self.assertFalse(alike.equal("energy -1.0000001e3 eV", "energy -1.0001e3 eV", 1e-6))
        self.assertFalse(alike.equal("1.0000001", "1.0000002", 0))

    def test_text_between_numbers_has_to_be_equal(self):
        self.assertFalse(alike.equal("2 passed", "2 failed", 1e-6))
        self.assertFalse(alike.equal("2 3", "2", 1e-6))

    def test_numbers_in_names_are_text(self):
        self.assertFalse(alike.equal("test_1000001 ok", "test_1000002 ok", 1e-3))

    def test_a_missing_result_differs(self):
        self.assertEqual(alike.compare([{"a": "1"}], [{}], 1e-6), (["a"], []))

    def test_what_is_the_same_in_some_runs_is_unsteady(self):
        self.assertEqual(alike.compare([{"a": "1"}, {"a": "2"}], [{"a": "2"}], 0), ([], ["a"]))
        self.assertEqual(alike.compare([{"a": "1"}, {"a": "2"}], [{"a": "3"}], 0), (["a"], []))


class Page(unittest.TestCase):
    def test_only_what_is_between_the_marks_is_replaced(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "page.md")
            file.write_text("before\n<!-- suites: begin -->\nold\n<!-- suites: end -->\nafter\n")
            page.write(file, "suites", "new")
            self.assertEqual(file.read_text(), "before\n<!-- suites: begin -->\nnew\n<!-- suites: end -->\nafter\n")
            with self.assertRaisesRegex(ValueError, "lacks the line '<!-- other: begin -->'"):
                page.write(file, "other", "new")


class Nodes(unittest.TestCase):
    def test_pretended_nodes_hold_all_ranks(self):
        self.assertEqual([ways.pretended(ranks) for ranks in (1, 2, 5)], ["cyclic:1*1", "cyclic:1*2", "cyclic:2*2,1*1"])


class Driver(unittest.TestCase):
    def run_driver(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            results = pathlib.Path(folder, "results.json")
            done = subprocess.run(
                [
                    sys.executable,
                    HERE / "run.py",
                    "--build",
                    build,
                    "--mpi",
                    mpi,
                    "--catalog",
                    HERE / "standins",
                    "--repeats",
                    "2",
                    "--json",
                    results,
                    *arguments,
                ],
                capture_output=True,
                text=True,
            )
            kept = json.loads(results.read_text()) if results.exists() else {}
        cases = kept.get(f"standins {mpi}", {"cases": []})["cases"]
        return done, {case["case"]: case for case in cases}

    def test_finds_what_differs_and_nothing_else(self):
        done, cases = self.run_driver("--ways", "preloaded")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        differ = {name: case["ways"]["preloaded"]["differ"] for name, case in cases.items() if case["ways"]}
        self.assertEqual(
            differ,
            {
                "same": [],
                "rounded number": [],
                "unsteady": [],
                "other number": ["line 1"],
                "other status": ["exit status"],
                "lacks a line": ["line 1", "line 2"],
                "hangs": ["exit status", "line 1"],
            },
        )
        self.assertEqual(cases["unsteady"]["ways"]["preloaded"]["unsteady"], ["line 1"])
        self.assertIn("its exit status is 4", cases["fails anyway"]["left out"])
        self.assertEqual(
            cases["hangs"]["ways"]["preloaded"]["differences"]["exit status"][1], ["stopped after 5 s"] * 2
        )

    def test_is_content_when_nothing_differs(self):
        done, cases = self.run_driver("--ways", "preloaded", "--cases", "same")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(list(cases), ["same"])

    def test_notices_when_the_interposer_reports_nothing(self):
        done, cases = self.run_driver("--ways", "always", "--cases", "same")  # it never calls MPI_Init
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("the interposer was not loaded", cases["same"]["ways"]["always"]["differ"][0])

    def test_refuses_names_that_it_does_not_know(self):
        done, _ = self.run_driver("nosuch")
        self.assertIn("unknown suite 'nosuch': --list names those there are", done.stderr)
        self.assertEqual(done.returncode, 2)
        done, _ = self.run_driver("--ways", "nosuch")
        self.assertIn("unknown way 'nosuch'", done.stderr)
        self.assertEqual(done.returncode, 2)

    def test_asks_for_programs_that_no_package_has(self):
        done, _ = self.run_driver("--catalog", HERE / "catalog", "ddtbench")
        self.assertIn("no package has ddtbench: build them", done.stderr)
        self.assertEqual(done.returncode, 2)


unittest.main()
