#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Make a virtual environment with the packages of a file of requirements, unless it is there.

environment.py FOLDER REQUIREMENTS
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path


def make(folder: Path, requirements: Path) -> None:
    """Install the packages, unless these versions are there."""
    wanted = requirements.read_text(encoding="utf-8")
    installed = folder / "requirements.txt"
    if installed.exists() and installed.read_text(encoding="utf-8") == wanted:
        return
    print(f"installing the packages of {requirements}", flush=True)
    venv.create(folder, with_pip=True, clear=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-r", str(requirements)], check=True)
    installed.write_text(wanted, encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]), Path(sys.argv[2]))
