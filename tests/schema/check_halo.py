# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Validates the explanations of halo plans with the published schema.
usage: check_halo.py SCHEMA COMMAND...     COMMAND prints the JSON of several plans, one per line"""

import copy
import json
import subprocess
import sys

import jsonschema

schema_file, *command = sys.argv[1:]
with open(schema_file, encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)

run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
plans = [json.loads(line) for line in run.stdout.splitlines()]
for plan in plans:
    validator.validate(plan)
    # The schema must reject a wrong plan.
    for member in schema["required"]:
        broken = copy.deepcopy(plan)
        del broken[member]
        assert not validator.is_valid(broken), member
    for part in ("neighbors", "joined", "by_axes", "measured"):
        if plan[part]:
            broken = copy.deepcopy(plan)
            broken[part][0]["color"] = 1
            assert not validator.is_valid(broken), part
# Everything that the schema describes is there.
ways = {neighbor["way"] for plan in plans for neighbor in plan["neighbors"]}
assert ways >= {"node", "message", "joined"}, ways
measured = {name for plan in plans for one in plan["measured"] for name in one}
assert measured == {"reads_in_place_from", "joins_up_to", "piece", "by_axes", "seconds"}, measured
assert any(plan["by_axes"] for plan in plans) and any(plan["joined"] for plan in plans)
print(f"{len(plans)} plans follow {schema['title']}")
