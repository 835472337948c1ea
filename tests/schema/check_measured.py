# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Validates results of cartwright measure with the published schema.

usage: check_measured.py SCHEMA FILE [LEVEL:PROCESSES,... ...]: the expected levels, with the processes of their rings
"""

import copy
import json
import sys

import jsonschema

schema_file, file_name, *levels = sys.argv[1:]
with open(schema_file, encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
with open(file_name, encoding="utf-8") as file:
    document = json.load(file)
validator.validate(document)
for member in schema["required"]:
    broken = copy.deepcopy(document)
    del broken[member]
    assert not validator.is_valid(broken), member
for link in document["links"]:
    assert link["messages"][0]["bytes"] == 8, link["title"]
    for ring in link["rings"]:
        speed = ring["bytes_per_second"]
        assert speed["low"] <= speed["median"] <= speed["high"], ring
for message in document.get("same_node", {}).get("messages", []):
    assert all(message[way]["median"] > 0 for way in ("mpi", "copied", "read")), message
found = [
    f"{link['between']}:{','.join(map(str, sorted({ring['processes'] for ring in link['rings']})))}"
    for link in document["links"]
]
assert not levels or found == levels, found
print(f"{file_name} follows {schema['$id']}: {found}")
