# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Validates the counters of emulated links with the published schema.

usage: check_links.py CARTWRIGHT SCHEMA. Exit status 77 if this machine cannot emulate a network."""

import copy
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import jsonschema

# The ends of messages that say that this machine cannot make a cluster; any other failure is a real one.
IMPOSSIBLE = ("needs root", "needs the tool", "in a container", "which this kernel lacks")

command, schema_file = sys.argv[1:]
schema = json.loads(Path(schema_file).read_text(encoding="utf-8"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)


def counters(folder: Path, *options: str) -> Any:
    """Return the file of --links."""
    file = folder / "links.json"
    run = subprocess.run(
        [command, "cluster", "--network", "torus:dims=2x2", "--force", "--links", str(file), *options, "--", "true"],
        capture_output=True, text=True, check=False)  # fmt: skip
    if run.returncode == 2 and any(reason in run.stderr for reason in IMPOSSIBLE):
        print(f"skipped: {run.stderr}")
        sys.exit(77)
    assert run.returncode == 0, run.stderr
    return json.loads(file.read_text(encoding="utf-8"))


with tempfile.TemporaryDirectory() as name:
    scratch = Path(name)
    (scratch / "expect").write_text("0 1 1000\n", encoding="utf-8")
    without_limit = counters(scratch)
    full = counters(scratch, "--rate", "100mbit", "--expect", str(scratch / "expect"))
assert {link["bits_per_second"] for link in without_limit["links"]} == {None}
assert sum(link["expected"] for link in full["links"]) > 1000
for document in (without_limit, full):
    validator.validate(document)
    # The schema must reject wrong files.
    for member in schema["required"]:
        broken = copy.deepcopy(document)
        del broken[member]
        assert not validator.is_valid(broken), member
    for member in schema["properties"]["links"]["items"]["required"]:
        broken = copy.deepcopy(document)
        del broken["links"][0][member]
        assert not validator.is_valid(broken), member
    broken = copy.deepcopy(document)
    broken["links"][0]["color"] = "red"
    assert not validator.is_valid(broken)
print(f"{len(full['links'])} links follow {schema['title']}")
