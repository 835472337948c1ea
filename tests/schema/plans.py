# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""What the checks of explained plans share: `check_X.py SCHEMA COMMAND...`, where COMMAND prints the JSON of several
plans, one per line."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from typing import Any

import jsonschema


class Explained:
    """The plans that the command of this script prints. All follow the schema."""

    def __init__(self) -> None:
        schema_file, *command = sys.argv[1:]
        with open(schema_file, encoding="utf-8") as file:
            schema = json.load(file)
        jsonschema.Draft202012Validator.check_schema(schema)
        self.title = schema["title"]
        self._validator = jsonschema.Draft202012Validator(schema)
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        self.plans = [json.loads(line) for line in run.stdout.splitlines()]
        assert self.plans, "the command prints no plan"
        for plan in self.plans:
            self._validator.validate(plan)
            # The schema must reject a wrong plan.
            for member in schema["required"]:
                broken = copy.deepcopy(plan)
                del broken[member]
                assert not self._validator.is_valid(broken), member

    def rejects_more(self, plan: dict[str, Any], *place: str | int) -> None:
        """Check that the part of a plan at this place, a path of names and numbers, may have no other member."""
        self.rejects(plan, {"color": 1}, *place)

    def rejects(self, plan: dict[str, Any], members: dict[str, Any], *place: str | int) -> None:
        """Check that the part of a plan at this place may not have these members."""
        broken = copy.deepcopy(plan)
        part: Any = broken
        for step in place:
            part = part[step]
        part.update(members)
        assert not self._validator.is_valid(broken), (place, members)
