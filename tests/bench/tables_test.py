#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""What follows from measurements."""

import math
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))

from lib import page, statistic
from neighbor_alltoall.tables import without_outliers
from pack.tables import milc


class Statistic(unittest.TestCase):
    def test_outliers_are_beyond_one_and_a_half_inter_quartile_ranges(self):
        # Quartiles 3 and 7: what lies from -3 to 13 is kept.
        self.assertEqual(without_outliers([13, 1, 3, 4, 5, 6, 7, 8, -3]), [13, 1, 3, 4, 5, 6, 7, 8, -3])
        self.assertEqual(without_outliers([13.1, 1, 3, 4, 5, 6, 7, 8, -3]), [1, 3, 4, 5, 6, 7, 8, -3])
        self.assertEqual(without_outliers([7]), [7])
        self.assertEqual(without_outliers([2, 2, 2, 2, 9]), [2, 2, 2, 2])

    def test_the_interval_of_the_median_follows_from_the_quartiles(self):
        found = statistic.summary(without_outliers([5, 1, 4, 2, 3, 100]))
        self.assertEqual(found["median"], 3)
        self.assertAlmostEqual(found["high"] - 3, 1.57 * 2 / math.sqrt(5))
        self.assertEqual(statistic.summary([0.25]), {"median": 0.25, "low": 0.25, "high": 0.25})

    def test_equal_values_share_their_places(self):
        self.assertAlmostEqual(statistic.rank_correlation([1, 2, 2, 3], [10, 20, 20, 90]), 1)
        self.assertAlmostEqual(statistic.rank_correlation([1, 2, 3], [1.01, 1, 2]), 0.5)
        self.assertAlmostEqual(statistic.rank_correlation([1, 2, 3], [30, 20, 1]), -1)
        self.assertAlmostEqual(statistic.rank_correlation([1, 1, 2], [1, 2, 3]), math.sqrt(3) / 2)
        self.assertAlmostEqual(statistic.rank_correlation([1, 1.005, 3], [1.005, 1, 2], alike=1.01), 1)

    def test_a_power_law_is_found_again(self):
        fit = statistic.power_law([1, 2, 4], [8, 4, 2])
        self.assertAlmostEqual(fit["gamma"], 1)
        self.assertAlmostEqual(fit["C"], 8)


class Page(unittest.TestCase):
    def test_columns_are_aligned(self):
        rows = [["name", "ns", "at"], ["a", "10", "x"], ["bcdef", "9", "yz"]]
        self.assertEqual(
            page.aligned(rows, (0, 2), ruled=True),
            "name   ns  at\n-----  --  --\na      10  x\nbcdef   9  yz",
        )
        self.assertEqual(page.markdown(rows[0], rows[1:], 1), "| name | ns | at |\n|---|--:|--:|\n| a | 10 | x |\n| bcdef | 9 | yz |")


def report_with(mpi_pack, mpi_unpack):
    def row(direction, mpi):
        return {"residency": "milc", "layout": "a", "direction": direction, "seconds": {"ours": 1e-6, "mpich": mpi},
                "speedup": {"mpich": mpi / 1e-6}}  # fmt: skip

    return {
        "contenders": [{"id": "ours", "title": "Cartwright", "mpi": ""}, {"id": "mpich", "title": "MPICH", "mpi": "mpich"}],
        "results": [row("pack", mpi_pack), row("unpack", mpi_unpack)],
        "commit": [{"layout": "a", "seconds": 1e-5}],
    }


class Milc(unittest.TestCase):
    def test_a_commit_is_paid_back_by_what_uses_save(self):
        (found,) = milc(report_with(8e-6, 3e-6))  # 7 and 2 microseconds less: 4.5 in the mean
        self.assertEqual((found["types"][0]["uses"], found["median_uses"], found["seventh"]), (3, 3, 1))

    def test_what_saves_nothing_is_never_paid_back(self):
        (found,) = milc(report_with(1e-6, 1e-6))
        self.assertEqual((found["types"][0]["uses"], found["median_uses"], found["seventh"]), (None, None, 0))


if __name__ == "__main__":
    unittest.main()
