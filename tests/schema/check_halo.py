# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Validates the explanations of halo plans with the published schema.
usage: check_halo.py SCHEMA COMMAND...     COMMAND prints the JSON of several plans, one per line"""

from plans import Explained

explained = Explained()
plans = explained.plans
for plan in plans:
    for part in ("neighbors", "joined", "by_axes", "measured"):
        if plan[part]:
            explained.rejects_more(plan, part, 0)
# Everything that the schema describes is there.
ways = {neighbor["way"] for plan in plans for neighbor in plan["neighbors"]}
assert ways >= {"node", "message", "joined"}, ways
measured = {name for plan in plans for one in plan["measured"] for name in one}
assert measured == {"reads_in_place_from", "joins_up_to", "piece", "by_axes", "seconds"}, measured
assert any(plan["by_axes"] for plan in plans) and any(plan["joined"] for plan in plans)
print(f"{len(plans)} plans follow {explained.title}")
