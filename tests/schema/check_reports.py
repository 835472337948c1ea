# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Validates the report of every command with the published schema. usage: check_reports.py CARTWRIGHT SCHEMA"""

import copy
import json
import pathlib
import shlex
import subprocess
import sys

import jsonschema

command, schema_file = sys.argv[1:]
with open(schema_file, encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)

# A required member of the entries of each list.
KEY = {"mappings": "mapping", "candidates": "mapping", "cuts": "cuts", "types": "notation", "timings": "way",
       "jobs": "ranks", "loads": "name", "hottest": "ranks", "studies": "stencil", "choices": "policy",
       "kinds": "share", "groups": "example", "parts": "structure"}
RECORDS = pathlib.Path(__file__).absolute().parents[1] / "data/records"

REPORTS = [
    "map --dims 6x8 --machine 4x2x6 --mapping strips --json",
    "map --dims 6x8 --machine 30,18 --stencil 1,0:0.5;-1,0:0.25 --json",
    "map --dims 4x3 --machine 3x4 --write json=-",
    "compare --dims 6x8 --machine 8x6 --stencil component --json",
    "dims 2400 --json",
    "dims --machine 6x6 --json",
    "dims --machine 4x2x6 --data 6000x8080 --json",
    "map --machine 4x2x6 --data 6000x8080 --halo 2 --cost-per-dim 1,3 --json",
    "machine 30*48,30*32 --json",
    "study --mappings strips,nodecart --json",
    "datatype show 'vec(32 2 8)[ctg(6)[float]]' --json",
    "datatype time 'vec(8 1 2)[int]' --json",
    f"datatype show --file {RECORDS}/datatypes --json",
    f"datatype time --file {RECORDS}/datatypes --json",
    "network info percs:supernodes=4 --json",
    "network info dragonfly:routers=4,global=2,nodes=2 --json",
    "network loads percs:supernodes=2 --ranks-per-node 4 --top 3 --json",
    "network loads dragonfly:routers=4,global=2,nodes=2 --pattern transposes --compare auto,blocked:ugal --json",
    "network study --supernodes 2 --budget 0 --json",
    "place --network dragonfly:routers=4,global=2,nodes=2 --count 6 --compare --budget 0 --json",
    "place --network dragonfly:routers=4,global=2,nodes=2 --count 1 --policy contiguous --json",
    f"traffic {RECORDS}/small --json",
    f"traffic {RECORDS}/lammps --machine 2x4 --matrix --json",
    f"traffic {RECORDS}/servers --json",
    f"order {RECORDS}/lammps --machine 2x4 --json",
    f"order {RECORDS}/lammps --network torus:dims=2x2x2 --count 4 --json",
    "simulate --network torus:dims=4x4 --collective alltoall --bytes 8,1KiB --ranks-per-node 2 --json",
    "doctor --json",
    "version --json",
]

for arguments in REPORTS:
    run = subprocess.run([command, *shlex.split(arguments)], capture_output=True, text=True, check=False)
    assert run.returncode == 0 or (arguments.startswith("doctor") and run.returncode == 1), (arguments, run.stderr)
    report = json.loads(run.stdout)
    validator.validate(report)
    # The schema must reject a wrong report.
    wrong = copy.deepcopy(report)
    wrong["schema"] = "cartwright-report/0"
    assert not validator.is_valid(wrong), arguments
    for member in ("mappings", "candidates", "instances", "levels", "cuts", "types", "timings", "jobs", "loads", "hottest",
                   "studies", "choices", "kinds", "groups", "parts"):
        if wrong.get(member):
            broken = copy.deepcopy(report)
            del broken[member][0][KEY.get(member, "dims")]
            assert not validator.is_valid(broken), (arguments, member)
print(f"{len(REPORTS)} reports follow {schema['$id']}")
