# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Programs, under an MPI and on emulated hosts."""

import os
import subprocess
import sys

TITLES = {"openmpi": "Open MPI", "mpich": "MPICH"}
# Open MPI runs as root, in containers, only with these.
ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def at_once(most):
    """The settings with which Open MPI sends messages up to so many bytes at once. A message in two steps waits for an
    answer that queues behind other messages."""
    names = ("eager_limit", "rndv_eager_limit", "max_send_size")
    return {f"OMPI_MCA_btl_tcp_{name}": str(most) for name in names}


def mpirun(mpi, processes, *options):
    """The command in front of a program."""
    return [f"mpirun.{mpi}", *options, "-n", str(processes)]


def cluster(build, hosts, slots, rate=""):
    """The command in front of a launcher that gives it emulated hosts. It needs root."""
    limited = ["--rate", rate] if rate else []
    return [str(build / "bin/cartwright"), "cluster", "--hosts", str(hosts), "--slots", str(slots), *limited, "--"]


def environment(settings=None):
    """The variables of a measurement: none of Cartwright's but those of `settings`."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("CARTWRIGHT")}
    return {**inherited, **ROOT, **(settings or {})}


def output(command, settings=None):
    """Runs a command, whose errors are shown, and returns what it prints. If it fails, this program ends."""
    command = [str(part) for part in command]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False, env=environment(settings)
    )
    if done.returncode != 0:
        sys.exit(f"exit status {done.returncode}: {' '.join(command)}\n{done.stdout}")
    return done.stdout
