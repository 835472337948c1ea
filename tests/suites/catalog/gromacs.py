# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""GROMACS: a box of water, from the structure and force field that Debian packages."""

import re

from suite import Case, Suite, lines

TOPOLOGY = """#include "oplsaa.ff/forcefield.itp"
#include "oplsaa.ff/spc.itp"
[ system ]
water
[ molecules ]
SOL 216
"""
SETTINGS = """integrator = md
nsteps = 200
nstenergy = 20
nstcalcenergy = 20
nstlog = 20
cutoff-scheme = Verlet
coulombtype = {coulomb}
rcoulomb = 0.85
rvdw = 0.85
gen-vel = yes
gen-seed = 1
constraints = h-angles
"""
INPUT = (
    "gmx -quiet grompp -f run.mdp -c /usr/share/gromacs/top/spc216.gro -p water.top -o run.tpr -maxwarn 3 >grompp.txt 2>&1"
    " && {launch}"
)


def prepare(coulomb):
    def write(folder):
        (folder / "water.top").write_text(TOPOLOGY)
        (folder / "run.mdp").write_text(SETTINGS.format(coulomb=coulomb))

    return write


def energies(output, folder):
    """The tables of energies in the log of the run."""
    log = (folder / "run.log").read_text() if (folder / "run.log").exists() else ""
    tables = re.findall(r"Energies \(kJ/mol\)\n(.*?)\n\n", log, re.S)
    return lines("\n".join(tables))


def cases(workplace):
    for coulomb, ranks, options in [
        ("PME", 2, []),
        ("PME", 4, ["-npme", "1"]),
        ("reaction-field", 4, ["-dd", "4", "1", "1"]),
        ("reaction-field", 4, ["-dd", "2", "2", "1", "-ddorder", "cartesian"]),
    ]:
        yield Case(
            name=" ".join([coulomb, *options]),
            ranks=ranks,
            prepare=prepare(coulomb),
            results=energies,
            shell=INPUT,
            command=[
                "gmx_mpi",
                "-quiet",
                "mdrun",
                "-s",
                "run.tpr",
                "-g",
                "run.log",
                "-ntomp",
                "1",
                "-reprod",
                "-nb",
                "cpu",
                *options,
            ],
            # Forces are summed in another order when ranks change, and the trajectories of water part quickly.
            tolerance=1e-3,
        )


suite = Suite(
    "gromacs", "GROMACS: a box of water with PME and with a cut-off", cases, packages=("gromacs", "gromacs-data")
)
