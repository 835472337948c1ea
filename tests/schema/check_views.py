# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Validates the data of pages with the published schema. usage: check_views.py CARTWRIGHT SCHEMA"""

import copy
import json
import subprocess
import sys
import tempfile

import jsonschema

command, schema_file = sys.argv[1:]
with open(schema_file, encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)


def view(*options: str) -> str:
    return subprocess.run([command, "view", *options], capture_output=True, text=True, check=True).stdout


VIEWS = [
    ["--network", "percs:supernodes=2"],
    ["--network", "percs:supernodes=2", "--dims", "8x8", "--mapping", "blocked"],
    ["--network", "cube:groups=2,chassis=3,blades=4,nodes=2", "--dims", "4x6", "--mapping", "blocked"],
]
for options in VIEWS:
    text = view(*options, "--json")
    document = json.loads(text)
    validator.validate(document)
    for member in schema["required"]:
        broken = copy.deepcopy(document)
        del broken[member]
        assert not validator.is_valid(broken), (options, member)
    # Saved data is read back unchanged.
    with tempfile.NamedTemporaryFile("w", suffix=".json") as saved:
        saved.write(text)
        saved.flush()
        assert json.loads(view("--from", saved.name, "--json")) == document, options
print(f"{len(VIEWS)} views follow {schema['$id']}")
