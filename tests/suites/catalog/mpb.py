# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""MPB: the photonic bands of a lattice of rods, with FFTW-MPI's transposes."""

from suite import Case, Suite, lines

INPUT = """(set! num-bands 4)
(set! geometry-lattice (make lattice (size 1 1 no-size)))
(set! geometry (list (make cylinder (center 0 0 0) (radius 0.2) (height infinity) (material (make dielectric (epsilon 12))))))
(set! k-points (interpolate 2 (list (vector3 0 0 0) (vector3 0.5 0 0) (vector3 0.5 0.5 0))))
(set! resolution 32)
(set! deterministic? true)
(run-tm)
"""


def cases(workplace):
    for ranks in (2, 4):
        yield Case(
            name="rods",
            ranks=ranks,
            command=["mpb-mpi", "rods.ctl"],
            tolerance=1e-4,
            prepare=lambda folder: (folder / "rods.ctl").write_text(INPUT),
            results=lambda output, folder: lines(output, keep=r"^tmfreqs"),
        )


suite = Suite("mpb", "MPB: photonic bands by FFTW-MPI", cases, packages=("mpb-mpi",))
