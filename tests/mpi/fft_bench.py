# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""usage: fft_bench.py RUN BUILD MPI LAUNCH ...: runs the benchmark of FFTs on small grids, and checks that all it writes
is whole and agrees with itself. LAUNCH starts a program, with {p} for the number of processes."""

import json
import math
import pathlib
import shlex
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

run, build, mpi, *launch = sys.argv[1:]


def check_report(out):
    """Of the program, with everybody: real data, sizes that no two processes share evenly."""
    program = pathlib.Path(build) / "bench" / mpi / "fft"
    command = [part.replace("{p}", "2") for part in launch] + [program, "--n", "9x12x32", "--real", "--fields", "2"]
    command += ["--effort", "estimate", "--repeats", "3", "--method", "alltoallv,alltoallw"]
    command += ["--json", out / "a.json", "--svg", out / "a.svg"]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    report = json.loads((out / "a.json").read_text())
    assert (report["n"], report["real"], report["fields"], report["rounds"]) == ([9, 12, 32], True, 2, 3), report
    names = [f"cartwright{order}/{method}" for order in ["", "-natural"] for method in ["alltoallv", "alltoallw"]]
    if mpi == "openmpi":
        names += ["fftw-mpi", "fftw-mpi-natural"]
    else:
        assert [each["name"] for each in report["left_out"]] == ["fftw-mpi", "fftw-mpi-natural"], report["left_out"]
    results = {result["name"]: result for result in report["results"]}
    assert list(results) == names + ["fftw-threads"], list(results)

    points = 9 * 12 * 32
    for name, result in results.items():
        assert len(result["seconds"]) == 3 and min(result["seconds"]) <= result["median"] <= max(result["seconds"]), name
        flops = 2 * 2 * 2.5 * points * math.log2(points)  # two fields, there and back, half for real data
        assert math.isclose(result["gflops"], flops / result["median"] / 1e9), name
        assert math.isclose(result["to_limit"], result["median"] / results["fftw-threads"]["median"]), name
        assert 0 < result["round_trip_error"] < 1e-13 and result["wave_error"] < 1e-13, result
        assert result["title"] in text, text
        if result["family"] == "cartwright":
            assert result["work_bytes"] > 0 and result["explain"] and result["explained"], result
            assert result["phases"]["fft"] > 0 and result["phases"]["pack"] + result["phases"]["wait"] > 0, result
    assert xml.etree.ElementTree.parse(out / "a.svg").getroot().tag.endswith("svg")


def check_driver(out):
    """Of run.py: jobs that take turns, and the fit of a power law to what they report."""
    command = [run, build, "scaling", "--mpi", mpi, "--launch", shlex.join(launch), "--ranks", "1,2", "--n", "16"]
    subprocess.run(command + ["--effort", "estimate", "--repeats", "2", "--out", out], check=True, stdout=subprocess.PIPE)
    document = json.loads((out / "fft-scaling.json").read_text())
    points = document["series"]["cartwright"]
    assert points["processes"] == [1, 2] and all(report["rounds"] == 2 for report in document["reports"]), document
    gamma = math.log2(points["seconds"][0] / points["seconds"][1])
    assert math.isclose(points["fit"]["gamma"], gamma) and math.isclose(points["fit"]["C"], points["seconds"][0]), points
    assert xml.etree.ElementTree.parse(out / "fft-scaling.svg").getroot().tag.endswith("svg")
    assert "gamma" in (out / "fft-scaling.txt").read_text()


with tempfile.TemporaryDirectory() as folder:
    check_report(pathlib.Path(folder))
    check_driver(pathlib.Path(folder))
