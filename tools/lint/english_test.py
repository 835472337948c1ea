# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of english.py: what it finds, where, and what it leaves alone."""

from __future__ import annotations

import unittest

import english
import prose


def words(name: str, text: str) -> list[tuple[int, str]]:
    """Return the lines and the words found in a file."""
    return [(finding.line, finding.words) for finding in english.findings(name, text)]


class Rules(unittest.TestCase):
    """Each rule finds its words, and lets plain English pass."""

    def test_processes_are_that_or_which(self) -> None:
        self.assertEqual(words("a.hpp", "// processes who send\n"), [(1, "who")])
        self.assertEqual(words("a.hpp", "// with whom it talks\n"), [(1, "whom")])
        self.assertEqual(words("a.hpp", "// processes that send\n"), [])

    def test_people_are_who(self) -> None:
        for people in ("users who read", "anyone who reads", "those who read", "authors, who read"):
            self.assertEqual(words("a.md", f"For {people} this.\n"), [], people)

    def test_is_not_a(self) -> None:
        self.assertEqual(words("a.cpp", '"alignment {} is no power of two";\n'), [(1, "is no")])
        for plain in ("there is no power of two", "it is no longer used", "3 is not a power of two"):
            self.assertEqual(words("a.cpp", f'"{plain}";\n'), [], plain)

    def test_papers_have_keys(self) -> None:
        self.assertEqual(words("a.md", "as in seed 003, section 2\n"), [(1, "seed 003")])
        self.assertEqual(words("a.md", "with the random seed 42\n"), [])

    def test_sentences_do_not_begin_with_of(self) -> None:
        self.assertEqual(words("a.h", "/// Of this process.\n"), [(1, "Of")])
        self.assertEqual(words("a.h", "/// Bytes. Of this process.\n"), [(1, "Of")])
        self.assertEqual(words("a.h", "/// Of course it is. The size of it.\n"), [])
        self.assertEqual(words("a.h", "/// Of these, the first one\n/// counts.\n"), [])

    def test_clauses_in_place_of_nouns(self) -> None:
        self.assertEqual(words("a.h", "/// Whoever receives it.\n"), [(1, "Whoever")])
        self.assertEqual(words("a.h", "/// Then what became of it\n"), [(1, "what became of")])

    def test_words_in_another_sense(self) -> None:
        for phrase in ("is told", "in earnest", "as they stand", "heeds", "kin"):
            self.assertEqual([found for _, found in words("a.c", f"/* it {phrase} now */\n")], [phrase])

    def test_american_spelling(self) -> None:
        for british in ("neighbour", "colours", "normalise", "recognised", "factorisation", "centre", "grey"):
            self.assertEqual(len(words("a.md", f"one {british} here\n")), 1, british)
        for plain in ("otherwise", "precise", "raise", "promised", "exercise", "pairwise", "neighbor", "greylist"):
            self.assertEqual(words("a.md", f"one {plain} here\n"), [], plain)

    def test_names_are_american_too(self) -> None:
        self.assertEqual(len(words("a.cpp", "int left_neighbour = normaliseType(x);\n")), 2)
        self.assertEqual(len(words("a.cpp", "normalise(type);\n")), 1)


class Places(unittest.TestCase):
    """Text is found where it stands, and code is not text."""

    def test_code_is_not_text(self) -> None:
        self.assertEqual(words("a.cpp", "int who = kin; // fine\n"), [])
        self.assertEqual(words("a.md", "`who` and\n```\nwho\n```\n"), [])
        self.assertEqual(words("a.py", "who = 1\n"), [])

    def test_a_comment_goes_on_in_the_next_line(self) -> None:
        self.assertEqual(words("a.cpp", "int a;\n// This one is\n// no plan.\n"), [(2, "is no")])
        self.assertEqual(words("a.cpp", "int a;\n// One.\n// Two: a process\n// who sends.\n"), [(4, "who")])
        self.assertEqual(words("a.py", "# This one is\n# no plan.\n"), [(1, "is no")])

    def test_a_string_goes_on_in_the_next_line(self) -> None:
        self.assertEqual(words("a.cpp", 'f("it is "\n  "no plan");\n'), [(1, "is no")])

    def test_every_kind_of_file(self) -> None:
        samples = {
            "a.h": "/* one who */",
            "a.cpp": 'R"(one who)"',
            "a.ts": "// one who",
            "a.f90": "! one who",
            "a.sh": "x=1  # one who",
            "CMakeLists.txt": 'message("one who")',
            "a.py": '"""One who."""',
            "a.json": '{"description": "one who"}',
            "a.md": "* one who",
            "a.transcript": "one who",
        }
        for name, text in samples.items():
            self.assertEqual(words(name, f"\n{text}\n"), [(2, "who")], name)

    def test_quotes_in_characters_and_digits(self) -> None:
        self.assertEqual(words("a.cpp", "char q = '\"'; int n = 1'000'000; // one who\n"), [(1, "who")])

    def test_paragraphs_of_a_document(self) -> None:
        found = prose.paragraphs("a.md", "# Title\ntext\ngoes on\n* item\n* item\n")
        self.assertEqual([p.text for p in found][:4], ["Title", "text\ngoes on", "item", "item"])


if __name__ == "__main__":
    unittest.main()
