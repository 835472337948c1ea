#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Holds the levels that `cartwright machine` reads from files of hwloc against lstopo.

usage: lstopo.py CARTWRIGHT FOLDER...
"""

import collections
import glob
import json
import os
import re
import subprocess
import sys

TYPES = {"socket": "package", "numa": "numa", "die": "die", "l3": "l3", "core": "core"}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout


def objects(file, kind):
    """The processors of each object of a kind, as the bits of a number, in the order of lstopo."""
    lines = run("lstopo-no-graphics", "-i", file, "--only", kind, "--cpuset").splitlines()
    masks = (re.search(r"cpuset=(\S+)", line)[1].rstrip(")") for line in lines)
    return [int("".join(word.removeprefix("0x").rjust(8, "0") for word in mask.split(",")) or "0", 16) for mask in masks]


def sizes(file, unit, kind):
    """How many units each object of a kind has; objects with the same processors count once, those without do not."""
    units = objects(file, unit)
    found = [sum(one & of == one for one in units) for of in dict.fromkeys(objects(file, kind))]
    return [size for size in found if size > 0]


def check(cartwright, file, unit):
    reader = "hwloc-pu:" if unit == "pu" else ""
    machine = json.loads(run(cartwright, "machine", reader + file, "--json"))["machine"]
    slots = len(objects(file, unit))
    levels = {
        level["level"]: [size["size"] for size in level["sizes"] for _ in range(size["count"])]
        for level in machine["levels"]
    }
    assert machine["processes"] == slots, (file, unit, machine["processes"], slots)
    checked = 0
    for name, kind in TYPES.items():
        if kind == unit:
            continue
        expected = sizes(file, unit, kind)
        if name in levels:
            found = levels[name]
            if sum(expected) < slots:
                # Units in no object of a kind are domains, too, because a level divides all.
                assert not collections.Counter(expected) - collections.Counter(found), (
                    file,
                    unit,
                    name,
                    found,
                    expected,
                )
            else:
                assert found == expected, (file, unit, name, found, expected)
            checked += 1
        elif sum(expected) == slots and len(expected) > 1 and max(expected) > 1:
            # It is left out if another level has the same domains.
            assert expected in levels.values(), (file, unit, name, expected, levels)
    return checked


def main():
    cartwright, *folders = sys.argv[1:]
    files = [file for folder in folders for file in sorted(glob.glob(os.path.join(folder, "*.xml")))]
    checked = 0
    for file in files:
        for unit in ("core", "pu"):
            if objects(file, unit):
                checked += check(cartwright, file, unit)
    version = run("lstopo-no-graphics", "--version").split()[-1]
    print(f"{len(files)} files, {checked} levels: as lstopo {version}")
    assert len(files) > 10 and checked > len(files), (len(files), checked)


main()
