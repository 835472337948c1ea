#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Assembles all shapes of kernels for many GPUs, by the assemblers of several versions of CUDA.

usage: ptxas.py PTX_SHAPES FOLDER

PTX_SHAPES prints a module. The assemblers come from PyPI and are kept in FOLDER; without them the test is skipped.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

SKIPPED = 77
ASSEMBLERS = (
    ("nvidia-cuda-nvcc-cu12==12.9.86", ("sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120")),
    ("nvidia-cuda-nvcc==13.5.37", ("sm_75", "sm_80", "sm_90", "sm_100", "sm_120")),
)


def fetch(package: str, folder: Path) -> Path | None:
    """Return the ptxas of a package, or None if there is none to be had."""
    target = folder / package.replace("==", "-")
    program = target / "ptxas"
    if program.exists():
        return program
    target.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(target), package]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    wheels = list(target.glob("*.whl"))
    if done.returncode != 0 or not wheels:
        print(f"{package}: {done.stderr.strip().splitlines()[-1:]}")
        return None
    with zipfile.ZipFile(wheels[0]) as wheel:
        member = next(name for name in wheel.namelist() if name.endswith("/bin/ptxas"))
        partial = target / "ptxas.partial"
        partial.write_bytes(wheel.read(member))
    wheels[0].unlink()
    partial.chmod(0o755)
    return partial.rename(program)


def main() -> int:
    """Assemble the module for each GPU."""
    shapes, folder = sys.argv[1], Path(sys.argv[2])
    module = subprocess.run([shapes], capture_output=True, text=True, check=True).stdout
    kernels = module.count(".visible .entry")
    assembled = 0
    with tempfile.TemporaryDirectory() as temporary:
        source = Path(temporary) / "shapes.ptx"
        source.write_text(module)
        for package, targets in ASSEMBLERS:
            program = fetch(package, folder)
            if program is None:
                continue
            for target in targets:
                command = [str(program), f"-arch={target}", "-o", str(Path(temporary) / "cubin"), str(source)]
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                if done.returncode != 0:
                    print(f"{package} refuses the module for {target}:\n{done.stdout}{done.stderr}")
                    return 1
                print(f"{package}: {kernels} kernels for {target}")
                assembled += 1
    if assembled == 0:
        print("skipped: no package with ptxas can be fetched from PyPI")
        return SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(main())
