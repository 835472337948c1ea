# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of floor_plan.py: it finds what points the wrong way, and draws what points the right way."""

from __future__ import annotations

import re
import unittest

import floor_plan
import floor_plan_drawing as drawing

LAYERS = ({"low": "one"}, {"left": "two", "right": "three"}, {"high": "four"})


class Violations(unittest.TestCase):
    """A folder includes from lower layers only."""

    def test_downwards_is_allowed(self) -> None:
        found = {"low": {}, "left": {"low": "a"}, "right": {"low": "b"}, "high": {"left": "c", "low": "d"}}
        self.assertEqual(floor_plan.violations(found, LAYERS), [])

    def test_upwards_and_sideways_are_not(self) -> None:
        found = {"low": {"high": "a includes b"}, "left": {"right": "c includes d"}, "right": {}, "high": {}}
        self.assertEqual(
            floor_plan.violations(found, LAYERS),
            ["left may not depend on right: c includes d", "low may not depend on high: a includes b"],
        )

    def test_the_table_names_the_folders_that_are_there(self) -> None:
        wrong = floor_plan.violations({"low": {}, "left": {}, "high": {}, "new": {}}, LAYERS)
        self.assertEqual([line.split(":")[0] for line in wrong], ["new", "right"])

    def test_includes_of_the_sources_are_found(self) -> None:
        found = floor_plan.dependencies()
        self.assertIn("src/grid/", found["mapping"]["grid"])
        self.assertIn("src/mpi/", found["preload/front"]["mpi/base"])
        self.assertEqual(set(found["base"]), {"include"})


class Drawing(unittest.TestCase):
    """The drawing has a box for each folder, and an arrow for each dependency that no others imply."""

    NEEDS = {"low": set(), "left": {"low"}, "right": {"low"}, "high": {"left", "right", "low"}}

    def test_implied_dependencies_are_left_out(self) -> None:
        self.assertEqual(
            drawing.reduced(self.NEEDS), [("high", "left"), ("high", "right"), ("left", "low"), ("right", "low")]
        )

    def test_arrows_point_down(self) -> None:
        picture = drawing.svg(LAYERS, self.NEEDS)
        paths = re.findall(r'<path d="M\d+,(\d+) .*,(\d+)" marker-end', picture)
        self.assertEqual(len(paths), 4)
        self.assertTrue(all(int(start) < int(end) for start, end in paths))

    def test_boxes_do_not_overlap(self) -> None:
        found = floor_plan.dependencies()
        picture = drawing.svg(floor_plan.LAYERS, {here: set(needs) for here, needs in found.items()})
        boxes = [tuple(map(int, box)) for box in re.findall(r'<rect x="(\d+)" y="(\d+)"', picture)]
        self.assertEqual(len(boxes), sum(map(len, floor_plan.LAYERS)))
        for index, (x, y) in enumerate(boxes):
            for other_x, other_y in boxes[index + 1 :]:
                self.assertTrue(y != other_y or abs(x - other_x) >= drawing.BOX[0])

    def test_it_is_the_same_each_time(self) -> None:
        turned = dict(reversed(self.NEEDS.items()))
        self.assertEqual(drawing.svg(LAYERS, self.NEEDS), drawing.svg(LAYERS, turned))


if __name__ == "__main__":
    unittest.main()
