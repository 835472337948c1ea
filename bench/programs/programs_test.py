#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the driver: counting bytes between nodes, orders of other programs, the table and the picture."""

from __future__ import annotations

import unittest
import xml.etree.ElementTree

import matrix
import page
import programs
import rivals
from case import NODES, RANKS


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


class Page(unittest.TestCase):
    def test_cells(self):
        self.assertEqual(
            page.cells([ROW])[0],
            ["a & b 1", "4 MB", "2 MB", "1 MB", "50.0 %", "reached", "equal", "3 of 3", "1.500", "-", "1.000"],
        )
        self.assertEqual(page.counted(ROW | {"counted": 1.01e6}), "+1 %")
        self.assertEqual(page.bound(ROW | {"bound": 5e5}), "500 kB")

    def test_picture_is_xml(self):
        self.assertIn("a & b", "".join(xml.etree.ElementTree.fromstring(page.svg([ROW])).itertext()))

    def test_other_bytes_need_a_reason(self):
        self.assertTrue(programs.confirmed(ROW))
        self.assertFalse(programs.confirmed(ROW | {"counted": 2e6}))
        self.assertTrue(programs.confirmed(ROW | {"counted": 2e6, "varies": "time"}))
        self.assertFalse(programs.confirmed(ROW | {"differ": ["line 1"]}))


class Catalog(unittest.TestCase):
    def test_names_are_unique(self):
        names = [case.name for case in programs.CASES]
        self.assertEqual(len(names), len(set(names)))


if __name__ == "__main__":
    unittest.main()
