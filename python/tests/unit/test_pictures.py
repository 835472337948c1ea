# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The output in notebooks, files and terminals."""

import csv
import json
import xml.etree.ElementTree as xml

import pytest

import cartwright

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def mapping():
    return cartwright.map((12, 12), "12x2x6", "hops")


def test_svg_has_a_shape_for_every_node(mapping):
    picture = xml.fromstring(mapping.svg())
    assert picture.tag == SVG + "svg"
    titles = [title.text for title in picture.iter(SVG + "title")]
    assert len(titles) == 12 and titles[3].startswith("node 3 (node0003): 12 processes")
    assert mapping._repr_svg_() == mapping.svg()


def test_html_is_well_formed_and_shows_the_cost(mapping):
    page = xml.fromstring(mapping._repr_html_())
    rows = [[cell.text for cell in row] for row in page.iter("tr")]
    assert [row[0] for row in rows] == ["level", "node", "socket"]
    assert rows[1][2] == f"{mapping.cost().j_sum:g}"
    assert page.find(SVG + "svg") is not None


def test_names_from_outside_are_escaped():
    machine = cartwright.Machine.from_text(cartwright.Machine("2x2").to_json(), name='<b>&"')
    stencil = cartwright.Stencil([(1, 0)])
    for html in (
        cartwright.evaluate([0, 1, 2, 3], (2, 2), machine, stencil, name="<script>&")._repr_html_(),
        cartwright.compare((2, 2), machine, stencil)._repr_html_(),
    ):
        assert "<script>" not in html and "<b>&" not in html
        xml.fromstring(html)


def test_comparison_lists_every_mapping_and_failure():
    comparison = cartwright.compare((5, 3), [7, 8])
    rows = list(xml.fromstring(comparison._repr_html_()).iter("tr"))
    assert len(rows) == len(comparison.mappings) + 1
    assert "auto" in str(comparison)
    assert repr(comparison).startswith("<Comparison of ")
    document = comparison.to_dict()
    assert document == json.loads(comparison.to_json())
    assert (document["schema"], document["command"]) == ("cartwright-report/1", "compare")


def test_report_is_that_of_the_command(mapping):
    document = mapping.to_dict()
    assert document == json.loads(mapping.to_json())
    assert (document["schema"], document["command"]) == ("cartwright-report/1", "map")
    assert document["mappings"][0]["j_sum"] == mapping.cost().j_sum
    assert document["stencil"]["text"] == "hops"


def test_text_shows_the_table(mapping):
    assert "grid 12x12, stencil hops" in str(mapping)
    assert repr(mapping).startswith("<Mapping ")


# These need the names of hosts, or advice for the launcher.
WITH_REMARKS = ("rankfile", "rankfile4", "mpich", "intel", "slurm", "nodelist", "pbs", "erf", "vcoord")


@pytest.mark.parametrize("format", cartwright.formats())
def test_every_format_is_written(mapping, format, tmp_path):
    remarks = mapping.write(format, tmp_path / "file")
    assert (tmp_path / "file").read_text() == mapping.text(format) != ""
    assert bool(remarks) == (format in WITH_REMARKS)


def test_csv_is_read_by_the_standard_library(mapping):
    rows = list(csv.DictReader(mapping.text("csv").splitlines()))
    assert [int(row["rank"]) for row in rows] == list(range(144))
    assert [int(row["node"]) for row in rows] == mapping.node_of_cell.ravel().tolist()
    assert [int(row["old_rank"]) for row in rows] == mapping.slots.ravel().tolist()


def test_a_million_cells_are_not_drawn():
    large = cartwright.map((1001, 1000), "1001x1000", mapping="blocked")
    assert large._repr_svg_() is None
    assert "<svg" not in large._repr_html_()
    with pytest.raises(cartwright.UnsupportedError):
        large.svg()
