# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""usage: bench_pack.py PROGRAM MILC [WORKER ...]: runs the benchmark of packing in its quickest form, with any MPIs whose
workers are given, and checks that what it writes is whole. It checks the bytes of every contender itself, before it
times them. How fast they are is not the question."""

import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "bench"))

import figures
from pack import tables

LAYOUTS = [
    "WRF_x_vec 8x8",
    "NAS_LU_y 12",
    "NAS_BT_y A.16",
    "NAS_SP_x A.16",
    "LAMMPS_atomic 114",
    "vec(32 2 8)[ctg(6)[float]]",
]

with tempfile.TemporaryDirectory() as folder:
    out = pathlib.Path(folder)
    command = [sys.argv[1], "--quick", "--parts", "cache,milc,commit", "--milc", sys.argv[2], "--json", out / "a.json"]
    for layout in LAYOUTS:
        command += ["--only", layout]
    workers = [f"openmpi-{i}" for i, _ in enumerate(sys.argv[3:])]
    for name, worker in zip(workers, sys.argv[3:]):
        command += ["--worker", f"{name}={worker}"]
    subprocess.run(command, check=True)

    report = json.loads((out / "a.json").read_text())
    text = tables.text(report)
    others = ["memcpy", "loop", "constants"] + workers
    assert [contender["id"] for contender in report["contenders"]] == ["ours"] + others
    measured = {(row["layout"], row["direction"]) for row in report["results"]}
    assert measured == {(layout, direction) for layout in LAYOUTS for direction in ["pack", "unpack"]} | {
        (row["layout"], row["direction"]) for row in report["results"] if row["residency"] == "milc"
    }
    for row in report["results"]:
        assert row["bytes"] > 0 and all(seconds > 0 for seconds in row["seconds"].values()), row
        assert list(row["speedup"]) == others, row
    assert all(cost["seconds"] > 0 for cost in report["commit"]) and len(report["commit"]) > 60
    milc = tables.milc(report)
    assert len(milc) == len(workers)
    for name in ["pack-milc-speedup", "pack-milc-reuse"]:
        histograms = [panel["series"][0]["values"] for panel in figures.FIGURES[name](report)["panels"]]
        assert list(map(sum, histograms)) == [len(panel["types"]) for panel in milc], histograms
    for title in ["pack, in cache", "geometric mean", "commit of"]:
        assert title in text, text
