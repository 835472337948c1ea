# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Validates the explanations of FFT plans with the published schema.
usage: check_fft.py SCHEMA COMMAND...     COMMAND prints the JSON of several plans, one per line"""

from plans import Explained

explained = Explained()
plans = explained.plans
assert len(plans) >= 4, plans
for plan in plans:
    assert len(plan["transposes"]) == len(plan["grid"]["dims"])
    assert all(step["method"] in [other["method"] for other in step["candidates"]] for step in plan["transposes"])
    for place in (("problem",), ("grid",), ("transposes", 0), ("transposes", 0, "candidates", 0), ("bricks",)):
        explained.rejects_more(plan, *place)
print(f"{len(plans)} plans follow {explained.title}")
