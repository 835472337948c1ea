# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""MPI programs that take turns: each sleeps until it is told to do some rounds."""

import json
import os
import pathlib
import shlex
import subprocess
import sys
import venv


def environment():
    """Huge pages for whoever uses malloc, and Open MPI's leave to run as root, in containers."""
    return os.environ | {
        "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    }


class Job:
    """A program that says "ready", reads numbers of rounds and writes its report at the end of them."""

    def __init__(self, command, report):
        self.command, self.report = [str(part) for part in command], pathlib.Path(report)
        self.report.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
        )
        self.wait_ready()

    def wait_ready(self):
        for line in self.process.stdout:
            if line.strip() == "ready":
                return
        sys.exit(f"run.py: {shlex.join(self.command)} ended with status {self.process.wait()}")

    def turn(self, rounds=1):
        self.process.stdin.write(f"{rounds}\n")
        self.process.stdin.flush()
        self.wait_ready()

    def finish(self):
        self.process.stdin.close()
        if self.process.wait() != 0:
            sys.exit(f"run.py: {shlex.join(self.command)} ended with status {self.process.returncode}")
        return json.loads(self.report.read_text())


def take_turns(jobs, rounds):
    """One round of each after the other, whoever is first; then their reports."""
    for round_number in range(rounds):
        first = round_number % len(jobs)
        for job in jobs[first:] + jobs[:first]:
            job.turn()
    return [job.finish() for job in jobs]


class Launcher:
    """Starts programs of one build under one MPI. `prefix` is the command before them, "{p}" the processes."""

    def __init__(self, build, mpi, prefix, scratch):
        self.build, self.mpi = pathlib.Path(build).resolve(), mpi
        self.scratch = pathlib.Path(scratch)
        default = {"openmpi": "mpirun.openmpi --oversubscribe -n {p}", "mpich": "mpirun.mpich -n {p}"}
        self.prefix = shlex.split(prefix or default.get(mpi, "mpirun -n {p}"))
        self.program = self.build / "bench" / mpi / "fft"
        if not self.program.exists():
            sys.exit(f"run.py: there is no {self.program}: build bench_fft_{mpi}")

    def command(self, processes):
        return [part.replace("{p}", str(processes)) for part in self.prefix]

    def path(self, *parts):
        return self.scratch / ("-".join(map(str, parts)) + ".json")

    def fft(self, processes, options, report):
        """Our program, in turns."""
        return Job([*self.command(processes), self.program, *options, "--turns", "--json", report], report)

    def fft_once(self, processes, options, report):
        """Our program alone: its contenders take turns by themselves. Returns its report."""
        command = [*self.command(processes), self.program, *options, "--json", report]
        subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL, env=environment())
        return json.loads(report.read_text())

    def mpi4py_fft(self, processes, kind, n, report):
        python = self.peer_python()
        worker = pathlib.Path(__file__).with_name("mpi4py_worker.py")
        return Job([*self.command(processes), python, worker, kind, n, report], report) if python else None

    def peer_python(self):
        """Of a virtual environment in the build folder that has mpi4py-fft, compiled here for FFTW as installed. None
        where PyPI cannot be reached."""
        folder = self.build / "bench" / "mpi4py-fft"
        python, done = folder / "bin" / "python", folder / "done"
        if not done.exists():
            print(f"run.py: installing mpi4py-fft into {folder}", file=sys.stderr)
            venv.create(folder, clear=True, with_pip=True)
            install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            if subprocess.run([*install, "numpy", "mpi4py", "mpi4py-fft"], check=False).returncode != 0:
                print("run.py: no mpi4py-fft from PyPI: it is left out", file=sys.stderr)
                return None
            done.touch()
        return python
