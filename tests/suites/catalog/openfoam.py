# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""OpenFOAM: the flow in a cavity and a dam that breaks, divided among four processes."""

import gzip
import pathlib
import re
import shutil

from suite import Case, Suite, lines

EXAMPLES = pathlib.Path("/usr/share/doc/openfoam-examples/examples")
CHOSEN = {
    "icoFoam": ("incompressible/icoFoam/cavity/cavity", "blockMesh", 0.1),
    "simpleFoam": ("incompressible/simpleFoam/pitzDaily", "blockMesh", 20),
    "interFoam": ("multiphase/interFoam/laminar/damBreak/damBreak", "blockMesh && setFields", 0.02),
}
PARTS = """FoamFile { version 2.0; format ascii; class dictionary; object decomposeParDict; }
numberOfSubdomains 4;
method simple;
simpleCoeffs { n (2 2 1); delta 0.001; }
"""


def prepare(source, end):
    def write(folder):
        shutil.copytree(EXAMPLES / source, folder, dirs_exist_ok=True)
        for file in list(folder.rglob("*.gz")):  # as Debian keeps examples
            file.with_suffix("").write_bytes(gzip.decompress(file.read_bytes()))
            file.unlink()
        (folder / "system/decomposeParDict").write_text(PARTS)
        control = folder / "system/controlDict"
        text = re.sub(r"(?m)^endTime\s.*", f"endTime {end};", control.read_text())
        control.write_text(re.sub(r"(?s)\nfunctions\s*\{.*", "\n", text))

    return write


def cases(workplace):
    for solver, (source, mesh, end) in CHOSEN.items():
        yield Case(
            name=solver,
            ranks=4,
            command=[solver, "-parallel"],
            prepare=prepare(source, end),
            tolerance=1e-6,
            shell=f". /usr/share/openfoam/etc/bashrc; {{{{ {mesh} && decomposePar; }}}} >mesh.txt 2>&1 && {{launch}}",
            results=lambda output, folder: lines(output, keep=r"residual|continuity|Courant|^Time ="),
        )


suite = Suite(
    "openfoam", "OpenFOAM: icoFoam, simpleFoam and interFoam", cases, packages=("openfoam", "openfoam-examples")
)
