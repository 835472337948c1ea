# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Transforms: mpi4py-fft, shenfun and MPB."""

from __future__ import annotations

from case import INPUTS, Case
from catalog import mpb
from suite import lines


def transform(name, title, script, options=(), wheels=()):
    return Case(
        name=name,
        title=title,
        packages=("python3-mpi4py-fft",),
        wheels=wheels,
        command=["{build}/venv/bin/python" if wheels else "/usr/bin/python3", "-B", INPUTS / script, *options],
        results=lambda output, folder: lines(output, keep="energy"),
        tolerance=1e-9,
    )


CASES = [
    transform("mpi4py-fft-slabs", "mpi4py-fft, slabs", "transform.py", ["slab"]),
    transform("mpi4py-fft-pencils", "mpi4py-fft, pencils", "transform.py", ["pencil"]),
    transform("shenfun", "shenfun, Taylor-Green vortex, pencils", "vortex.py", wheels=("shenfun", "numba", "scipy==1.15.3")),
    Case(
        name="mpb",
        title="MPB, photonic bands",
        packages=("mpb-mpi",),
        command=["mpb-mpi", "rods.ctl"],
        prepare=lambda folder: (folder / "rods.ctl").write_text(mpb.INPUT),
        results=lambda output, folder: lines(output, keep=r"^tmfreqs"),
        tolerance=1e-4,
    ),
]
