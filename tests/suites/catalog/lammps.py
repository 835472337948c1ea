# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""LAMMPS on its own examples. Only `processors ... map cart/reorder` asks MPI_Cart_create to reorder."""

import pathlib
import re
import shutil

from suite import Case, Suite, lines

EXAMPLES = pathlib.Path("/usr/share/lammps/examples")
# Atoms, grains, molecules with long-range forces, walls that move, atoms that change places, minimization.
CHOSEN = {
    "melt/in.melt": 100,
    "pour/in.pour": 1000,
    "peptide/in.peptide": 100,
    "shear/in.shear": 200,
    "flow/in.flow.couette": 1000,
    "balance/in.balance": 100,
    "min/in.min": 100,
    "granregion/in.granregion.box": 500,
    "dipole/in.dipole": 500,
    "colloid/in.colloid": 200,
}
THERMO = r"^[\d.eE+ -]+$"  # lines of numbers: energies, pressures, temperatures
# Sums over ranks in another order change the last digits, and time steps amplify the change.
TOLERANCE = 1e-5


def prepare(source, steps, edit):
    def write(folder):
        for file in source.parent.iterdir():
            if file.is_file() and not file.name.startswith(("log.", "in.")):
                shutil.copy(file, folder)
        script = re.sub(r"(?m)^(run\s+)\d+", rf"\g<1>{steps}", source.read_text())
        script = re.sub(r"(?m)^thermo\s+\d+", "thermo 20", script)
        (folder / "in.case").write_text(edit(script))

    return write


def processors(words):
    """The input with our line `processors` before the box is made."""
    return lambda script: f"processors {words}\n{script}"


def cases(workplace):
    for name, steps in CHOSEN.items():
        for ranks in (2, 4):
            yield case(name, ranks, prepare(EXAMPLES / name, steps, lambda script: script))
    for words in ["6 1 1", "3 2 1", "* * * map cart", "* * * map xyz", "6 1 1 map cart/reorder"]:
        write = prepare(EXAMPLES / "melt/in.melt", 50, processors(words))
        melt = case("melt/in.melt", 6, write, f", processors {words}", nodes="cyclic:3x2")
        if "reorder" in words:  # it hangs under any MPI that reorders: docs/trust.md
            melt.ways = ("preloaded", "always", "ordered")
        yield melt


def case(name, ranks, write, suffix="", nodes=""):
    return Case(
        name=name.partition("/")[2] + suffix,
        ranks=ranks,
        command=["lmp", "-in", "in.case", "-log", "none"],
        prepare=write,
        results=lambda output, folder: lines(output, keep=THERMO),
        tolerance=TOLERANCE,
        nodes=nodes,
    )


suite = Suite(
    "lammps", "LAMMPS: its examples, and its ways to place processes", cases, packages=("lammps", "lammps-examples")
)
