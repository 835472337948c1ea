# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The exact tables of the pages, beside the output of the commands. usage: tables.py BUILD"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import tables

tables.BUILD = pathlib.Path(sys.argv[1]).resolve()
for page, first, compute, quick in tables.TABLES:
    if not quick:
        continue
    lines = (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines()
    changed = [
        (old, new) for old, new in zip(lines, tables.renewed(lines, first, compute), strict=True) if old != new
    ]
    assert not changed, f"docs/{page} is out of date: run tools/tables.py BUILD\n{changed}"
    # A table whose numbers are wrong must not pass.
    wrong = [line if line.startswith(first) else re.sub(r"\b\d+(?=[^|]*\|?$)", "0", line) for line in lines]
    assert tables.renewed(wrong, first, compute) != wrong, f"docs/{page}: wrong numbers in the table '{first}' pass"
    print(f"docs/{page}: {first.strip(' |')}")
