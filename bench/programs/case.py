# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""A case: a program of another project, its input, and those of its results that must not depend on the order of ranks."""

import pathlib
import sys
from dataclasses import dataclass, field
from typing import Callable

SOURCE = pathlib.Path(__file__).resolve().parents[2]
INPUTS = pathlib.Path(__file__).resolve().parent / "inputs"
# Packages, inputs and comparisons are shared with the suites.
sys.path[:0] = [str(SOURCE / "bench"), str(SOURCE / "tests/suites")]

RANKS = 16
NODES = 4


def nothing(folder):
    """The input of a program that needs none."""


@dataclass
class Case:
    """One program and its input."""

    name: str
    title: str
    command: list  # the program and its arguments, without a launcher; {build} is the folder of programs
    results: Callable  # (output, folder) -> name -> text
    packages: tuple = ()  # of Debian; the first one has the version
    wheels: tuple = ()  # of PyPI
    prepare: Callable = nothing  # writes the input into the folder of a run
    build: Callable = nothing  # compiles the program into a folder
    before: str = ""  # commands of the shell before the program, in the folder of the run
    tolerance: float = 0.0
    environment: dict = field(default_factory=dict)
    varies: str = ""  # why a second run sends other bytes
    ranks: int = RANKS

    @property
    def key(self):
        """The name under which results are kept."""
        return self.name if self.ranks == RANKS else f"{self.name}-{self.ranks}"
