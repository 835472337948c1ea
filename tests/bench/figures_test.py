#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The figures of the documentation can be drawn from their data, and show all of it."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))

import figures

DATA = {name: json.loads((figures.DOCS / f"data/figures/{name}.json").read_text()) for name in figures.FIGURES}


class Data(unittest.TestCase):
    def test_has_a_value_for_each_group(self):
        for name, figure in DATA.items():
            for panel in figure["panels"]:
                for one in panel["series"]:
                    places = panel["groups"] if "groups" in panel else one["x"]
                    self.assertEqual(len(one["values"]), len(places), (name, one))

    def test_is_that_of_figures_on_pages(self):
        pages = "".join(page.read_text() for page in figures.DOCS.glob("*.md"))
        self.assertEqual([name for name in DATA if f"images/{name}.svg" not in pages], [])


class Pictures(unittest.TestCase):
    def test_name_all_that_they_show(self):
        with tempfile.TemporaryDirectory() as folder:
            docs = pathlib.Path(folder)
            shutil.copytree(figures.DOCS / "data/figures", docs / "data/figures")
            subprocess.run([sys.executable, figures.__file__, "--docs", docs], check=True)
            for name, figure in DATA.items():
                drawn = "\n".join(xml.etree.ElementTree.parse(docs / f"images/{name}.svg").getroot().itertext())
                texts = [figure["title"], *figure.get("note", "").splitlines()]
                for panel in figure["panels"]:
                    texts += [panel.get(key, "") for key in ("title", "x", "y")] + panel.get("groups", [])
                    texts += [one["name"] for one in panel["series"]]
                self.assertEqual([text for text in texts if text not in drawn], [], name)


if __name__ == "__main__":
    unittest.main()
