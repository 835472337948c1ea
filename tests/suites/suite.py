# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""A suite: programs of other projects, and those of their results that must be the same with Cartwright."""

import dataclasses
import pathlib
import re
from typing import Callable


def lines(output, keep=None, drop=None):
    """The results of a program that prints them: its lines by their numbers, those that match `keep` and not `drop`."""
    kept = [line.strip() for line in output.splitlines() if line.strip()]
    if keep:
        kept = [line for line in kept if re.search(keep, line)]
    if drop:
        kept = [line for line in kept if not re.search(drop, line)]
    return {f"line {number}": line for number, line in enumerate(kept, 1)}


@dataclasses.dataclass
class Case:
    """One program, run on some processes of one MPI in a separate folder."""

    name: str
    ranks: int
    command: list  # the program and its arguments, without a launcher
    mpi: str = "openmpi"
    prepare: Callable = lambda folder: None  # writes the input into the folder of a run
    results: Callable = lambda output, folder: lines(output)  # name -> value, as text
    tolerance: float = 0.0  # two numbers are equal when they differ by no more than this, relative to the larger one
    environment: dict = dataclasses.field(default_factory=dict)
    libraries: tuple = ()  # to load before the program, with Cartwright and without
    nodes: str = ""  # nodes to pretend; empty: pairs of processes, dealt in turn
    ways: tuple = ("preloaded", "always", "nodes", "ordered")
    limit: int = 0  # seconds after which a run is stopped; 0: the limit of the command line
    may_fail: bool = False  # a test suite: it may fail, if it fails equally with Cartwright
    shell: str = ""  # a command of the shell that starts `command`: {launch} stands for launcher and program


@dataclasses.dataclass
class Suite:
    """A project and its cases. `packages` are those of Debian; `setup` builds missing programs."""

    name: str
    about: str
    cases: Callable  # of a Workplace
    packages: tuple = ()
    version: Callable = None  # of a Workplace; by default the version of the first package
    setup: Callable = lambda workplace: None
    quick: bool = False  # has cases for `--quick`
    given: tuple = ()  # programs that no package has, which the user built for each MPI: see `--programs`


@dataclasses.dataclass
class Workplace:
    """The folders in which suites are built and run, and their MPIs."""

    build: pathlib.Path  # of Cartwright
    mpis: tuple
    quick: bool = False
    python: str = ""  # an interpreter with numpy and setuptools; empty: make an environment
    log: Callable = print
    programs: pathlib.Path = None  # what the user built: a folder for each MPI

    def program(self, name, mpi):
        """A program that the user built."""
        return self.programs / mpi / name

    @property
    def folder(self):
        return self.build / "suites"
