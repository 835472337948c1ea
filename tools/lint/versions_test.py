# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of versions.py."""

from __future__ import annotations

import re
import shutil
import tempfile
import unittest
from pathlib import Path

import versions

ROOT = Path(__file__).resolve().parents[2]


class Versions(unittest.TestCase):
    """A file with another version or date is found."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for pattern in ["CMakeLists.txt", *(name for name, _ in versions._COPIES)]:
            for path in ROOT.glob(pattern):
                copy = self.root / path.relative_to(ROOT)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, copy)

    def change(self, name: str, pattern: str, new: str) -> None:
        path = self.root / name
        text, count = re.subn(pattern, new, path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        self.assertEqual(count, 1)
        path.write_text(text, encoding="utf-8")

    def test_these_agree(self) -> None:
        self.assertEqual(versions.disagreements(self.root), [])

    def test_each_copy_is_read(self) -> None:
        self.change("CMakeLists.txt", r"^  VERSION \d+", "  VERSION 99")
        found = "\n".join(versions.disagreements(self.root))
        for name, _ in versions._COPIES:
            self.assertIn(name.partition("*")[0], found)
        self.assertIn("is not named by the version 99.", found)

    def test_another_date_is_found(self) -> None:
        self.change("CITATION.cff", "^date-released: .*", "date-released: 1999-01-01")
        self.assertEqual(len(versions.disagreements(self.root)), 1)


if __name__ == "__main__":
    unittest.main()
