# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""usage: neighbor_bench.py COMMAND ...: runs neighbor_alltoall on four processes of two pretended hosts, and checks
that its output is complete and consistent."""

import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "bench"))

import figures
from neighbor_alltoall.tables import evaluate, text

STENCILS = ["nn", "hops", "component"]
SIZES = [64, 4096]
MAPPINGS = ["random", "blocked", "nodecart", "hyperplane", "kdtree", "strips", "best"]

with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder, "report.json")
    command = [*sys.argv[1:], "--hosts", "2x2", "--sizes", ",".join(map(str, SIZES)), "--repetitions", "6", "--json", file]
    subprocess.run(command, check=True)
    report = evaluate(json.loads(file.read_text()))
results = report["results"]
assert (report["processes"], report["hosts"], report["dims"]) == (4, 2, [2, 2])
wanted = [(stencil, size, mapping) for stencil in STENCILS for size in SIZES for mapping in MAPPINGS]
assert [(row["stencil"], row["size"], row["mapping"]) for row in results] == wanted
for row in results:
    assert 5 <= len(row["seconds"]) <= 6, row
    assert 0 < min(row["seconds"]) <= row["median"] <= max(row["seconds"]), row
    assert row["low"] <= row["median"] <= row["high"], row
    if row["mapping"] == "blocked":  # two rows of two: each sends one message up or down per process
        assert (row["j_sum"], row["j_max"]) == (4, 2), row
    assert row["mapping"] != "best" or row["j_sum"] == (0 if row["stencil"] == "component" else 4), row

for row in report["largest"]:
    assert row["bytes"] == SIZES[-1] * next(
        each["j_max"] for each in results if each["stencil"] == row["stencil"] and each["mapping"] == row["mapping"]
    )
    assert (row["predicted"] is None) == (row["measured"] is None) == (row["bytes"] == 0), row
    assert row["mapping"] != "blocked" or row["predicted"] == row["measured"] == 1, row
assert -1 <= report["rank_correlation"] <= 1

panels = figures.FIGURES["neighbor-alltoall-openmpi"](report)["panels"]
assert [len(panel["series"]) for panel in panels] == [7, 7, 6] * len(STENCILS), panels
assert all(panel["groups"] == ["64", "4 K", "predicted"] for panel in panels[2::3]), panels
assert all(len(one["values"]) == 3 for panel in panels[2::3] for one in panel["series"]), panels
points = [one["values"] for one in figures.FIGURES["neighbor-alltoall-openmpi-prediction"](report)["panels"][0]["series"]]
drawn = [row for row in report["largest"] if row["predicted"] is not None and row["mapping"] != "blocked"]
assert sum(map(len, points)) == len(drawn), points

for title in ["Stencil Strips", "rank correlation", "speed-up over blocked, 4096 bytes"]:
    assert title in text(report), text(report)
