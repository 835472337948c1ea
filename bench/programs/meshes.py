# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Meshes: OpenFOAM, PETSc, DOLFINx and mpiarray."""

from __future__ import annotations

import shlex
import subprocess

from case import INPUTS, Case
from catalog import openfoam, petsc
from suite import lines


def foam_case(name, solver, parts, title, end=None):
    """`parts` is the content of decomposeParDict after the number of parts."""
    source, mesh, usual_end = openfoam.CHOSEN[solver]
    write = openfoam.prepare(source, end or usual_end)

    def prepare(folder):
        write(folder)
        head = openfoam.PARTS.splitlines()[0]
        (folder / "system/decomposeParDict").write_text(f"{head}\nnumberOfSubdomains 16;\n{parts}\n")

    return Case(
        name=name,
        title=title,
        packages=("openfoam", "openfoam-examples"),
        command=[solver, "-parallel"],
        prepare=prepare,
        before=f". /usr/share/openfoam/etc/bashrc; {{ {mesh} && decomposePar; }} >mesh.txt 2>&1",
        results=lambda output, folder: lines(output, keep=r"residual|continuity|Courant|^Time ="),
        tolerance=1e-5,
        varies="processes send the names of their hosts, as text",
    )


SIMPLE = "method simple; simpleCoeffs { n (4 4 1); delta 0.001; }"


def petsc_case(name, tutorial, options, title):
    """A tutorial of PETSc, compiled."""
    program = tutorial.replace("/", "-")

    def build(folder):
        if (folder / program).exists():
            return
        asked = subprocess.run(["pkg-config", "--cflags", "--libs", "PETSc"], capture_output=True, text=True, check=True)
        compiler = ["mpicc.openmpi", "-O1", "-w", "-o", folder / program, petsc.TUTORIALS / f"{tutorial}.c"]
        subprocess.run([*compiler, *shlex.split(asked.stdout), "-lm"], check=True)

    return Case(
        name=name,
        title=title,
        packages=("libpetsc-real3.18-dev", "libpetsc3.18-dev-examples", "pkg-config"),
        command=[f"{{build}}/{program}", *options.split()],
        build=build,
        results=lambda output, folder: lines(output),
        tolerance=1e-5,
    )


CASES = [
    foam_case("icofoam", "icoFoam", SIMPLE, "OpenFOAM, icoFoam, 4x4 parts"),
    foam_case("simplefoam", "simpleFoam", "method hierarchical; hierarchicalCoeffs { n (8 2 1); delta 0.001; order xyz; }", "OpenFOAM, simpleFoam, 8x2 parts", 10),
    foam_case("interfoam", "interFoam", SIMPLE, "OpenFOAM, interFoam, 4x4 parts"),
    petsc_case("petsc-ex29", "ksp/ksp/tutorials/ex29", "-da_grid_x 129 -da_grid_y 129 -pc_type mg -pc_mg_levels 3 -ksp_monitor", "PETSc, 2-D DMDA, multigrid"),
    petsc_case("petsc-ex45", "ksp/ksp/tutorials/ex45", "-da_refine 2 -pc_type bjacobi -ksp_monitor", "PETSc, 3-D DMDA, block Jacobi"),
    petsc_case("petsc-ex19", "snes/tutorials/ex19", "-da_refine 4 -snes_monitor -pc_type mg", "PETSc, driven cavity, multigrid"),
    Case(
        name="dolfinx",
        title="DOLFINx, Poisson on tetrahedra",
        packages=("python3-dolfinx",),
        command=["/usr/bin/python3", "-B", INPUTS / "poisson.py"],
        results=lambda output, folder: lines(output, keep="norm"),
        tolerance=1e-6,
        varies="the partition of the mesh is not the same in each run",
    ),
    Case(
        name="mpiarray",
        title="mpiarray, halos of a 2-D array",
        packages=("python3-mpi4py",),
        wheels=("mpiarray",),
        command=["{build}/venv/bin/python", "-B", INPUTS / "halos.py"],
        results=lambda output, folder: lines(output, keep="sum"),
        tolerance=1e-12,
    ),
]
