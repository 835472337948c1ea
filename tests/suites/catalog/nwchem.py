# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""NWChem: a molecule of water, in both builds that Debian has. Its Global Arrays use one-sided communication and threads."""

from suite import Case, Suite, lines

INPUT = """start water
geometry units angstrom
  O 0.00 0.00 0.12
  H 0.00 0.76 -0.47
  H 0.00 -0.76 -0.47
end
basis
  * library 6-31g
end
{method}
task {task}
"""
TASKS = {"scf gradient": ("", "scf gradient"), "dft": ("dft; xc b3lyp; end", "dft energy"), "mp2": ("", "mp2 energy")}
PHYSICS = r"Total (SCF|DFT|MP2) energy|One-electron energy|Two-electron energy|Nuclear repulsion|^\s*\d [OH] "


def prepare(method, task):
    return lambda folder: (folder / "water.nw").write_text(INPUT.format(method=method, task=task))


def cases(workplace):
    for mpi in workplace.mpis:
        for name, (method, task) in TASKS.items():
            yield Case(
                name=f"water, {name}",
                mpi=mpi,
                ranks=2,
                command=[f"nwchem.{mpi}", "water.nw"],
                prepare=prepare(method, task),
                results=lambda output, folder: lines(output, keep=PHYSICS),
                tolerance=1e-7,
                ways=("preloaded", "always", "ordered"),
                limit=300,
            )


suite = Suite(
    "nwchem", "NWChem: water by SCF, DFT and MP2", cases, packages=("nwchem-openmpi", "nwchem-mpich", "nwchem-data")
)
