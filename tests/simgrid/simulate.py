# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests `cartwright simulate` with programs compiled by smpicc.
usage: simulate.py CARTWRIGHT SCHEMA HALO WAYS_TO_FAIL COLLECTIVES

All times are simulated, and therefore equal in every run: nothing is measured."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

import jsonschema

cartwright, schema, halo, ways_to_fail, collectives = sys.argv[1:]
validator = jsonschema.Draft202012Validator(json.loads(pathlib.Path(schema).read_text()))
torus = ["--network", "torus:dims=4x4x4", "--budget", "0.5"]


def simulate(*arguments):
    return subprocess.run([cartwright, "simulate", *arguments], capture_output=True, text=True)


def simulation(*arguments, program=True):
    run = simulate("--json", *arguments)
    assert run.returncode == 0, run.stderr
    report = json.loads(run.stdout)
    validator.validate(report)
    found = report["simulation"]
    assert ("program" in found) == program
    # The schema must reject a wrong report.
    assert not validator.is_valid({**report, "simulation": {**found, "runs": found["runs"][:1]}})
    return found


def fails(text, *arguments):
    run = simulate("--mapping", "blocked", *arguments)
    assert run.returncode == 2 and text in run.stderr and run.stderr.count("\n") == 1, (arguments, run)


# If link loads predict that Cartwright's order is faster, it is faster in SimGrid, too. No run is faster than the bound of
# its busiest link.
jobs = [
    (*torus, "--dims", "8x8", "--periodic", "1,1", "--bytes", "64KiB", "--", halo, "65536", "1", "8", "8"),
    ("--network", "fat-tree:down=4x4x4,up=1x2x2", "--dims", "8x8", "--periodic", "1,1", "--bytes", "64KiB",
     "--budget", "0.5", "--", halo, "65536", "1", "8", "8"),
    ("--machine", "dragonfly:routers=4,nodes=2,global=2,groups=8", "--dims", "16x8", "--periodic", "1,1",
     "--ranks-per-node", "2", "--bytes", "64KiB", "--budget", "0.5", "--", halo, "65536", "1", "16", "8"),
]
for job in jobs:
    found = simulation(*job)
    launched, mapped = found["runs"]
    assert launched["order"] == "as launched" and mapped["order"] == "Cartwright", job
    assert found["predicted_ratio"] > 1 and found["ratio"] > 1, (job, found)
    for run in found["runs"]:
        assert run["simulated_seconds"] > run["predicted_seconds"] > 0, (job, run)
    assert abs(found["ratio"] - launched["simulated_seconds"] / mapped["simulated_seconds"]) < 1e-9

# The flow model takes the time of the exchange that the program prints, within 5 %. The messages are large: after a
# barrier, the processes begin up to a microsecond apart.
with tempfile.TemporaryDirectory() as folder:
    for number, job in enumerate(jobs):
        separator = job.index("--")
        options = [{"64KiB": "1MiB"}.get(option, option) for option in job[:separator]] + ["--mapping", "hilbert"]
        run = simulate("--keep", f"{folder}/{number}", *options, "--", halo, str(1 << 20), "1", *job[separator + 4:])
        assert run.returncode == 0, run
        flows = simulation(*options, "--tolerance", "0", program=False)
        for run, name in zip(flows["runs"], ("launched", "cartwright")):
            printed = re.search(r"neighbors: (\S+) s", pathlib.Path(f"{folder}/{number}/{name}.out").read_text())
            assert abs(run["simulated_seconds"] / float(printed.group(1)) - 1) < 0.05, (job, run, printed.group())

# The ways of a collective, carried out by messages, take the times of the model. SimGrid lets a process begin a step when its
# own messages have come, and divides links by round trips. It does not let the messages within a node share a bandwidth.
sizes = [8, 256, 8192]
for network, collective in (("dragonfly:routers=4,nodes=2,global=1,groups=2", "alltoall"),
                            ("fat-tree:down=4x4,up=1x4", "allgather")):  # fmt: skip
    options = ["--network", network, "--count", "16", "--ranks-per-node", "4", "--latency", "1e-6"]
    run = simulate("--json", *options, "--collective", collective, "--bytes", ",".join(map(str, sizes)), "--overhead", "2e-6")
    report = json.loads(run.stdout)
    validator.validate(report)
    found = report["collective"]
    with tempfile.TemporaryDirectory() as folder:
        program = ["--cfg", "network/loopback-bw:1e15", "--", collectives, collective, "4", "2000", str(found["radix"]), *map(str, sizes)]
        run = simulate("--keep", f"{folder}/kept", *options, "--mapping", "blocked", *program)
        assert run.returncode == 0, run
        lines = re.findall(r"(.+),(\d+),(\S+)", pathlib.Path(f"{folder}/kept/launched.out").read_text())
    printed = {(way, int(size)): float(seconds) for way, size, seconds in lines}
    for row in found["rows"]:
        for way, seconds in zip(found["ways"], row["seconds"], strict=True):
            ratio = seconds / printed[way["name"], row["bytes"]]
            least = 0.85 if way["name"] == "relayed" else 0.9  # its messages differ in size
            assert least < ratio < 1.5, (network, collective, way["name"], row["bytes"], ratio)

