#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Holds what a record says of MPICH's collectives against the bytes that MPICH hands to UCX.

Records are made twice: once with the count of Cartwright, and once without it, when messages follow from MPICH's tables.

usage: selected.py CARTWRIGHT MPIRUN PROGRAM
"""

import json
import os
import subprocess
import sys
import tempfile

CARTWRIGHT, MPIRUN, PROGRAM = sys.argv[1:]
KINDS = [
    "bcast",
    "reduce",
    "gather",
    "scatter",
    "gatherv",
    "scatterv",
    "allreduce",
    "allgather",
    "alltoall",
    "reduce_scatter_block",
    "scan",
    "exscan",
    "allgatherv",
    "reduce_scatter",
    "alltoallv",
    "alltoallw",
    "barrier",
]


def run(*command, **variables):
    environment = {**os.environ, **{name: str(value) for name, value in variables.items()}}
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False, env=environment)
    if done.returncode != 0:
        sys.exit(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def nodes_and_bytes(printed):
    """The node of each process, and the bytes and messages from each process to each other one, by the program's count."""
    rows = sorted([int(word) for word in line.split()] for line in printed.splitlines())
    nodes = [row[1] for row in rows]
    size = len(rows)
    pairs = {(row[0], to): (row[2 + to], row[2 + size + to]) for row in rows for to in range(size)}
    return nodes, {pair: sent for pair, sent in pairs.items() if sent != (0, 0)}


def recorded(way):
    """The bytes and messages in the record, and the kinds whose messages it does not have."""
    sent = {}
    others = set()
    with open("record", encoding="utf-8") as file:
        _, *ranks = (json.loads(line) for line in file)
    for rank in ranks:
        assert rank.get("counted", False) == (way == "in-collectives"), rank
        flows = rank.get(way, {})
        for to, bytes_, messages in zip(flows.get("to", []), flows.get("bytes", []), flows.get("messages", [])):
            if to != rank["rank"]:
                sent[rank["rank"], to] = (bytes_, messages)
        rows = {row["kind"] for row in rank.get("collectives", []) if not row.get("by_tables")} - {"messages"}
        others |= rows if way == "by-tables" else set()
    return sent, others


def compare(processes, nodes, way, *kinds, form="blocking", **variables):
    printed = run(
        CARTWRIGHT, "record", "--force", "--output", "record", "--", MPIRUN, "-n", str(processes), PROGRAM, form, *kinds,
        MPIR_CVAR_NUM_CLIQUES=nodes, MPIR_CVAR_NOLOCAL=int(nodes == processes),
        # A long ring is sent in pieces, of which the tables say nothing.
        MPIR_CVAR_ALLGATHERV_PIPELINE_MSG_SIZE=1 << 30 if way == "by-tables" else 32768,
        CARTWRIGHT_COUNT_INSIDE=int(way == "in-collectives"), **variables,
    )  # fmt: skip
    node_of, counted = nodes_and_bytes(printed)
    if len(set(node_of)) != nodes:
        sys.exit(f"MPICH has {len(set(node_of))} nodes, not {nodes}: {node_of}")
    if not counted:
        print("skipped: this MPICH does not send by UCX")
        sys.exit(77)
    found, others = recorded(way)
    pairs = sorted(pair for pair in counted.keys() | found.keys() if counted.get(pair) != found.get(pair))
    return [(pair, counted.get(pair), found.get(pair)) for pair in pairs], others


def check(processes, nodes, way, **variables):
    where = f"{processes} processes on {nodes} nodes, {way}, {variables}"
    wrong, others = compare(processes, nodes, way, **variables)
    if not wrong and not others:
        print(f"{where}: all pairs are equal", flush=True)
        return
    print(f"{where}: {len(wrong)} pairs differ, and the messages of these are not in the record: {others}")
    for kind in KINDS:
        for (source, to), counted, found in compare(processes, nodes, way, kind, **variables)[0][:6]:
            print(f"  {kind}: {source} to {to}: (bytes, messages) are {counted}, and {found} in the record")
    sys.exit(1)


os.chdir(tempfile.mkdtemp())
check(6, 3, "in-collectives")
for layout in ((5, 5), (6, 3), (8, 4), (8, 8)):
    check(*layout, "by-tables")
for layout in ((6, 3), (8, 8), (9, 9)):
    check(*layout, "by-tables", form="nonblocking")
check(8, 4, "by-tables", form="persistent")
check(6, 3, "by-tables", form="nonblocking", MPIR_CVAR_DEVICE_COLLECTIVES="none", MPIR_CVAR_IBCAST_INTRA_ALGORITHM="sched_binomial")
# The user selects algorithms. One is unknown: only its messages are not in the record.
check(
    6,
    3,
    "by-tables",
    MPIR_CVAR_BCAST_INTRA_ALGORITHM="scatter_ring_allgather",
    MPIR_CVAR_ALLGATHER_INTRA_ALGORITHM="ring",
)
check(6, 3, "by-tables", MPIR_CVAR_DEVICE_COLLECTIVES="none")
_, unknown = compare(4, 4, "by-tables", MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM="nb")
if unknown != {"allreduce"}:
    sys.exit(f"these follow from a model, not the allreduce alone: {unknown}")
# Tables that `cartwright calibrate` has refuted for a function of this MPI are not followed.
with open("record", encoding="utf-8") as file:
    mpi = json.loads(file.readline())["mpi"]
row = {"function": "bcast", "source": "collectives, by the MPI's tables", "recorded": 1, "carried": 2, "agree": False}
refuted = {mpi: {"date": "2026-11-26", "processes": 8, "hosts": 4, "checked": [row]}}
os.makedirs("cache/cartwright")
with open("cache/cartwright/collectives.json", "w", encoding="utf-8") as file:
    json.dump(refuted, file)
_, unknown = compare(4, 4, "by-tables", XDG_CACHE_HOME=os.path.abspath("cache"))
if unknown != {"bcast"}:
    sys.exit(f"these follow from a model, not the bcast alone: {unknown}")
with open("record", encoding="utf-8") as file:
    if json.loads(file.readline())["calibrated"] != "2026-11-26":
        sys.exit("the record does not say when the tables were checked")
