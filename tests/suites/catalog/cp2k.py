# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""CP2K: argon by classical molecular dynamics, and hydrogen by density functional theory."""

from suite import Case, Suite, lines

HYDROGEN = """&GLOBAL
  PROJECT hydrogen
  RUN_TYPE ENERGY_FORCE
  PRINT_LEVEL MEDIUM
&END GLOBAL
&FORCE_EVAL
  METHOD QUICKSTEP
  &DFT
    BASIS_SET_FILE_NAME BASIS_SET
    POTENTIAL_FILE_NAME GTH_POTENTIALS
    &MGRID
      CUTOFF 100
    &END MGRID
    &SCF
      SCF_GUESS ATOMIC
    &END SCF
    &XC
      &XC_FUNCTIONAL PADE
      &END XC_FUNCTIONAL
    &END XC
  &END DFT
  &PRINT
    &FORCES
    &END FORCES
  &END PRINT
  &SUBSYS
    &CELL
      ABC 5.0 5.0 5.0
    &END CELL
    &COORD
      H 0.0 0.0 0.0
      H 0.0 0.0 0.8
    &END COORD
    &KIND H
      BASIS_SET DZV-GTH-PADE
      POTENTIAL GTH-PADE-q1
    &END KIND
  &END SUBSYS
&END FORCE_EVAL
"""
PHYSICS = r"ENERGY\||Total energy|Overlap energy|Core Hamiltonian|Hartree energy|Exchange-correlation energy|ATOMIC FORCES|^\s*\d+\s+\d+\s+H "


def cases(workplace):
    for ranks in (2, 4):
        yield Case(
            name="hydrogen",
            ranks=ranks,
            command=["cp2k.psmp", "-i", "hydrogen.inp"],
            tolerance=1e-8,
            prepare=lambda folder: (folder / "hydrogen.inp").write_text(HYDROGEN),
            environment={"CP2K_DATA_DIR": "/usr/share/cp2k"},
            results=lambda output, folder: lines(output, keep=PHYSICS),
        )


suite = Suite("cp2k", "CP2K: hydrogen by density functional theory", cases, packages=("cp2k", "cp2k-data"))
