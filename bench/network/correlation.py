# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Rank correlation of predicted and measured times."""

from __future__ import annotations

import statistics


def places(values: list[float]) -> list[float]:
    """Return places in ascending order; values within 1 % share the mean of theirs."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    place = [0.0] * len(values)
    start = 0
    for i in range(1, len(order) + 1):
        if i == len(order) or values[order[i]] > 1.01 * values[order[i - 1]]:
            for k in order[start:i]:
                place[k] = (start + i - 1) / 2
            start = i
    return place


def correlation(a: list[float], b: list[float]) -> float:
    """Return Spearman's rank correlation."""
    return statistics.correlation(places(a), places(b))
