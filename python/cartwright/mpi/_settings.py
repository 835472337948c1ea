# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Settings of the placement: the arguments of a call, and defaults from the environment."""

from __future__ import annotations

import dataclasses
import os

from ..errors import InvalidArgumentError


@dataclasses.dataclass(frozen=True)
class Settings:
    """All settings of one call."""

    reorder: bool
    mapping: str
    tier: str | None
    budget: float | None
    seed: int
    nodes: str
    nodes_required: bool
    """Whether the call gives the nodes, not the environment."""


def variable(name: str) -> str | None:
    """The value of CARTWRIGHT_name; None when it is not set or empty."""
    return os.environ.get(f"CARTWRIGHT_{name}") or None


def read_settings(
    reorder: bool, mapping: str | None, tier: str | None, budget: float | None, seed: int | None, nodes: str | None
) -> Settings:
    """The settings of a call; None stands for the environment."""
    try:
        if budget is None and (seconds := variable("BUDGET")):
            budget = float(seconds)
        if seed is None:
            seed = int(variable("SEED") or 0)
    except ValueError as error:
        raise InvalidArgumentError(f"CARTWRIGHT_BUDGET or CARTWRIGHT_SEED: {error}") from None
    return Settings(
        reorder=bool(reorder) and variable("REORDER") not in ("off", "0", "false"),
        mapping=mapping or variable("MAPPING") or "auto",
        tier=tier or variable("TIER"),
        budget=budget,
        seed=seed,
        nodes=nodes or variable("NODES") or "",
        nodes_required=bool(nodes),
    )
