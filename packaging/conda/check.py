#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Render the recipe for each MPI: rattler-build reads it, and fills in its variants."""

from __future__ import annotations

import sys
from pathlib import Path

from rattler_build import Stage0Recipe, VariantConfig

folder = Path(__file__).parent
recipe = Stage0Recipe.from_file(str(folder / "recipe.yaml"))
rendered = recipe.render(VariantConfig.from_file(str(folder / "variants.yaml")))
for variant in rendered:
    print(variant.recipe.package.name, variant.recipe.package.version, variant.recipe.build.string)
mpis = {mpi for variant in rendered for mpi in ("openmpi", "mpich") if mpi in variant.recipe.requirements.host}
sys.exit(0 if mpis == {"openmpi", "mpich"} else "the recipe was not rendered for Open MPI and MPICH")
