#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The floor plan: which folder may include from which, and a drawing of those that do.

floor_plan.py           draw docs/architecture.svg
floor_plan.py --check   fail if a dependency points the wrong way, or if the drawing is not of these sources
"""

from __future__ import annotations

import sys
from pathlib import Path

import floor_plan_drawing
import gates
import includes

# The layers, lowest first: each folder with its idea. A folder includes only from folders on lower layers; what is on
# one layer is independent of each other.
LAYERS = (
    {"include": "the public headers"},
    {"base": "errors, text, numbers"},
    {
        "grid": "dims and stencils",
        "machine": "levels of domains",
        "network": "switches and routes",
        "datatype": "normal form of types",
        "device": "drivers of GPUs",
        "launch": "starting programs",
    },
    {
        "bound": "lower bounds of a cut",
        "mapping": "one file per algorithm",
        "traffic": "flows and link loads",
        "inventory": "nodes of a batch system",
        "jit": "kernels, generated",
    },
    {"cost": "cut at each level", "fluid": "messages in time", "transport": "memory of a node", "gpu": "kernels on streams"},
    {"choose": "the best of all mappings", "halo/engine": "boxes, flags, streams"},
    {"placement": "a job on a network", "record": "what a program sent"},
    {"report": "JSON, tables, SVG, HTML"},
    {
        "cli": "the command",
        "python": "the Python module",
        "fortran": "Fortran modules",
        "capi": "the C functions",
        "fft/choice": "process grid, methods",
        "mpi/base": "settings, nodes, errors",
    },
    {
        "mpi/carts": "grids and graphs",
        "mpi/datatypes": "types of MPI, compiled",
        "fft/exchange": "one file per method",
        "preload/front": "one trampoline a call",
        "preload/base": "requests, attributes",
        "measure": "speeds of links",
    },
    {"fft/cuda": "whole arrays on a GPU", "preload/traffic": "what is counted"},
    {"fft": "plans and steps", "halo": "ghost points", "preload/node": "shared memory", "preload/order": "another world"},
    {"fft/poisson": "solvers", "preload/packing": "one message, packed"},
    {"preload/neighbors": "blocks in a node", "preload/parts": "large messages"},
    {"preload/collectives": "whole nodes together"},
    {"preload/calls": "what programs call"},
)
DRAWING = gates.ROOT / "docs" / "architecture.svg"
ROOTS = ("src", "include", "python/src", "fortran")

Dependencies = dict[str, dict[str, str]]  # folder -> folder that it includes from -> an include that shows it


def folder(path: Path) -> str | None:
    """Return the folder of the plan in which a file is, or None."""
    parts = path.relative_to(gates.ROOT).parts[:-1]
    if not parts:
        return None
    if parts[0] == "src":
        return "/".join(parts[1:]) or None
    return parts[0]


def dependencies() -> Dependencies:
    """Return which folders include from which."""
    found: Dependencies = {}
    for root in ROOTS:
        for path in sorted((gates.ROOT / root).rglob("*")):
            if path.suffix not in (".c", ".h", ".cpp", ".hpp", ".S"):
                continue
            here = folder(path)
            if here is None:
                continue
            needs = found.setdefault(here, {})
            for other in includes.included(path):
                there = folder(other)
                if there is not None and there != here:
                    relative = f"{path.relative_to(gates.ROOT)} includes {other.relative_to(gates.ROOT)}"
                    needs.setdefault(there, relative)
    return found


def violations(found: Dependencies, layers: tuple[dict[str, str], ...]) -> list[str]:
    """Return the dependencies that do not point to a lower layer, and the folders that no layer has."""
    level = {name: height for height, layer in enumerate(layers) for name in layer}
    wrong = [f"{name}: not in LAYERS of tools/lint/floor_plan.py" for name in sorted(found) if name not in level]
    wrong += [
        f"{name}: in LAYERS of tools/lint/floor_plan.py, but no such folder" for name in level if name not in found
    ]
    for here, needs in sorted(found.items()):
        for there, example in sorted(needs.items()):
            if here in level and there in level and level[there] >= level[here]:
                wrong.append(f"{here} may not depend on {there}: {example}")
    return wrong


def main(arguments: list[str]) -> int:
    """Draw the plan, or check it."""
    found = dependencies()
    wrong = violations(found, LAYERS)
    if wrong:
        print("\n".join(wrong))
        return 1
    drawing = floor_plan_drawing.svg(LAYERS, {here: set(needs) for here, needs in found.items()})
    if arguments != ["--check"]:
        DRAWING.write_text(drawing)
    elif not DRAWING.exists() or DRAWING.read_text() != drawing:
        print("docs/architecture.svg is not the plan of these sources")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
