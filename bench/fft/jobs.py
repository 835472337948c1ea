# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""MPI programs that take turns: each sleeps until it gets a number of rounds to run."""

import json
import os
import pathlib
import shlex
import subprocess
import sys
import time

import peers
from lib import launch

MPI4PY_FFT = "mpi4py-fft"
START = time.monotonic()


def environment(mpi):
    """Sets huge pages for malloc, the permission of Open MPI to run as root in containers, and the MPI that mpi4py loads,
    as it is built for several."""
    abi = {"MPI4PY_MPIABI": mpi} if mpi in launch.TITLES else {}
    return os.environ | launch.ROOT | {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"} | abi


class Job:
    """A program that prints "ready", reads numbers of rounds, and writes its report after the last one."""

    def __init__(self, command, report, env, errors=None):
        self.command, self.report = [str(part) for part in command], pathlib.Path(report)
        self.report.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, env=env
        )
        self.wait_ready()

    def wait_ready(self):
        for line in self.process.stdout:
            if line.strip() == "ready":
                return
        self.fail()

    def turn(self, rounds=1):
        try:
            self.process.stdin.write(f"{rounds}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # it has ended: its remaining output is read first
        self.wait_ready()

    def finish(self):
        self.process.stdin.close()
        return json.loads(self.report.read_text()) if self.process.wait() == 0 else self.fail()

    def fail(self):
        sys.exit(f"run.py: {shlex.join(self.command)} ended with status {self.process.wait()}")


class Peer(Job):
    """A program of another project. If it fails, it is left out from then on, with its name and the reason."""

    def __init__(self, name, command, report, env):
        self.name, self.why = name, ""
        self.errors = pathlib.Path(report).with_suffix(".stderr")
        with self.errors.open("w") as errors:
            super().__init__(command, report, env, errors)

    def turn(self, rounds=1):
        if not self.why:
            super().turn(rounds)

    def finish(self):
        """Its report, without results if it was left out."""
        report = None if self.why else super().finish()
        return report or {"results": []}

    def fail(self):
        self.process.wait()
        self.why = peers.reason(self.errors.read_text(errors="replace"))
        say(f"{self.name} is left out: {self.why}")


def say(text):
    print(f"run.py: {text}", file=sys.stderr, flush=True)


def say_progress(title):
    minutes, seconds = divmod(round(time.monotonic() - START), 60)
    say(f"{title}: {minutes}:{seconds:02} elapsed")


def heading(report):
    """The first line of a table."""
    kind = f"{'r2c' if report['real'] else 'c2c'} {'x'.join(map(str, report['n']))}"
    return f"{kind}; {report['machine']}; {report['mpi']}; ms per pair, medians of {report['rounds']} rounds"


def take_turns(jobs, rounds, title):
    """Runs one round of each after the other, beginning with another one each time. Returns their reports."""
    for number in range(rounds):
        say_progress(f"{title}: round {number + 1} of {rounds}")
        first = number % len(jobs)
        for job in jobs[first:] + jobs[:first]:
            job.turn()
    return [job.finish() for job in jobs]


class Launcher:
    """Starts programs of one build under one MPI. `settings.launch` is the command before them, "{p}" the processes."""

    def __init__(self, settings, scratch):
        self.build, self.mpi = pathlib.Path(settings.build).resolve(), settings.mpi
        self.scratch = pathlib.Path(scratch)
        default = {"openmpi": "mpirun.openmpi --oversubscribe -n {p}", "mpich": "mpirun.mpich -n {p}"}
        self.prefix = shlex.split(settings.launch or default.get(self.mpi, "mpirun -n {p}"))
        self.program = self.build / "bench" / self.mpi / "fft"
        if not self.program.exists():
            sys.exit(f"run.py: {self.program} does not exist: build bench_fft_{self.mpi}")
        self.env = environment(self.mpi)
        self.wisdom = pathlib.Path(settings.wisdom).resolve() if settings.wisdom != "off" else None
        if self.wisdom:
            self.wisdom.mkdir(parents=True, exist_ok=True)
        self.peer_python = settings.peer_python
        self.left_out = {}  # reasons why peers could not be installed, or failed

    def command(self, processes):
        return [part.replace("{p}", str(processes)) for part in self.prefix]

    def path(self, *parts):
        return self.scratch / ("-".join(map(str, parts)) + ".json")

    def fft_command(self, processes, options, report):
        wisdom = ["--wisdom", self.wisdom or "off"]
        return [*self.command(processes), self.program, *options, *wisdom, "--json", report]

    def fft(self, processes, options, report):
        """Cartwright's program, in turns with others."""
        return Job([*self.fft_command(processes, options, report), "--turns"], report, self.env)

    def fft_once(self, processes, options, report):
        """Only Cartwright's program, whose contenders take turns. Returns its report."""
        command = [str(part) for part in self.fft_command(processes, options, report)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=self.env)
        return json.loads(report.read_text())

    def prepare_peers(self):
        """Installs mpi4py-fft, or leaves it out."""
        try:
            if self.peer_python:
                peers.check_import(self.peer_python)
            else:
                self.peer_python = peers.install(self.build / "bench" / MPI4PY_FFT)
        except peers.LeftOut as left_out:
            self.left_out[MPI4PY_FFT] = str(left_out)
            say(f"{MPI4PY_FFT} is left out: {left_out}")

    def mpi4py_fft(self, processes, kind, n, report):
        worker = pathlib.Path(__file__).with_name("mpi4py_worker.py")
        arguments = [processes, kind, n, report, self.wisdom or "off"]
        command = [*self.command(processes), self.peer_python, "-m", "mpi4py", worker, *arguments]
        return Peer(MPI4PY_FFT, command, report, self.env)
