# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The files of other projects that a build by ninja read for a library or a program."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from artifact import SbomError

_LINKER = re.compile(r"(SHARED_LIBRARY|MODULE_LIBRARY|EXECUTABLE)_LINKER")


@dataclass(frozen=True)
class Edge:
    """A step of the build: its rule, and what it reads. What only has to exist before is left out."""

    rule: str
    inputs: tuple[str, ...]


class Graph:
    """The steps in build.ninja, and the headers that compilers read (`ninja -t deps`)."""

    def __init__(self, build: Path) -> None:
        self.build = build.resolve()
        if not (self.build / "build.ninja").exists():
            raise SbomError(f"{build} has no build.ninja: give the folder of the build that made the files")
        self.edges = dict(_edges((self.build / "build.ninja").read_text()))
        self.headers = _headers(self.build)
        self.outputs: dict[str, list[str]] = {}
        for output, edge in self.edges.items():
            if _LINKER.search(edge.rule):
                self.outputs.setdefault(_stem(output), []).append(output)

    def output_of(self, file: str) -> str:
        """The output of the build that is this file of a package: by its name and, if several have it, its folder."""
        candidates = self.outputs.get(_stem(file), [])
        if len({Path(output).parent for output in candidates}) > 1:
            candidates = [output for output in candidates if Path(output).parent.name == Path(file).parent.name]
        if not candidates:
            raise SbomError(f"no step of {self.build} makes {file}: give the folder of the build that made it")
        return candidates[0]

    def read_for(self, output: str) -> set[Path]:
        """All files that were read for an output and that no step makes: sources, headers, archives, shared libraries."""
        found: set[Path] = set()
        seen: set[str] = set()
        waiting = [output]
        while waiting:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            edge = self.edges.get(name)
            if edge is None:
                found.add(Path(os.path.normpath(self.build / name)))
            elif name == output or not _LINKER.search(edge.rule):
                waiting += edge.inputs
                waiting += self.headers.get(name, [])
        return found


def _stem(name: str) -> str:
    return Path(name).name.partition(".")[0]


def _edges(text: str) -> list[tuple[str, Edge]]:
    edges = []
    for line in text.replace("$\n", "").splitlines():
        if not line.startswith("build "):
            continue
        outputs, inputs = re.split(r"(?<!\$): ", line[len("build ") :], maxsplit=1)
        rule, _, inputs = inputs.partition(" ")
        inputs = re.split(r" \|\||\|@ ", f" {inputs}", maxsplit=1)[0]
        edge = Edge(rule, tuple(_words(inputs)))
        edges += [(output, edge) for output in _words(outputs)]
    return edges


def _words(text: str) -> list[str]:
    words = [re.sub(r"\$(.)", r"\1", word) for word in re.split(r"(?<!\$) +", text) if word]
    return [word for word in words if word != "|"]


def _headers(build: Path) -> dict[str, list[str]]:
    done = subprocess.run(["ninja", "-C", str(build), "-t", "deps"], capture_output=True, text=True)
    if done.returncode:
        raise SbomError(f"ninja -t deps in {build}: {(done.stdout + done.stderr).strip()}")
    headers: dict[str, list[str]] = {}
    listed: list[str] = []
    for line in done.stdout.splitlines():
        if line.startswith("    "):
            listed.append(line.strip())
        elif ": #deps " in line:
            listed = headers.setdefault(line.partition(": #deps ")[0], [])
    return headers
