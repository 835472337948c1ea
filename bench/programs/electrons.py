# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Electrons: Quantum ESPRESSO and CP2K."""

from __future__ import annotations

from case import Case
from catalog import cp2k, espresso
from suite import lines


def espresso_case(name, title, options):
    return Case(
        name=name,
        title=title,
        packages=("quantum-espresso", "quantum-espresso-data"),
        command=["pw.x", "-in", "silicon.in", *options],
        prepare=lambda folder: (folder / "silicon.in").write_text(espresso.INPUT),
        results=lambda output, folder: lines(output, keep=espresso.PHYSICS, drop="estimated|accuracy"),
        tolerance=1e-5,
    )


CASES = [
    espresso_case("espresso", "Quantum ESPRESSO, silicon", []),
    espresso_case("espresso-pools", "Quantum ESPRESSO, silicon, 2 pools", ["-nk", "2"]),
    espresso_case("espresso-tasks", "Quantum ESPRESSO, silicon, 4 task groups", ["-nt", "4"]),
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
