# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""On emulated hosts, the interfaces carry the bytes that a record has of MPICH's collectives, counted and by its tables.

usage: selected.py CARTWRIGHT MPIRUN SELECTED"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

CARTWRIGHT, MPIRUN, SELECTED = sys.argv[1:4]
HOSTS, SLOTS = 4, 2
# Above the bytes of the messages, each interface carries headers of UCX, and messages that make connections and start and
# end the program: those of a run without collectives are subtracted, and differ from run to run.
PART, CONSTANT = 0.02, 100_000


def carried(way: str, kind: str) -> tuple[Counter[str], dict[str, int]]:
    """Return the bytes that left each host, by its interface, and those between processes on different hosts, by sender."""
    variables = {**os.environ, "CARTWRIGHT_COUNT_INSIDE": str(int(way == "in-collectives"))}
    command = [CARTWRIGHT, "cluster", "--network", f"fat-tree:down={HOSTS},up=1", "--slots", str(SLOTS), "--rate",
               "500mbit", "--links", "links", "--force", "--", CARTWRIGHT, "record", "--force", "--output", "record",
               "--", MPIRUN, "-n", str(HOSTS * SLOTS), SELECTED, kind]  # fmt: skip
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, env=variables)
    if run.returncode != 0:
        sys.exit(f"{kind}: exit status {run.returncode}\n{run.stdout}\n{run.stderr}")
    links = json.loads(Path("links").read_text(encoding="utf-8"))["links"]
    payload = {link["from"]: link["payload"] for link in links if link["class"] == "injection"}
    _, *ranks = map(json.loads, Path("record").read_text(encoding="utf-8").splitlines())
    host_of = {rank["rank"]: rank["host"] for rank in ranks}
    sent: Counter[str] = Counter()
    for rank in ranks:
        flows = rank.get(way, {})
        for to, size in zip(flows.get("to", []), flows.get("bytes", [])):
            sent[rank["host"]] += size if host_of[to] != rank["host"] else 0
    return sent, payload


def main() -> None:
    """Compare both ways, for all collectives together and for those that MPICH composes of steps."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        _, plain = carried("in-collectives", "none")
        for way, kind in (("in-collectives", "all"), ("by-tables", "all"), ("by-tables", "allreduce"),
                          ("by-tables", "bcast"), ("by-tables", "gather")):  # fmt: skip
            sent, payload = carried(way, kind)
            for host, size in sorted(payload.items()):
                found = size - plain[host]
                print(f"{way}, {kind}: {host} sent {found} bytes, the record has {sent[host]}")
                if sent[host] == 0 or abs(found - sent[host]) > sent[host] * PART + CONSTANT:
                    sys.exit(f"{way}, {kind}: {host} sent {found} bytes, and the record has {sent[host]}")


main()
