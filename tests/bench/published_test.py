#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the published times and of their fit. usage: published_test.py BUILD"""

import collections
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench/published"))

import cart_times
import times

BUILD = pathlib.Path(sys.argv.pop() if len(sys.argv) > 1 else "build")


def samples_of(fit, noise=lambda i: 1.0):
    """The rows that a machine with these parameters would have."""
    samples = []
    for stencil in times.NEIGHBORS:
        for j_max in (2, 38, 96, 192):
            for k in range(14):
                row = times.Row("T", "machine", 50, stencil, 64 << k, "mapping", 0.0)
                exact = fit.seconds(row, j_max)
                samples.append((row._replace(seconds=exact * noise(len(samples))), j_max))
    return samples


class Data(unittest.TestCase):
    def test_has_the_tables_of_the_publication(self):
        rows = times.read()
        self.assertEqual(len(rows), 1678)
        self.assertEqual({row.table for row in rows}, {"II", "III", "IV", "V", "VI", "VII"})
        by = {(row.table, row.stencil, row.bytes, row.mapping): row.seconds for row in rows}
        self.assertEqual(len(by), len(rows))
        self.assertAlmostEqual(by["II", "nn", 524288, "blocked"], 64.077e-3)
        self.assertAlmostEqual(by["II", "nn", 524288, "strips"], 23.764e-3)
        self.assertAlmostEqual(by["II", "component", 524288, "kdtree"], 15.446e-3)

    def test_orders_mappings_as_j_max_does(self):
        j_max = times.j_max_of(BUILD)
        self.assertEqual(j_max[50, "nn", "blocked"], 96)
        self.assertEqual(j_max[100, "component", "strips"], 2)
        large = [row for row in times.read() if row.bytes == 524288 and row.mapping in times.MAPPINGS]
        for table in {row.table for row in large}:
            for stencil in times.NEIGHBORS:
                every = [row for row in large if (row.table, row.stencil) == (table, stencil)]
                # VieM was sometimes slower than its J_max says, as the publication remarks.
                for ours, least in (([row for row in every if row.mapping != "viem"], 0.6), (every, 0.5)):
                    expected = [j_max[row.nodes, row.stencil, row.mapping] for row in ours]
                    found = times.statistic.rank_correlation(expected, [row.seconds for row in ours])
                    self.assertGreater(found, least, (table, stencil))


class Fits(unittest.TestCase):
    def test_find_the_parameters_of_exact_times(self):
        fit = times.Fit(1 / 1.2e9, 1 / 13e9, 12e-6)
        for found, expected in zip(times.fitted(samples_of(fit)), fit):
            self.assertAlmostEqual(found / expected, 1, places=6)

    def test_ignore_some_wild_times(self):
        fit = times.Fit(1 / 1.2e9, 1 / 13e9, 12e-6)
        wild = samples_of(fit, lambda i: 40.0 if i % 9 == 0 else 1.0)
        for found, expected in zip(times.fitted(wild), fit):
            self.assertAlmostEqual(found / expected, 1, delta=0.02)

    def test_have_no_negative_parameter(self):
        fit = times.Fit(1 / 1.2e9, -1 / 50e9, 12e-6)
        samples = [(row, j_max) for row, j_max in samples_of(fit) if row.seconds > 0]
        self.assertEqual(times.fitted(samples).node, 0)


class CartTimes(unittest.TestCase):
    rows = cart_times.read()

    def test_have_the_percentages_of_the_slides(self):
        self.assertEqual(len(self.rows), 27 + 10)
        base = None
        for row in self.rows:
            base = row if row.method == "dims_create" else base
            self.assertEqual(round(100 * row.seconds / base.seconds), row.percent, row)

    def test_have_the_blocks_of_the_slides(self):
        self.assertEqual(cart_times.per_process((2, 2, 2), (8, 6, 4)), [739, 985, 1477])
        self.assertEqual(cart_times.per_process((1, 2, 4), (8, 6, 4)), [370, 985, 2954])
        for row in self.rows:
            sizes = collections.Counter(cart_times.node_of_cells(row))
            self.assertEqual([*sizes.values()], [row.cores] * row.nodes, row)

    def test_follow_from_the_bytes_that_leave_a_node(self):
        slide = [row for row in self.rows if row.slide == "28"]
        amounts = {row: cart_times.bytes_out(BUILD, row) for row in slide}
        # 2 x 24 faces of 985x1477 floats; in the other dimensions the node has the whole period.
        self.assertEqual(amounts[slide[0]], 2 * 24 * 4 * 985 * 1477)
        base = {(row.base, row.nodes): row for row in slide if row.method == "dims_create"}
        pairs = [(amounts[row] / amounts[base[row.base, row.nodes]], row.percent) for row in slide if row.method != "dims_create"]
        self.assertEqual(len(pairs), 18)
        self.assertGreater(cart_times.statistic.rank_correlation(*zip(*pairs), 1.01), 0.95)

    def test_fit_the_bandwidth_of_most_times(self):
        samples = [(self.rows[0]._replace(seconds=amount / 3e9 * factor), amount) for amount, factor in ((1e8, 1), (2e8, 1), (3e8, 4))]
        self.assertAlmostEqual(1 / cart_times.seconds_per_byte(samples), 3e9)


if __name__ == "__main__":
    unittest.main()
