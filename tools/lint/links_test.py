# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of links.py."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import links


class Links(unittest.TestCase):
    """Links lead to files and headings that exist."""

    def broken(self, text: str) -> int:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "other.md").write_text("# A `code` heading: two\n")
            page = Path(folder) / "page.md"
            page.write_text(f"# Here\n{text}\n")
            return len(links.broken(page))

    def test_what_exists_passes(self) -> None:
        for text in ("[a](other.md)", "[a](other.md#a-code-heading-two)", "[a](#here)", "[a](https://example.org/x)"):
            self.assertEqual(self.broken(text), 0, text)

    def test_what_does_not_exist_is_found(self) -> None:
        for text in ("[a](nothing.md)", "[a](other.md#nothing)", "[a](#nothing)", "![a](nothing.svg)"):
            self.assertEqual(self.broken(text), 1, text)

    def test_code_has_no_links(self) -> None:
        self.assertEqual(self.broken("`[a](nothing.md)`\n```\n[a](nothing.md)\n```"), 0)


if __name__ == "__main__":
    unittest.main()
