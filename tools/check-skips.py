#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Lists the tests that were skipped, in whole or in part, and fails if tests/skips.txt does not allow one of them.

Reads what `ctest --output-junit FILE --test-output-size-passed 100000000` wrote, and in the output of tests the lines
in which GoogleTest, pytest and scripts ("skipped: the reason") say that they left something out.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import fnmatch
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

ALLOWED = Path(__file__).parent.parent / "tests" / "skips.txt"
CUT = "of the test output was removed since it exceeds the threshold"
GTEST = re.compile(r"\[  SKIPPED \] (\S+) \(\d+ ms\)")
GTEST_REASON = re.compile(r".+:\d+: Skipped$")
PYTEST = re.compile(r"SKIPPED \[\d+\] (?:.*/)?(\w+\.py)(?::\d+)?: (.*)")
SCRIPT = re.compile(r"skipped: (.*)")


@dataclasses.dataclass(frozen=True)
class Skip:
    """A test that was skipped. `name` is CTest's name, and after a colon that of a test within."""

    name: str
    says: str


@dataclasses.dataclass(frozen=True)
class Rule:
    """Skips that are allowed: patterns of their names and of what they say, and when that is fine."""

    name: str
    says: str
    reason: str

    def allows(self, skip: Skip) -> bool:
        """Return whether this rule is about a skip."""
        return fnmatch.fnmatchcase(skip.name, self.name) and fnmatch.fnmatchcase(skip.says, self.says)


def read_rules(path: Path) -> list[Rule]:
    """Read a list of allowed skips."""
    rules = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        columns = [column.strip() for column in line.split("|")]
        if len(columns) != 3 or not all(columns):
            raise SystemExit(f"{path}:{number}: expected 'test | what it says | the reason', not '{line}'")
        rules.append(Rule(*columns))
    return rules


def within(output: str) -> set[Skip]:
    """Return what a test says that it left out; `name` is empty where it is the test itself."""
    found = set()
    reason: list[str] = []
    in_reason = False
    for line in output.splitlines():
        if match := GTEST.match(line):
            found.add(Skip(match[1], " ".join(reason) or "nothing"))
        elif match := PYTEST.match(line):
            found.add(Skip(match[1], match[2]))
        elif match := SCRIPT.match(line):
            found.add(Skip("", match[1]))
        if GTEST_REASON.match(line):
            reason, in_reason = [], True
        elif line.startswith("["):
            in_reason = False
        elif in_reason and line:
            reason.append(line)
    return found


def skips_of(case: ElementTree.Element) -> set[Skip]:
    """Return what a test of CTest skipped."""
    test = case.get("name", "")
    output = case.findtext("system-out") or ""
    if CUT in output:
        raise SystemExit(f"{test}: its output was cut: run ctest with --test-output-size-passed 100000000")
    found = {Skip(test if skip.name in ("", test) else f"{test}:{skip.name}", skip.says) for skip in within(output)}
    # Tests that could not start have another message. CTest counts them as failed.
    skipped = case.find("skipped")
    if not found and skipped is not None and skipped.get("message", "").startswith("SKIP_"):
        found.add(Skip(test, "nothing"))
    if case.get("status") == "disabled":
        found.add(Skip(test, "disabled"))
    return found


def main() -> int:
    """Compare the skips of test runs with the list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="+", metavar="FILE", help="results of CTest, as JUnit writes them")
    parser.add_argument("--allowed", type=Path, default=ALLOWED, help="the list (default tests/skips.txt)")
    options = parser.parse_args()

    rules = read_rules(options.allowed)
    tests = 0
    allowed: dict[Rule, list[Skip]] = collections.defaultdict(list)
    refused: list[Skip] = []
    for path in options.results:
        try:
            cases = ElementTree.parse(path).getroot().findall("testcase")
        except (OSError, ElementTree.ParseError) as error:
            raise SystemExit(f"{path}: this is not a result of CTest: {error}") from error
        if not cases:
            raise SystemExit(f"{path}: no test ran")
        tests += len(cases)
        for skip in sorted({skip for case in cases for skip in skips_of(case)}, key=lambda skip: skip.name):
            rule = next((rule for rule in rules if rule.allows(skip)), None)
            if rule is None:
                refused.append(skip)
            else:
                allowed[rule].append(skip)

    for skip in refused:
        print(f"{skip.name} was skipped, and {options.allowed} does not allow it. It says: {skip.says}")
    if refused:
        print(f"{len(refused)} skips are not allowed: make these tests run, or add lines with the reason to the list")
    for rule, skips in allowed.items():
        print(f"skipped {len(skips):4}  {rule.name}: {rule.reason}\n{'':14}One says: {skips[0].says}")
    print(f"{sum(map(len, allowed.values())) + len(refused)} skips in {tests} tests")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
