# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""usage: fft_bench.py RUN BUILD MPI LAUNCH ...: runs the benchmark of FFTs on small grids, and checks that its output
is complete and consistent. LAUNCH starts a program, with {p} for the number of processes."""

import json
import math
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "bench"))

import figures

run, build, mpi, *launch = sys.argv[1:]


def check_report(out):
    """Checks the program with all competitors on real data, with sizes that no two processes share evenly."""
    program = pathlib.Path(build) / "bench" / mpi / "fft"
    command = [part.replace("{p}", "2") for part in launch] + [program, "--n", "9x12x32", "--real", "--fields", "2"]
    command += ["--effort", "estimate", "--repeats", "3", "--method", "alltoallv,alltoallw"]
    command += ["--json", out / "a.json"]
    subprocess.run(command, check=True)
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
        if result["family"] == "cartwright":
            assert result["work_bytes"] > 0 and result["explain"] and result["explained"], result
            assert result["phases"]["fft"] > 0 and result["phases"]["pack"] + result["phases"]["wait"] > 0, result


def check_driver(out):
    """Checks run.py: jobs that alternate, and the fit of a power law to their reports."""
    command = [run, build, "scaling", "--mpi", mpi, "--launch", shlex.join(launch), "--ranks", "1,2", "--n", "16"]
    subprocess.run(command + ["--effort", "estimate", "--repeats", "2", "--out", out], check=True, stdout=subprocess.PIPE)
    document = json.loads((out / "fft-scaling.json").read_text())
    points = document["series"]["cartwright"]
    assert points["processes"] == [1, 2] and all(report["rounds"] == 2 for report in document["reports"]), document
    gamma = math.log2(points["seconds"][0] / points["seconds"][1])
    assert math.isclose(points["fit"]["gamma"], gamma) and math.isclose(points["fit"]["C"], points["seconds"][0]), points
    assert "gamma" in (out / "fft-scaling.txt").read_text()


def table(out, *options, environment=(), build_folder=build):
    """The document, the text and the standard error of the smallest table."""
    command = [run, build_folder, "table", "--mpi", mpi, "--launch", shlex.join(launch), "--n", "8", "--ranks", "2"]
    command += ["--repeats", "2", "--out", out, "--wisdom", out / "wisdom", *options]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | dict(environment))
    return json.loads((out / "fft-table.json").read_text()), (out / "fft-table.txt").read_text(), done.stderr


def script(path, text):
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return path


def check_left_out(made, why):
    """Checks that the failed peer is named once, with the reason, and that all other results are there."""
    document, text, errors = made
    reasons = re.findall("^run.py: mpi4py-fft is left out: (.*)$", errors, re.MULTILINE)
    assert len(reasons) == 1 and why in reasons[0], errors
    assert f"left out: mpi4py-fft: {reasons[0]}\n" in text, text
    (drawn,) = figures.FIGURES["fft-table"](document)["panels"]
    assert drawn["groups"] == ["c2c 8^3, 2 ranks", "r2c 8^3, 2 ranks"] and drawn["series"][0]["values"] == [1, 1], drawn
    for case in document["cases"]:
        assert {"name": "mpi4py-fft", "why": reasons[0]} in case["left_out"], case["left_out"]
        assert {"cartwright", "fftw-threads"} <= {result["name"] for result in case["results"]}, case
        assert all(len(result["seconds"]) == 2 for result in case["results"]), case


def check_peers(out):
    """Checks a peer that cannot be imported, one that ends early, and one that cannot be installed."""
    without_packages = script(out / "without-packages", f'exec {shlex.quote(sys.executable)} -I -S "$@"\n')
    check_left_out(table(out, "--peer-python", without_packages), "ModuleNotFoundError: No module named 'mpi4py_fft'")
    ends_early = script(out / "ends-early", """[ "$1" = -c ] && exit 0
[ "${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}" = 0 ] && echo ready && read rounds
echo 'ValueError: enough' >&2
exit 3
""")
    check_left_out(table(out, "--peer-python", ends_early), "ValueError: enough")
    fresh = out / "build"
    (fresh / "bench").mkdir(parents=True)
    (fresh / "bench" / mpi).symlink_to(pathlib.Path(build).resolve() / "bench" / mpi)
    check_left_out(table(out, environment={"PIP_NO_INDEX": "1"}, build_folder=fresh), "No matching distribution found")


def check_progress(out):
    """Checks that each plan and round has a line with the elapsed time."""
    failing = script(out / "failing", "exit 1\n")
    errors = table(out, "--peer-python", failing, "--effort", "estimate")[2]
    steps = ["Cartwright and FFTW plan", "round 1 of 2", "round 2 of 2"]
    titles = [f"run.py: {kind} 8^3 on 2 ranks: {step}: " for kind in ["c2c", "r2c"] for step in steps]
    lines = re.findall(r"^(.*: )\d+:\d\d elapsed$", errors, re.MULTILINE)
    assert lines == titles, errors


def check_wisdom(out):
    """Checks that planning by measurement happens once: the second run finds the plans of the first, `off` keeps
    none."""
    failing = script(out / "failing", "exit 1\n")

    def known(*options):
        results = table(out, "--peer-python", failing, *options)[0]["cases"][0]["results"]
        return {result["name"]: result["wisdom"] for result in results if "wisdom" in result}

    peers = ["fftw-threads"] + (["fftw-mpi", "fftw-mpi-natural"] if mpi == "openmpi" else [])
    assert known() == dict.fromkeys(peers, False)
    assert (out / "wisdom" / "cartwright.json").exists()
    assert known() == dict.fromkeys(peers, True)
    (out / "wisdom" / "fftw-threads-fftw").write_text("(damaged")
    assert known() == dict.fromkeys(peers, True) | {"fftw-threads": False}
    assert known("--wisdom", "off") == dict.fromkeys(peers, False)


for check in [check_report, check_driver, check_peers, check_progress, check_wisdom]:
    with tempfile.TemporaryDirectory() as folder:
        check(pathlib.Path(folder))
