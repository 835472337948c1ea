#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Prints the bytes of a record between different processes, as "WAY FROM TO BYTES". Usage: record_lines.py FILE ..."""

import collections
import json
import sys

total = collections.Counter()  # both ends of a flow may have recorded a part of it

for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        header, *ranks = (json.loads(line) for line in file)
    assert header["format"] == "cartwright record" and header["version"] == 2, header
    for rank in ranks:
        for way in ("messages", "neighbors", "one-sided", "pairwise"):
            flows = rank.get(way, {"to": [], "bytes": []})
            senders = flows.get("from", [rank["rank"]] * len(flows["to"]))
            for sender, to, amount in zip(senders, flows["to"], flows["bytes"]):
                if sender != to and amount > 0:
                    total[way, sender, to] += amount
for flow, amount in total.items():
    print(*flow, amount)
