#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""usage: collectives_test.py BUILD MPI ...: the tables of bench/collectives, and its program under some MPIs: it measures what
was asked for, and ends if a collective gives a wrong result."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))

from collectives import tables
from lib import launch

# MPI_Bcast and MPI_Alltoallv that lose what they should bring.
BROKEN = """#include <mpi.h>
int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  char other[64];
  return PMPI_Bcast(count <= 64 ? other : data, count, type, root, comm);
}
int MPI_Alltoallv(const void* out, const int a[], const int b[], MPI_Datatype c, void* in, const int d[], const int e[],
                  MPI_Datatype f, MPI_Comm comm) {
  (void)out, (void)a, (void)b, (void)c, (void)in, (void)d, (void)e, (void)f, (void)comm;
  return MPI_SUCCESS;
}
"""
REPORT = {
    "machine": "a machine",
    "results": [
        {
            "layout": "one node", "mpi": "MPI", "contenders": ["mpi", "always"], "rounds": 3, "left_out": ["gather of 4 bytes"],
            "rows": [
                {"call": "bcast", "size": 1, "seconds": {"mpi": [8e-6, 1, 4e-6], "always": [2e-6, 1e-6, 9]}},
                {"call": "bcast", "size": 1024, "seconds": {"mpi": [1e-6] * 3, "always": [1e-6] * 3}},
                {"call": "bcast", "size": 65536, "seconds": {"mpi": [1e-6] * 3, "always": [2e-6] * 3}},
                {"call": "scatter", "size": 1, "seconds": {"mpi": [1e-6] * 3, "always": [1e-6]}},
            ],
        }
    ],
}  # fmt: skip


class Tables(unittest.TestCase):
    def test_ratios_are_of_medians_and_means_are_geometric(self):
        self.assertEqual(
            tables.means(REPORT["results"][0]),
            [
                ["bcast", "to 1 KiB", "2", "2.00"],  # 8 / 2 and 1 / 1
                ["bcast", "above", "1", "0.50"],
                ["all", "", "3", "1.26"],
                ["worst row", "", "", "0.50: bcast, 65536"],
            ],
        )

    def test_rows_have_the_time_of_the_mpi(self):
        columns, lines = tables.rows(REPORT["results"][0])
        self.assertEqual(columns, ["call", "bytes", "µs, mpi", "mpi / always"])
        self.assertEqual(lines[0], ["bcast", "1", "8.0", "4.00"])
        self.assertEqual(len(lines), 3)  # without that of the scatter, which has too few rounds

    def test_the_head_names_what_is_left_out(self):
        self.assertIn("rounds: 3; left out: gather of 4 bytes", tables.text(REPORT))

    def test_the_summary_has_a_line_for_each_result_and_knows_the_best_rival(self):
        rows = [{"call": call, "size": 8, "seconds": {"mpi": [4e-6], "always": [1e-6], "tuned": [3e-6], "advance": [2e-6]}}
                for call in ("barrier", "alltoall")]  # fmt: skip
        other = {"layout": "two nodes", "mpi": "MPI", "contenders": list(rows[0]["seconds"]), "rounds": 1, "rows": rows}
        lines = tables.summary({**REPORT, "results": [REPORT["results"][0], other]}).splitlines()
        self.assertEqual(lines[0], "|  | bcast | barrier | alltoall |")
        self.assertEqual(lines[2], "| MPI, one node | 1.26 (1.26) |  |  |")
        self.assertEqual(lines[3], "| MPI, two nodes |  | 4.00 (3.00) | 4.00 (2.00) |")  # MPI Advance has no barrier
        self.assertEqual(lines[-1], "blocks of 1, 8, 1024, 65536 bytes; a machine; rounds: 1/3")


class Program(unittest.TestCase):
    build, mpis = pathlib.Path(), []

    def run_program(self, mpi, *options, preload=""):
        program = [self.build / "bench" / mpi / "collectives", "--warm-up", "1", "--batches", "1", "--batch-ms", "0"]
        processes = launch.mpirun(mpi, 3, *(["--oversubscribe"] if mpi == "openmpi" else []))
        libraries = f"{self.build}/lib/libcartwright_cluster.so:{preload}"  # a process that waits yields
        command = list(map(str, [*processes, "env", f"LD_PRELOAD={libraries}", *program, *options]))
        return subprocess.run(command, capture_output=True, text=True, env=launch.environment(), timeout=300)

    def test_it_measures_what_was_asked_for(self):
        for mpi in self.mpis:
            done = self.run_program(mpi, "--sizes", "1,40")
            self.assertEqual(done.returncode, 0, done.stderr)
            report = json.loads(done.stdout)
            found = [(row["call"], row["size"]) for row in report["results"]]
            self.assertEqual(len(found), len(set(found)))
            self.assertEqual(sum(call.startswith("all") for call, _ in found), 5 * 2 + 2)  # reductions have no single bytes
            self.assertTrue({("barrier", 0), ("gather", 1), ("scatter", 40), ("reduce-int", 40)} <= set(found))
            self.assertTrue(all(row["seconds"] > 0 for row in report["results"]))

    def test_it_leaves_out_what_needs_too_much(self):
        for mpi in self.mpis:
            done = self.run_program(mpi, "--only", "bcast,alltoall", "--sizes", "262144", "--memory", "4")  # 1.5 and 4.5 MiB
            report = json.loads(done.stdout)
            self.assertEqual([row["call"] for row in report["results"]], ["bcast"])
            self.assertEqual(report["left_out"], ["alltoall of 262144 bytes"])

    def test_it_ends_at_a_wrong_result(self):
        for mpi in self.mpis:
            with tempfile.TemporaryDirectory() as folder:
                source, library = pathlib.Path(folder) / "broken.c", pathlib.Path(folder) / "libbroken.so"
                source.write_text(BROKEN)
                subprocess.run([f"mpicc.{mpi}", "-shared", "-fPIC", "-o", library, source], check=True)
                for call in ("bcast", "alltoallv-power-law"):
                    for _ in range(3):  # a launcher can lose the last words of a process that aborts
                        done = self.run_program(mpi, "--only", call, "--sizes", "64", preload=library)
                        self.assertNotEqual(done.returncode, 0)
                        if done.stderr:
                            break
                    self.assertIn(f"{call} of 64 bytes: process", done.stderr)
                self.assertEqual(self.run_program(mpi, "--only", "bcast", "--sizes", "65", preload=library).returncode, 0)


if __name__ == "__main__":
    Program.build, Program.mpis = pathlib.Path(sys.argv[1]), sys.argv[2:]
    unittest.main(argv=sys.argv[:1])
