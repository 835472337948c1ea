# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""mpi4py's whole test suite, on 1, 2, 3 and 5 ranks. Each test must have the same result on every rank."""

import json
import os
import pathlib
import subprocess
import tarfile

from suite import Case, Suite

VERSION = "4.1.2"
RUNNER = pathlib.Path(__file__).parents[1] / "mpi4py_outcomes.py"
# Topologies, messages, packing and requests: fast tests of functions that Cartwright changes.
QUICK = r"test_(comm_topo|p2p_buf_matched|pack|msgzero|status|request)\.py$"
# Without Cartwright, Open MPI 4.1 sometimes hangs in a test that spawns processes: these tests run separately. MPICH 4.0
# hangs in the tests of util.sync, in which a process waits for another's memory without a call of MPI by the other one.
SPAWN = "spawn|util_pool"
SIZES = {"all": [1, 2, 3, 5], "spawn": [1, 2]}
MPICH_LIBRARY = "/usr/lib/x86_64-linux-gnu/libmpich.so.12"


def folder_of(workplace):
    return workplace.folder / "mpi4py"


def setup(workplace):
    """Fetches the tests and, without an interpreter that has mpi4py already, builds it for every MPI."""
    here = folder_of(workplace)
    here.mkdir(parents=True, exist_ok=True)
    archive = f"mpi4py-{VERSION}.tar.gz"
    fetched = [folder / archive for folder in (workplace.build / "python", here) if (folder / archive).exists()]
    python = workplace.python or here / "venv/bin/python"
    if not workplace.python and not python.exists():
        subprocess.run(["/usr/bin/python3", "-m", "venv", here / "venv"], check=True)
        pip(python, "install", "numpy")
    if not fetched:
        pip(python, "download", "--no-deps", "--no-binary=mpi4py", "-d", here, f"mpi4py=={VERSION}")
        fetched = [here / archive]
    if not (here / f"mpi4py-{VERSION}").exists():
        with tarfile.open(fetched[0]) as sources:
            sources.extractall(here, filter="data")
    for mpi in [] if workplace.python else workplace.mpis:
        if not (here / mpi / "mpi4py").exists():
            workplace.log(f"building mpi4py for {mpi}")
            pip(
                python,
                "install",
                "--no-cache-dir",
                "--no-deps",
                "--no-binary=mpi4py",
                "--target",
                here / mpi,
                f"mpi4py=={VERSION}",
                MPICC=f"mpicc.{mpi}",
                CFLAGS="-O1",
            )


def pip(python, *arguments, **environment):
    quiet = {"PIP_QUIET": "1", "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    subprocess.run([python, "-m", "pip", *arguments], env={**os.environ, **quiet, **environment}, check=True)


def outcomes(output, folder):
    found = {}
    for file in sorted(folder.glob("outcomes-*.txt")):
        rank = file.stem.split("-")[1]
        for line in file.read_text().splitlines():
            name, how = json.loads(line)
            found[f"rank {rank}, {name}"] = how
    return found


def environment(workplace, mpi):
    """The path of mpi4py and, for the one from PyPI, the MPI that it loads."""
    if not workplace.python:
        return {"PYTHONPATH": str(folder_of(workplace) / mpi)}
    if mpi == "openmpi":
        return {"MPI4PY_LIBMPI": "libmpi.so.40"}
    names = folder_of(workplace) / "names"  # it looks for MPICH by a name that Debian does not use
    names.mkdir(exist_ok=True)
    if not (names / "libmpi.so.12").exists():
        (names / "libmpi.so.12").symlink_to(MPICH_LIBRARY)
    return {"MPI4PY_LIBMPI": "libmpi.so.12", "LD_LIBRARY_PATH": str(names)}


def cases(workplace):
    python = workplace.python or folder_of(workplace) / "venv/bin/python"
    tests = folder_of(workplace) / f"mpi4py-{VERSION}" / "test"
    for mpi in workplace.mpis:
        apart = f"test_({SPAWN}|util_sync)" if mpi == "mpich" else f"test_({SPAWN})"
        selections = {"quick": ["-i", QUICK], "all": ["-e", apart], "spawn": ["-i", f"test_({SPAWN})"]}
        for name, sizes in {"quick": [2]}.items() if workplace.quick else SIZES.items():
            for ranks in sizes:
                yield Case(
                    name=name,
                    mpi=mpi,
                    ranks=ranks,
                    command=[python, "-B", RUNNER, tests, ".", *selections[name]],
                    results=outcomes,
                    environment=environment(workplace, mpi),
                    # Python loads MPICH privately: the library that makes MPICH yield would not find its functions.
                    libraries=(MPICH_LIBRARY,) if mpi == "mpich" else (),
                    limit=120 if name == "spawn" else 0,
                    may_fail=True,
                )


suite = Suite(
    "mpi4py",
    "mpi4py's own test suite, on 1, 2, 3 and 5 ranks",
    cases,
    version=lambda workplace: VERSION,
    setup=setup,
    quick=True,
)
