# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The cases: programs of other projects with their inputs, and those of their results that must not depend on the order of
ranks. Particles, meshes, transforms and electrons."""

import dataclasses
import math
import shlex
import subprocess

from case import INPUTS, RANKS, Case
from catalog import cp2k, espresso, gromacs, lammps, mpb, openfoam, petsc
from suite import lines


def lammps_case(name, example, steps, edit, title):
    return Case(
        name=name,
        title=title,
        packages=("lammps", "lammps-examples"),
        command=["lmp", "-in", "in.case", "-log", "none"],
        prepare=lammps.prepare(lammps.EXAMPLES / example, steps, edit),
        results=lambda output, folder: lines(output, keep=lammps.THERMO),
        tolerance=1e-4,
    )


def box(x, y, z):
    """The melt in a box of other dimensions."""
    return lambda script: script.replace("block 0 10 0 10 0 10", f"block 0 {x} 0 {y} 0 {z}")


def gromacs_case(name, coulomb, options, title):
    return Case(
        name=name,
        title=title,
        packages=("gromacs", "gromacs-data"),
        prepare=gromacs.prepare(coulomb),
        before="gmx -quiet solvate -cs spc216.gro -box 4 4 4 -o box.gro >solvate.txt 2>&1"
        " && sed -i \"s/^SOL.*/SOL $(($(sed -n 2p box.gro) / 3))/\" water.top"
        " && gmx -quiet grompp -f run.mdp -c box.gro -p water.top -o run.tpr -maxwarn 3 >grompp.txt 2>&1",
        command=["gmx_mpi", "-quiet", "mdrun", "-s", "run.tpr", "-g", "run.log", "-ntomp", "1", "-reprod", "-nb", "cpu",
                 "-dlb", "no", "-notunepme", *options],
        results=gromacs.energies,
        # Water parts quickly from any trajectory whose forces were summed in another order.
        tolerance=2e-2,
        varies="neighbor lists follow the trajectory",
    )


def foam_case(name, solver, method, parts, end=None):
    """`parts` has the number of parts in x and y."""
    source, mesh, usual_end = openfoam.CHOSEN[solver]
    write = openfoam.prepare(source, end or usual_end)
    nx, ny = parts

    def prepare(folder):
        write(folder)
        head = openfoam.PARTS.splitlines()[0]
        (folder / "system/decomposeParDict").write_text(
            f"{head}\nnumberOfSubdomains {nx * ny};\nmethod {method};\n"
            f"{method}Coeffs {{ n ({nx} {ny} 1); delta 0.001; order xyz; }}\n"
        )

    return Case(
        name=name,
        title=f"OpenFOAM, {solver}, {nx}x{ny} parts",
        packages=("openfoam", "openfoam-examples"),
        command=[solver, "-parallel"],
        prepare=prepare,
        before=f". /usr/share/openfoam/etc/bashrc; {{ {mesh} && decomposePar; }} >mesh.txt 2>&1",
        results=lambda output, folder: lines(output, keep=r"residual|continuity|Courant|^Time ="),
        tolerance=1e-5,
        varies="processes send the names of their hosts, as text",
    )


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


def espresso_case(name, title, ranks, options):
    # All processes need plane waves, and each row of them needs bands. Many processes leave out the last iterations.
    text = espresso.INPUT.replace("ecutwfc = 16.0", f"ecutwfc = {ranks}.0, nbnd = {math.isqrt(ranks)}")
    if ranks > RANKS:
        text = text.replace("conv_thr = 1.0d-9", "conv_thr = 1.0d-3")
    return Case(
        name=name,
        title=title,
        packages=("quantum-espresso", "quantum-espresso-data"),
        command=["pw.x", "-in", "silicon.in", *options],
        prepare=lambda folder: (folder / "silicon.in").write_text(text),
        results=lambda output, folder: lines(output, keep=espresso.PHYSICS, drop="estimated|accuracy"),
        tolerance=1e-5,
    )


# Domains of GROMACS in each dimension, by the number of processes.
DOMAINS = {16: "4 2 2", 64: "4 4 4", 256: "8 8 4"}


def cases(ranks=RANKS):
    """The cases for 16, 64 or 256 processes."""
    side = math.isqrt(ranks)
    fewer = 4 if ranks > 64 else 1  # time steps and points of long runs
    # The coarsest grid has a point for each process, the finest one about as many for all numbers of processes.
    cavity = f"-da_grid_x {side} -da_grid_y {side} -da_refine {int(math.log2(64 // side))} -snes_monitor -pc_type mg"
    # A row for each process.
    rods = mpb.INPUT.replace("resolution 32", f"resolution {max(32, ranks)}").replace("interpolate 2", f"interpolate {2 // fewer}")
    made = [
        lammps_case("lammps-melt", "melt/in.melt", 50, str, "LAMMPS, melt"),
        lammps_case("lammps-slab", "melt/in.melt", 50, box(24, 24, 4), "LAMMPS, melt in a flat box"),
        lammps_case("lammps-peptide", "peptide/in.peptide", 30, str, "LAMMPS, peptide with PPPM"),
        lammps_case("lammps-couette", "flow/in.flow.couette", 500, str, "LAMMPS, Couette flow"),
        gromacs_case("gromacs-pme", "PME", ["-npme", f"{ranks // 4}"], f"GROMACS, water with PME on {ranks // 4} ranks"),
        gromacs_case("gromacs-rf", "reaction-field", ["-dd", *DOMAINS[ranks].split()], "GROMACS, water with a cut-off"),
        foam_case("icofoam", "icoFoam", "simple", (side, side), 0.1 / fewer),
        foam_case("simplefoam", "simpleFoam", "hierarchical", (side * 2, side // 2), 10 // fewer),
        foam_case("interfoam", "interFoam", "simple", (side, side)),
        petsc_case("petsc-ex29", "ksp/ksp/tutorials/ex29", "-da_grid_x 129 -da_grid_y 129 -pc_type mg -pc_mg_levels 3 -ksp_monitor", "PETSc, 2-D DMDA, multigrid"),
        petsc_case("petsc-ex45", "ksp/ksp/tutorials/ex45", "-da_refine 2 -pc_type bjacobi -ksp_monitor", "PETSc, 3-D DMDA, block Jacobi"),
        petsc_case("petsc-ex19", "snes/tutorials/ex19", cavity, "PETSc, driven cavity, multigrid"),
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
        transform("mpi4py-fft-slabs", "mpi4py-fft, slabs", "transform.py", ["slab"]),
        transform("mpi4py-fft-pencils", "mpi4py-fft, pencils", "transform.py", ["pencil"]),
        transform("shenfun", "shenfun, Taylor-Green vortex, pencils", "vortex.py", wheels=("shenfun", "numba", "scipy==1.15.3")),
        Case(
            name="mpb",
            title="MPB, photonic bands",
            packages=("mpb-mpi",),
            command=["mpb-mpi", "rods.ctl"],
            prepare=lambda folder: (folder / "rods.ctl").write_text(rods),
            results=lambda output, folder: lines(output, keep=r"^tmfreqs"),
            tolerance=1e-4,
        ),
        espresso_case("espresso", "Quantum ESPRESSO, silicon", ranks, []),
        espresso_case("espresso-pools", f"Quantum ESPRESSO, silicon, {side // 2} pools", ranks, ["-nk", f"{side // 2}"]),
        espresso_case("espresso-tasks", f"Quantum ESPRESSO, silicon, {side} task groups", ranks, ["-nt", f"{side}"]),
        Case(
            name="cp2k",
            title="CP2K, hydrogen",
            packages=("cp2k", "cp2k-data"),
            command=["cp2k.psmp", "-i", "hydrogen.inp"],
            prepare=lambda folder: (folder / "hydrogen.inp").write_text(cp2k.HYDROGEN),
            environment={"CP2K_DATA_DIR": "/usr/share/cp2k"},
            results=lambda output, folder: lines(output, keep=cp2k.PHYSICS),
            tolerance=1e-7,
        ),
    ]
    return [dataclasses.replace(case, ranks=ranks) for case in made]
