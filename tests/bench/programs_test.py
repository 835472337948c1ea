#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the drivers: counting bytes between nodes, orders of other programs, launchers, tables and the picture."""

import argparse
import math
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench/programs"))

from case import NODES, RANKS

# isort: split
import figures
import gaps
import joined
import matrix
import programs
import rivals
import tables
import times


def ring():
    """One byte from each rank to the next one."""
    return matrix.of_pairs([[rank, (rank + 1) % RANKS, 1, 1] for rank in range(RANKS)])


class Matrix(unittest.TestCase):
    def test_bytes_between_nodes(self):
        self.assertEqual(matrix.between(ring(), matrix.blocks()), NODES)
        self.assertEqual(matrix.between(ring(), matrix.cyclic()), RANKS)

    def test_new_ranks_are_those_of_launched_processes(self):
        """Processes of node 0 get ranks 12 to 15, and so on."""
        new_rank = [RANKS - 1 - launched for launched in range(RANKS)]
        self.assertEqual(matrix.of_new_ranks(new_rank), matrix.blocks()[::-1])
        self.assertEqual(matrix.of_new_ranks([]), matrix.blocks())
        dealt = [launched % NODES * (RANKS // NODES) + launched // NODES for launched in range(RANKS)]
        inverse = [dealt.index(rank) * NODES // RANKS for rank in range(RANKS)]
        self.assertEqual(matrix.of_new_ranks(dealt), inverse)

    def test_weights_are_scaled_and_never_lost(self):
        rows = matrix.undirected(matrix.of_pairs([[0, 1, 1, 2**40], [1, 0, 1, 2**40], [2, 3, 1, 1]]), 2**30)
        self.assertEqual(rows[2], [(3, 1)])
        self.assertEqual(rows[0][0][1], rows[1][0][1])
        self.assertLessEqual(sum(weight for row in rows for _, weight in row), 2**30 + RANKS)


class Rivals(unittest.TestCase):
    def test_no_node_gets_too_many(self):
        order = rivals.filled([0] * RANKS)
        self.assertEqual(sorted(order), matrix.blocks())
        self.assertEqual(rivals.filled(matrix.cyclic()), matrix.cyclic())


ROW = {
    "title": "a & b", "version": "1", "cyclic": 4e6, "blocks": 2e6, "ordered": 1e6, "bound": 1e6, "counted": 1e6,
    "results": 3, "differ": [], "scotch": 1.5e6, "treematch": 1e6, "sent": [3e6, 2e6], "varies": "",
}  # fmt: skip


EVENT = {"by_node": 48, "blocks": 1600, "messages": 100}
WAY = {"seconds": [4.0, 2.0], "packets": [100, 100], "collectives": [EVENT]}
JOINED = {
    "title": "a", "version": "1", "rate": "1gbit", "results": 3, "differ": {"off": [], "measured": [], "always": ["line 1"]},
    "ways": {"off": WAY, "measured": WAY | {"seconds": [2.0, 2.0]}, "always": WAY | {"packets": [40, 60]}},
}  # fmt: skip


class Page(unittest.TestCase):
    def test_cells(self):
        self.assertEqual(
            tables.cells([ROW])[0],
            ["a & b 1", "4 MB", "2 MB", "1 MB", "50.0 %", "reached", "equal", "3 of 3", "1.500", "-", "1.000", "-"],
        )
        self.assertEqual(tables.cells([ROW | {"joined": JOINED}])[0][-1], "1,600 in 100")
        self.assertEqual(tables.counted(ROW | {"counted": 1.01e6}), "+1 %")
        self.assertEqual(tables.bound(ROW | {"bound": 5e5}), "500 kB")

    def test_figure_compares_with_blocks(self):
        (drawn,) = figures.FIGURES["programs"]({"name": ROW})["panels"]
        self.assertEqual([one["values"] for one in drawn["series"]], [[1], [0.5], [0.5]])

    def test_other_bytes_need_a_reason(self):
        self.assertTrue(programs.confirmed(ROW))
        self.assertFalse(programs.confirmed(ROW | {"counted": 2e6}))
        self.assertTrue(programs.confirmed(ROW | {"counted": 2e6, "varies": "time"}))
        self.assertFalse(programs.confirmed(ROW | {"differ": ["line 1"]}))


TIMED = {
    "title": "a", "rate": "10mbit", "bytes": {"blocks": 4, "cyclic": 8, "ordered": 2}, "bound": 1, "results": 3,
    "seconds": {"blocks": [4.0, 2.0, 3.0], "cyclic": [6.0, 6.0, 6.0], "ordered": [3.0, 2.0, 1.5]},
    "wire": {"blocks": [10, 10, 10], "cyclic": [20, 20, 20], "ordered": [5, 5, 6]},
    "differ": {"blocks": [], "cyclic": [], "ordered": []},
}  # fmt: skip


class Times(unittest.TestCase):
    def test_ratios_are_those_of_rounds(self):
        self.assertEqual(
            times.cells(TIMED),
            ["a", "10mbit", "0.500", "0.250", "0.500", "6.00 s", "3.00 s", "2.00 s", "0.750", "0.500 to 1.000", "3 equal"],
        )
        self.assertEqual(times.cells(TIMED | {"differ": {"ordered": ["line 1"]}})[-1], "1 of 3 differ")

    def test_only_the_ordered_run_goes_through_cartwright(self):
        options = argparse.Namespace(rate="10mbit", build=pathlib.Path("/b"))
        made = {way: times.launch_of(way, "new_rank", "s", "clock.so", options) for way in times.WAYS}
        self.assertEqual(made["ordered"].words[:3], [pathlib.Path("/b/bin/cartwright"), "run", "--order"])
        self.assertEqual(made["ordered"].words[5:], made["blocks"].words)
        self.assertEqual(made["ordered"].files, {made["ordered"].words[3]: "new_rank"})
        self.assertEqual(made["cyclic"].words[-1], "node")
        self.assertEqual([launch.rate for launch in made.values()], ["10mbit"] * 3)
        self.assertEqual({" ".join(launch.around) for launch in made.values()}, {" ".join(made["blocks"].around)})


class Joined(unittest.TestCase):
    def test_cells(self):
        """48 calls of 16 processes are 3. The times of the second way are 0.5 and 1 of the MPI's."""
        self.assertEqual(
            joined.cells(JOINED), ["a 1", "3", "1,600", "100", "16.0", "0.50", "0.75", "1.00", "1 of 3 differ"]
        )


GAP = {"blocks": 3e6, "ordered": 1.5e6, "bound": 1e6, "source": "stencil", "other_bytes": 0}


class Gaps(unittest.TestCase):
    def test_cells(self):
        """A line for each machine."""
        row = {"title": "a", "version": "1", "ranks": 64, "machines": {"4x16": GAP, "16x4": GAP | {"bound": 0, "other_bytes": 5e3}}}
        self.assertEqual(
            gaps.cells(row),
            [["a 1", "64", "4x16", "3 MB", "1.5 MB", "1 MB", "50.0 %", "stencil"],
             ["a 1", "64", "16x4", "3 MB", "1.5 MB", "0 B", "-", "stencil, without 5 kB"]],
        )  # fmt: skip


class Catalog(unittest.TestCase):
    def test_keys_are_unique(self):
        keys = [case.key for ranks in (RANKS, *gaps.MACHINES) for case in programs.cases(ranks)]
        self.assertEqual(len(keys), len(set(keys)))

    def test_inputs_are_for_the_processes(self):
        """The parts of OpenFOAM and the domains of GROMACS are as many as the processes."""
        for ranks in (RANKS, *gaps.MACHINES):
            by_name = {case.name: case for case in programs.cases(ranks)}
            self.assertEqual({case.ranks for case in by_name.values()}, {ranks})
            self.assertEqual(math.prod(map(int, by_name["gromacs-rf"].command[-3:])), ranks)
            for name in ("icofoam", "simplefoam", "interfoam"):
                parts = re.search(r"(\d+)x(\d+) parts", by_name[name].title)
                self.assertEqual(int(parts[1]) * int(parts[2]), ranks)


if __name__ == "__main__":
    unittest.main()
