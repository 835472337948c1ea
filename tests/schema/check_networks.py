# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Validates networks in JSON with the published schema: those of the tests and those that the command writes.
usage: check_networks.py CARTWRIGHT SCHEMA FILE..."""

import copy
import json
import subprocess
import sys

import jsonschema

command, schema_file, *files = sys.argv[1:]
with open(schema_file, encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)

for spec in files + ["percs:supernodes=3", "dragonfly:routers=2,global=1,nodes=1", "torus:dims=3x4"]:
    if spec.endswith(".json"):
        with open(spec, encoding="utf-8") as file:
            validator.validate(json.load(file))
    run = subprocess.run([command, "network", "info", spec, "--write", "json=-"], capture_output=True, text=True, check=True)
    network = json.loads(run.stdout)
    validator.validate(network)
    # The schema must reject a wrong network.
    for member in schema["required"]:
        broken = copy.deepcopy(network)
        del broken[member]
        assert not validator.is_valid(broken), (spec, member)
    for member in ("classes", "nodes", "links", "levels", "routes"):
        if network.get(member):
            broken = copy.deepcopy(network)
            broken[member][0]["color"] = 1
            assert not validator.is_valid(broken), (spec, member)
print(f"{len(files)} files and 3 kinds follow {schema['title']}")
