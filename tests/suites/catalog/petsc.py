# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""PETSc's tutorials, as Debian packages them: solvers on distributed arrays, which send ghost points with MPI datatypes."""

import pathlib
import shlex
import subprocess

from suite import Case, Suite, lines

TUTORIALS = pathlib.Path("/usr/share/petsc/3.18/share/petsc/examples/src")
# The tutorial and its arguments.
CHOSEN = {
    "ksp/ksp/tutorials/ex2": "-m 30 -n 30 -ksp_monitor",
    "ksp/ksp/tutorials/ex23": "-ksp_monitor -n 100",
    "ksp/ksp/tutorials/ex29": "-pc_type mg -da_refine 4 -ksp_monitor",
    "ksp/ksp/tutorials/ex45": "-da_refine 2 -pc_type mg -ksp_monitor",
    "ksp/ksp/tutorials/ex50": "-da_refine 3 -ksp_monitor",
    "snes/tutorials/ex5": "-da_refine 3 -snes_monitor -ksp_monitor",
    "snes/tutorials/ex19": "-da_refine 3 -snes_monitor -pc_type mg",
    "ts/tutorials/ex13": "-ts_max_steps 10 -ts_monitor -da_refine 2",
}


def program(workplace, tutorial):
    return workplace.folder / "petsc" / tutorial.replace("/", "-")


def setup(workplace):
    (workplace.folder / "petsc").mkdir(parents=True, exist_ok=True)
    flags = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "PETSc"], capture_output=True, text=True, check=True
    ).stdout
    for tutorial in [*CHOSEN, "vec/vec/tutorials/ex9"]:
        if not program(workplace, tutorial).exists():
            command = [
                "mpicc.openmpi",
                "-O1",
                "-w",
                "-o",
                program(workplace, tutorial),
                TUTORIALS / f"{tutorial}.c",
                *shlex.split(flags),
                "-lm",
            ]
            subprocess.run(command, check=True)


def cases(workplace):
    for tutorial, options in CHOSEN.items():
        for ranks in (2, 4):
            yield case(workplace, tutorial, options, ranks)
    yield case(workplace, "vec/vec/tutorials/ex9", "", 2)  # ghost points; for two ranks only
    yield case(workplace, "ksp/ksp/tutorials/ex45", "-da_refine 2 -ksp_monitor -sf_type neighbor", 4)


def case(workplace, tutorial, options, ranks):
    return Case(
        name=f"{tutorial} {options}".strip(),
        ranks=ranks,
        command=[program(workplace, tutorial), *options.split()],
        results=lambda output, folder: lines(output),
        tolerance=1e-6,
    )


suite = Suite(
    "petsc",
    "PETSc's tutorials: solvers on distributed grids",
    cases,
    packages=("libpetsc-real3.18-dev", "libpetsc3.18-dev-examples", "pkg-config"),
    setup=setup,
)
