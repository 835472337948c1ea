# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Validates the explanations of FFT plans with the published schema.
usage: check_fft.py SCHEMA COMMAND...     COMMAND prints the JSON of several plans, one per line"""

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
assert len(plans) >= 4, run.stdout
for plan in plans:
    validator.validate(plan)
    assert len(plan["transposes"]) == len(plan["grid"]["dims"])
    assert all(step["method"] in [other["method"] for other in step["candidates"]] for step in plan["transposes"])
    # The schema must reject a wrong plan.
    for member in schema["required"]:
        broken = copy.deepcopy(plan)
        del broken[member]
        assert not validator.is_valid(broken), member
    for place in (("problem",), ("grid",), ("transposes", 0), ("transposes", 0, "candidates", 0), ("bricks",)):
        broken = copy.deepcopy(plan)
        part = broken
        for step in place:
            part = part[step]
        part["color"] = 1
        assert not validator.is_valid(broken), place
print(f"{len(plans)} plans follow {schema['title']}")
