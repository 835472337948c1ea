# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""usage: fft_bandwidth.py COMMAND ...: runs fft_bandwidth on two processes, and checks that its output is complete and
consistent."""

import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "bench"))

import figures

SIZES = [8, 4096]

with tempfile.TemporaryDirectory() as folder:
    out = pathlib.Path(folder)
    options = ["--sizes", ",".join(map(str, SIZES)) + ",1000000", "--repetitions", "5", "--most-memory", "100000"]
    command = [*sys.argv[1:], *options, "--json", out / "a.json"]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    report = json.loads((out / "a.json").read_text())
    (measured,) = report["runs"]
    rows = measured["results"]
    assert [row["bytes"] for row in rows] == SIZES, "sizes that do not fit into memory are left out"
    assert [int(line.split()[2]) for line in text.splitlines()[3:]] == SIZES, text
    for row in rows:
        assert (row["processes"], row["nodes"], row["per_node"]) == (2, 1, 2), row
        assert 0 < row["lower_quartile"] <= row["median"] <= row["upper_quartile"], row
        assert abs(row["process_bandwidth"] * row["median"] - row["bytes"]) < 1e-6 * row["bytes"], row
        assert abs(row["node_bandwidth"] - 2 * row["process_bandwidth"]) < 1e-6 * row["node_bandwidth"], row

    drawn = figures.FIGURES["fft-bandwidth"](report, report)["panels"]
    assert [(panel["title"], panel["series"][0]["x"]) for panel in drawn] == [("of a process", 2 * SIZES), ("of a node", 2 * SIZES)]