# Every simulation of one order gives exactly the same time.
still = simulation("--mapping", "blocked", *jobs[0])
assert still["ratio"] == 1 and still["predicted_ratio"] == 1, still

# Ranks run on the nodes of the mapping: in launch order in the first run, and in another order, with the same number on
# each node, in the second run.
with tempfile.TemporaryDirectory() as folder:
    kept = pathlib.Path(folder) / "kept"
    few = ["--network", "torus:dims=4x4", "--dims", "8x4", "--ranks-per-node", "2", "--budget", "0.5", "--keep", str(kept), "--quiet"]
    run = simulate(*few, "--", ways_to_fail, "where")
    assert run.returncode == 0 and run.stdout == "", run
    for name in ("launched", "cartwright"):
        hosts = (kept / f"{name}.hosts").read_text().split()
        host_of = dict(re.findall(r"rank (\d+) on (\w+)", (kept / f"{name}.out").read_text()))
        assert [host_of[str(rank)] for rank in range(32)] == hosts, name
        assert sorted(hosts) == sorted(f"n{node}" for node in range(16) for _ in range(2)), name
        assert (hosts == [f"n{rank // 2}" for rank in range(32)]) == (name == "launched"), name
    assert (kept / "platform.xml").read_text().count("<host ") == 16
    fails("is not empty", *few, "--", ways_to_fail, "where")

# The network may be a file.
with tempfile.NamedTemporaryFile("w", suffix=".json") as machine:
    switches = [f"s{i}" for i in range(8)]
    json.dump({"schema": "cartwright-network/1", "classes": [{"name": "cable", "bandwidth": 1e9}], "switches": switches,
               "nodes": [{"name": f"n{i}", "switch": name} for i, name in enumerate(switches)],
               "links": [{"from": switches[i - 1], "to": switches[i], "class": "cable"} for i in range(8)]}, machine)
    machine.flush()
    found = simulation("--machine", machine.name, "--dims", "8", "--mapping", "blocked", "--bytes", "1MB", "--", halo,
                       "1000000", "1", "8")
    assert found["platform"]["links"] == 16 and 0.001 < found["runs"][0]["simulated_seconds"] < 0.0012, found

# An interrupt ends the simulation, and its files are removed.
with tempfile.TemporaryDirectory() as folder:
    command = [cartwright, "simulate", *torus, "--mapping", "blocked", "--", ways_to_fail, "loop"]
    with subprocess.Popen(command, env={**os.environ, "TMPDIR": folder}, stderr=subprocess.PIPE, text=True) as running:
        while running.poll() is None and not list(pathlib.Path(folder).glob("*/launched.out")):
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        errors = running.stderr.read()
    assert running.returncode == 1 and "interrupted by signal 2" in errors, (running.returncode, errors)
    assert not list(pathlib.Path(folder).iterdir())

fails("MPI_Neighbor_alltoall, which SimGrid's MPI lacks", *torus, "--", ways_to_fail, "neighbor")
fails("called MPI_Abort", *torus, "--", ways_to_fail, "abort")
fails("deadlocks under smpirun", *torus, "--", ways_to_fail, "wait")
fails("status 5 after 'all is lost'", *torus, "--", ways_to_fail, "status")
fails("did not end within 0.5 s", *torus, "--timeout", "0.5", "--", ways_to_fail, "loop")
fails("compile it with SimGrid's smpicc", *torus, "--", "/bin/ls")
fails("1331 ranks are too many: at most 1024", "--network", "torus:dims=11x11x11", "--", halo)
fails("as one argument", *torus, "--", halo, "a b")
fails("is not an executable file", *torus, "--", "no-such-program")
with tempfile.NamedTemporaryFile(suffix="-mpich") as other:
    other.write(b"\x7fELF\0libmpich.so.12\0")
    other.flush()
    pathlib.Path(other.name).chmod(0o755)
    fails("is linked with another MPI", *torus, "--", other.name)
