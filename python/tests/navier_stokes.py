# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""usage: navier_stokes.py LAUNCH CHECKPOINTS PROGRAM ...

Each PROGRAM is examples/navier_stokes in a language; the first CHECKPOINTS of them can write files under the MPI of LAUNCH,
a command line with {p} in place of the number of processes. They are compared with an exact solution, with a published
series, and with each other.
"""

import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

import numpy as np

POINTS = 16
launch, checkpoints, *programs = sys.argv[1:]
writing = programs[: int(checkpoints)]
folder = tempfile.TemporaryDirectory()
scratch = pathlib.Path(folder.name)


def run(program, processes, *options):
    """The spectrum that a program writes. It fails if its energy balance is wrong."""
    report = scratch / "spectrum.json"
    report.unlink(missing_ok=True)
    command = [*shlex.split(launch.replace("{p}", str(processes))), *shlex.split(program)]
    options = ["--points", POINTS, *options, "--spectrum", report]
    subprocess.run([*command, *map(str, options)], check=True, timeout=120)
    return json.loads(report.read_text())


def velocity(path, dtype=complex):
    """The velocity of a checkpoint, at the points of its coefficients."""
    u_hat = np.fromfile(path, dtype, offset=32).reshape(3, POINTS, POINTS, POINTS // 2 + 1)
    return np.fft.irfftn(u_hat, s=(POINTS,) * 3, axes=(1, 2, 3), norm="forward")


def plane_vortex_is_exact(program, processes, viscosity=0.02):
    path = scratch / "plane"
    run(program, processes, "--case", "plane", "--steps", 20, "--viscosity", viscosity, "--checkpoint", path)
    n, size, step, t = np.fromfile(path, float, 4)
    assert (n, size, step) == (POINTS, 8, 20) and abs(t - 0.2) < 1e-12
    x, y, z = np.meshgrid(*[np.arange(POINTS) * 2 * np.pi / POINTS] * 3, indexing="ij")
    x, y, decay = x - t, y - t / 2, np.exp(-2 * viscosity * t)
    exact = 1 + decay * np.sin(x) * np.cos(y), 0.5 - decay * np.cos(x) * np.sin(y), 0.25 + 0 * z
    error = np.abs(velocity(path) - exact).max()
    assert error < 1e-10, error


def vortex_has_the_published_enstrophy(program, processes, viscosity=0.01, t=0.2):
    """The series of Taylor and Green, Mechanism of the production of small eddies from large ones (1937)."""
    r, found = 1 / viscosity, run(program, processes, "--steps", 20, "--viscosity", viscosity)["enstrophy"]
    coefficients = (
        1,
        -6 / r,
        5 / 48 + 18 / r**2,
        -(5 / 3 + 36 / r**2) / r,
        50 / (99 * 64) + 1835 / (9 * 16 * r**2) + 54 / r**4,
        -(361 / (44 * 32) + 761 / (12 * r**2) + 324 / (5 * r**4)) / r,
    )
    expected = 3 / 8 * sum(c * t**i for i, c in enumerate(coefficients))
    assert abs(found - expected) < 3e-8, (found, expected)


def energy_is_kept(program, processes):
    inviscid = run(program, processes, "--steps", 10, "--viscosity", 0)
    assert abs(inviscid["energy"] - 1 / 8) < 1e-12, inviscid["energy"]
    forced = run(program, processes, "--case", "forced", "--steps", 10, "--precision", "float")
    assert abs(forced["energy"] - 13 / 8) < 1e-5, forced["energy"]
    assert abs(sum(forced["spectrum"]) - forced["energy"]) < 1e-12


def restart_continues(program, other, precision, dtype, tolerance):
    """A restart is the same run, bit for bit, and up to rounding in another language and with other processes."""
    common = ["--case", "forced", "--precision", precision]
    whole, half, rest, elsewhere = (scratch / name for name in ("whole", "half", "rest", "elsewhere"))
    run(program, 3, *common, "--steps", 6, "--checkpoint", whole)
    run(program, 3, *common, "--steps", 3, "--checkpoint", half)
    run(program, 3, *common, "--steps", 3, "--restart", half, "--checkpoint", rest)
    assert whole.read_bytes() == rest.read_bytes()
    run(other, 2, *common, "--steps", 3, "--restart", half, "--checkpoint", elsewhere)
    error = np.abs(velocity(whole, dtype) - velocity(elsewhere, dtype)).max()
    assert error < tolerance, error


for processes, program in enumerate(programs, start=2):
    vortex_has_the_published_enstrophy(program, processes)
    energy_is_kept(program, processes)
for processes, program in enumerate(writing, start=1):
    plane_vortex_is_exact(program, processes)
    restart_continues(program, writing[-processes], "double", np.complex128, 1e-13)
restart_continues(writing[0], writing[-1], "float", np.complex64, 1e-5)
