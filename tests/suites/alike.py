# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Are the results of two runs the same? Text has to be equal, numbers have to be equal within a tolerance."""

import re

NUMBER = re.compile(r"(?<![\w.])([+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?)(?![\w.])")
NOTHING = 1e-12  # with a tolerance, numbers below this are zeros that were rounded


def equal(one, other, tolerance):
    """Compares two values, given as text."""
    if one == other:
        return True
    if not tolerance or one is None or other is None:
        return False
    if NUMBER.sub("#", one).split() != NUMBER.sub("#", other).split():
        return False
    pairs = zip(NUMBER.findall(one), NUMBER.findall(other))
    return all(
        close(float(a.lower().replace("d", "e")), float(b.lower().replace("d", "e")), tolerance) for a, b in pairs
    )


def close(a, b, tolerance):
    return abs(a - b) <= tolerance * max(abs(a), abs(b)) + NOTHING


def compare(plain, other, tolerance):
    """Names of results that differ between all runs of `plain` and all runs of `other` (lists of runs), and names of
    results that are equal in some runs only: a program may be unsteady without Cartwright, too."""
    names = sorted({name for run in [*plain, *other] for name in run})
    differ, unsteady = [], []
    for name in names:
        pairs = [equal(p.get(name), o.get(name), tolerance) for p in plain for o in other]
        if not any(pairs):
            differ.append(name)
        elif not all(pairs):
            unsteady.append(name)
    return differ, unsteady
