# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Checks reports.csv: each line has the address of its source once, and names tests that exist.

usage: check.py CTEST BUILD-FOLDER [--all]

Tests of GoogleTest are looked up in the sources, others among those of the build. A build without all tests lacks some:
without --all, those may be missing.
"""

import csv
import fnmatch
import json
import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
COLUMNS = ["source", "symptom", "test"]
ADDRESS = re.compile(r"[\w.-]+/[\w.-]+(#\d+|:\S+)?|https?://\S+")
BY_HAND = re.compile(r"by hand 20\d\d-\d\d-\d\d: \S.*")


def google_tests():
    found = set()
    for source in FOLDER.parent.rglob("*.cpp"):
        found.update(re.findall(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)", source.read_text(encoding="utf-8"), re.M))
    return {".".join(name) for name in found}


def ctests(ctest, build):
    command = [ctest, "--show-only=json-v1"]
    listed = subprocess.run(command, cwd=build, check=True, capture_output=True, text=True).stdout
    return [test["name"] for test in json.loads(listed)["tests"]]


def errors_of(rows, google, names, complete):
    seen = set()
    for row in rows:
        if len(row) != len(COLUMNS) or not all(row):
            yield f"{row}: write {len(COLUMNS)} columns"
            continue
        source, symptom, test = row
        if not ADDRESS.fullmatch(source):
            yield f"{source}: write owner/repository#number, owner/repository:file or an address"
        key = source if "#" in source else (source, symptom)
        if key in seen:
            yield f"{source}: a second line"
        seen.add(key)
        if test == "not tried since" or BY_HAND.fullmatch(test):
            continue
        for name in test.split():
            exists = name in google or fnmatch.filter(names, name)
            if not exists and (complete or name[0].isupper()):
                yield f"{source}: there is no test {name}"


def check_this_check():
    good = ["a/b#1", "fails", "Suite.Name mpi.*.some"]
    bad = [
        ["a/b#1", "fails"],
        ["a/b#1", "fails", ""],
        ["OMPI 7186", "fails", "Suite.Name"],
        ["a/b#1", "fails", "Suite.Other"],
        ["a/b#1", "fails", "mpi.*.other"],
        ["a/b#1", "fails", "by hand"],
    ]
    tests = {"Suite.Name"}, ["mpi.openmpi.some"], True
    assert not list(errors_of([good], *tests))
    assert list(errors_of([good, good], *tests))
    for row in bad:
        assert list(errors_of([row], *tests)), row


def main():
    check_this_check()
    with (FOLDER / "reports.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    if rows[0] != COLUMNS:
        sys.exit(f"reports.csv: the columns are not {COLUMNS}")
    errors = list(errors_of(rows[1:], google_tests(), ctests(sys.argv[1], sys.argv[2]), "--all" in sys.argv[3:]))
    if errors:
        sys.exit("\n".join(errors))
    open_reports = sum(row[2] == "not tried since" for row in rows[1:])
    print(f"{len(rows) - 1} reports, {open_reports} without a test")


main()
