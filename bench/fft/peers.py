# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Programs of other projects that are measured: mpi4py-fft from PyPI, in a virtual environment, in versions that work together."""

import pathlib
import re
import subprocess
import sys
import venv

MPI4PY_FFT = "mpi4py-fft==2.0.6"
REQUIREMENTS = pathlib.Path(__file__).with_name("peers.txt")


class LeftOut(Exception):
    """A peer that cannot take part; the text is the reason, in one line."""


def reason(output):
    """The reason in the output of a failed program: the line of the last error of Python or pip, or else the last line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"(ERROR:|[\w.]*(Error|Exception)\b)", line)]
    return (errors or lines or ["it said nothing"])[-1]


def check(command):
    done = subprocess.run([str(part) for part in command], check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise LeftOut(reason(done.stdout + done.stderr))


def check_import(python):
    check([python, "-c", "import mpi4py_fft"])


def install(folder):
    """The Python in `folder` that has mpi4py-fft. An existing one with the same versions is kept. Raises LeftOut if PyPI
    cannot be reached or a package cannot be built."""
    python, done = folder / "bin" / "python", folder / "done"
    versions = REQUIREMENTS.read_text() + MPI4PY_FFT
    if not done.exists() or done.read_text() != versions:
        print(f"run.py: installing mpi4py-fft into {folder}", file=sys.stderr)
        venv.create(folder, clear=True, with_pip=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        check([*pip, "--only-binary", ":all:", "-r", REQUIREMENTS])
        check([*pip, "--no-deps", "--no-build-isolation", MPI4PY_FFT])
        check_import(python)
        done.write_text(versions)
    return python
