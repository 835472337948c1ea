# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Quantum ESPRESSO: the electrons of silicon, with a pseudopotential that Debian packages."""

from suite import Case, Suite, lines

INPUT = """&control
  calculation = 'scf', prefix = 'silicon', outdir = '.', pseudo_dir = '/usr/share/espresso/pseudo', tprnfor = .true., tstress = .true.
/
&system
  ibrav = 2, celldm(1) = 10.2, nat = 2, ntyp = 1, ecutwfc = 16.0
/
&electrons
  conv_thr = 1.0d-9
/
ATOMIC_SPECIES
Si 28.086 Si.pz-vbc.UPF
ATOMIC_POSITIONS alat
Si 0.00 0.00 0.00
Si 0.27 0.25 0.24
K_POINTS automatic
2 2 2 0 0 0
"""
PHYSICS = r"total energy|Fermi|highest occupied|force =|P=|^[\d. -]+$"


def cases(workplace):
    for ranks, options in [(2, []), (4, ["-nk", "2"]), (4, ["-nd", "4"])]:
        yield Case(
            name=" ".join(["silicon", *options]),
            ranks=ranks,
            command=["pw.x", "-in", "silicon.in", *options],
            prepare=lambda folder: (folder / "silicon.in").write_text(INPUT),
            results=lambda output, folder: lines(output, keep=PHYSICS, drop="estimated|accuracy"),
            tolerance=1e-6,
        )


suite = Suite(
    "quantum-espresso",
    "Quantum ESPRESSO: silicon with pw.x",
    cases,
    packages=("quantum-espresso", "quantum-espresso-data"),
)
