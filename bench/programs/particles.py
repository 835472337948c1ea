# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Particles: LAMMPS and GROMACS."""

from __future__ import annotations

from case import Case
from catalog import gromacs, lammps
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


def same(script):
    return script


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


CASES = [
    lammps_case("lammps-melt", "melt/in.melt", 50, same, "LAMMPS, melt"),
    lammps_case("lammps-slab", "melt/in.melt", 50, box(24, 24, 4), "LAMMPS, melt in a flat box"),
    lammps_case("lammps-peptide", "peptide/in.peptide", 30, same, "LAMMPS, peptide with PPPM"),
    lammps_case("lammps-couette", "flow/in.flow.couette", 500, same, "LAMMPS, Couette flow"),
    gromacs_case("gromacs-pme", "PME", ["-npme", "4"], "GROMACS, water with PME on 4 ranks"),
    gromacs_case("gromacs-rf", "reaction-field", ["-dd", "4", "2", "2"], "GROMACS, water with a cut-off"),
]
