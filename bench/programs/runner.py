# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs a case on emulated hosts, in a chosen order of ranks, and reads what it sent."""

from __future__ import annotations

import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
from dataclasses import dataclass

import packages
from case import NODES, RANKS

HOSTS = [f"node{node:02}" for node in range(NODES)]
ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
# Runs on the first host; prints the bytes that the interfaces of all hosts sent.
COUNTED = """#!/bin/bash
sent() {{ local sum=0 host; for host in {hosts}; do
  ((sum += $($HYDRA_LAUNCHER_EXEC $host cat /sys/class/net/eth0/statistics/tx_bytes))); done; echo $sum; }}
before=$(sent)
{command}
status=$?
echo $(($(sent) - before)) >sent.txt
exit $status
"""


@dataclass
class Run:
    """What a run left behind."""

    status: str
    results: dict
    record: pathlib.Path
    sent: int  # bytes on the interfaces of all hosts, with TCP's headers and the launcher's messages


def python_with(wheels, environment):
    """The interpreter of an environment that has these packages of PyPI, beside those of Debian."""
    python = environment / "bin/python"
    if not python.exists():
        subprocess.run(["/usr/bin/python3", "-m", "venv", "--system-site-packages", environment], check=True)
    installed = environment / f"{'-'.join(wheels)}.installed"
    if not installed.exists():
        subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *wheels], check=True)
        installed.touch()
    return python


def install(case, build, log):
    """Installs and builds what a case needs, below `build`. Returns its version."""
    packages.install(case.packages, log)
    folder = build / "programs"
    folder.mkdir(parents=True, exist_ok=True)
    case.build(folder)
    if not case.wheels:
        return packages.version(case.packages[0])
    python = python_with(case.wheels, folder / "venv")
    name = case.wheels[0]
    ask = [python, "-c", f"import importlib.metadata as m; print(m.version({name!r}))"]
    return subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()


def placed(host_of_rank, folder):
    """The options of mpirun that put each rank on its host."""
    (folder / "hosts.txt").write_text("".join(f"{host}\n" for host in host_of_rank))
    return ["--mca", "rmaps", "seq", "--hostfile", "hosts.txt"]


def run(case, host_of_rank, folder, build, limit):
    """Runs a case with each rank on its host, and records it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    case.prepare(folder)
    cartwright = build / "bin/cartwright"
    program = [str(part).format(build=build / "programs") for part in case.command]
    exported = [part for name in ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", *case.environment] for part in ("-x", name)]
    launch = ["mpirun.openmpi", *placed(host_of_rank, folder), "-n", str(RANKS), *exported, *program]
    command = shlex.join([str(cartwright), "record", "--force", "--output", "traffic.record", "--", *launch])
    if case.before:
        command = f"{case.before} && {command}"
    (folder / "run.sh").write_text(COUNTED.format(hosts=" ".join(HOSTS), command=command))
    cluster = [cartwright, "cluster", "--hosts", str(NODES), "--slots", str(RANKS // NODES), "--", "bash", "run.sh"]
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    with (folder / "output.txt").open("w") as output, (folder / "errors.txt").open("w") as errors:
        started = subprocess.Popen(
            cluster,
            cwd=folder,
            env={**os.environ, **ROOT, **threads, **case.environment},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            start_new_session=True,
        )
        try:
            status = str(started.wait(limit))
        except subprocess.TimeoutExpired:
            status = f"stopped after {limit} s"
            os.killpg(started.pid, signal.SIGTERM)
            started.wait()
    results = case.results((folder / "output.txt").read_text(errors="replace"), folder)
    counted = folder / "sent.txt"
    return Run(status, results, folder / "traffic.record", int(counted.read_text()) if counted.exists() else 0)


def asked(build, *arguments):
    """The JSON that the command prints."""
    command = [build / "bin/cartwright", *map(str, arguments), "--json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
