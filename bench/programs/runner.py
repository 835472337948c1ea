# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs a case on emulated hosts, as a launcher says, and reads what it sent."""

import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
from dataclasses import dataclass, field

import packages
from case import NODES
from lib import launch as launching
from lib.machine import version

MPIRUN = "mpirun.openmpi"
RECORD = "traffic.record"  # in the folder of a run
HOSTS = [f"node{node:02}" for node in range(NODES)]
# Runs on the first host; writes the bytes and the packets that the interfaces of all hosts sent.
COUNTED = """#!/bin/bash
sent() {{ local sum=0 host; for host in {hosts}; do
  ((sum += $($HYDRA_LAUNCHER_EXEC $host cat /sys/class/net/eth0/statistics/tx_$1))); done; echo $sum; }}
bytes=$(sent bytes) packets=$(sent packets)
{command}
status=$?
echo $(($(sent bytes) - bytes)) $(($(sent packets) - packets)) >sent.txt
exit $status
"""


@dataclass
class Launch:
    """How a run is started."""

    words: list  # a launcher and its options
    files: dict = field(default_factory=dict)  # files that these options name, with their contents
    around: list = field(default_factory=list)  # words between the launcher and the program
    rate: str = ""  # of the links between hosts; empty: no limit


@dataclass
class Run:
    """What a run left behind."""

    status: str
    results: dict
    folder: pathlib.Path
    sent: int  # bytes on the interfaces of all hosts, with TCP's headers and the launcher's messages
    packets: int  # there


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
        return version(case.packages[0])
    python = python_with(case.wheels, folder / "venv")
    name = case.wheels[0]
    ask = [python, "-c", f"import importlib.metadata as m; print(m.version({name!r}))"]
    return subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()


def recorded(host_of_rank, build):
    """Records a program with each rank on its host."""
    recorder = [build / "bin/cartwright", "record", "--force", "--output", RECORD, "--"]
    placed = ["--mca", "rmaps", "seq", "--hostfile", "hosts.txt"]
    return Launch([*recorder, MPIRUN, *placed], {"hosts.txt": "".join(f"{host}\n" for host in host_of_rank)})


def prepared(case, launch, folder, build):
    """Writes the input of a case into a new folder. Returns the command of the shell that runs it there, and its variables."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    case.prepare(folder)
    for name, content in launch.files.items():
        (folder / name).write_text(content)
    program = [str(part).format(build=build / "programs") for part in case.command]
    exported = [part for name in ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", *case.environment] for part in ("-x", name)]
    command = shlex.join(map(str, [*launch.words, "-n", case.ranks, *exported, *launch.around, *program]))
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    return f"{case.before} && {command}" if case.before else command, launching.environment(threads | case.environment)


def ended(command, folder, variables, limit):
    """Runs a command in a folder, with its output in files there. Returns its status."""
    with (folder / "output.txt").open("w") as output, (folder / "errors.txt").open("w") as errors:
        streams = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": errors}
        started = subprocess.Popen(command, cwd=folder, env=variables, start_new_session=True, **streams)
        try:
            return str(started.wait(limit))
        except subprocess.TimeoutExpired:
            os.killpg(started.pid, signal.SIGTERM)
            started.wait()
            return f"stopped after {limit} s"


def run(case, launch, folder, build, limit):
    """Runs a case in a new folder, on emulated hosts."""
    command, variables = prepared(case, launch, folder, build)
    (folder / "run.sh").write_text(COUNTED.format(hosts=" ".join(HOSTS), command=command))
    cluster = launching.cluster(build, NODES, case.ranks // NODES, launch.rate)
    status = ended([*cluster, "bash", "run.sh"], folder, variables, limit)
    results = case.results((folder / "output.txt").read_text(errors="replace"), folder)
    counted = folder / "sent.txt"
    sent, packets = map(int, counted.read_text().split()) if counted.exists() else (0, 0)
    return Run(status, results, folder, sent, packets)


def asked(build, *arguments):
    """The JSON that the command prints."""
    command = [build / "bin/cartwright", *map(str, arguments), "--json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
