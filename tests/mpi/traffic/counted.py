#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Holds what a record says of collectives against the files that Open MPI itself writes at MPI_Finalize.

usage: counted.py CARTWRIGHT MPIRUN PROGRAM LIBRARY
The library makes Open MPI's component work for programs with intercommunicators.
"""

import collections
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile

CARTWRIGHT, MPIRUN, PROGRAM, LIBRARY = sys.argv[1:]
MONITOR = [
    "--mca",
    "pml_monitoring_enable",
    "2",
    "--mca",
    "pml_monitoring_enable_output",
    "3",
    "--mca",
    "pml_monitoring_filename",
    "prof",
]
# The part for collectives crashes in programs with intercommunicators (4.1.4). Without it, MPI_Comm_free needs the library.
BETWEEN = ["--mca", "coll", "^monitoring", "-x", f"LD_PRELOAD={LIBRARY}"]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    if done.returncode != 0:
        sys.exit(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def witness(*command, kinds="I"):
    """Messages and bytes from each process to each other one, as Open MPI counted them inside of collectives, or in all
    (`IE`): where an algorithm makes persistent requests, Open MPI takes its messages for those of the program."""
    for file in glob.glob("prof.*"):
        os.remove(file)
    run(*command)
    sent = collections.defaultdict(lambda: (0, 0))
    for file in glob.glob("prof.*.prof"):
        with open(file, encoding="utf-8") as lines:
            for line in lines:
                found = re.match(rf"[{kinds}]\t(\d+)\t(\d+)\t(\d+) bytes\t(\d+) msgs", line)
                if found and found[1] != found[2]:
                    source, to, amount, messages = map(int, found.groups())
                    before = sent[source, to]
                    sent[source, to] = (before[0] + messages, before[1] + amount)
    return sent


def recorded(name, *command, options=(), counts=True, ways=("in-collectives",)):
    """The same as a record has it. `counts` says whether it should."""
    run(CARTWRIGHT, "record", "--force", "--output", name, *options, "--", *command)
    return in_record(name, command, counts, ways)


def in_record(name, command, counts=True, ways=("in-collectives",)):
    sent = collections.defaultdict(lambda: (0, 0))
    with open(name, encoding="utf-8") as file:
        header, *ranks = (json.loads(line) for line in file)
    assert header["version"] == 2, header
    for rank in ranks:
        assert rank.get("counted", False) == counts, (rank["rank"], command)
        for flows in (rank[way] for way in ways if way in rank):
            for to, messages, amount in zip(flows["to"], flows["messages"], flows["bytes"]):
                if to != rank["rank"]:
                    before = sent[rank["rank"], to]
                    sent[rank["rank"], to] = (before[0] + messages, before[1] + amount)
    return sent


def difference(more, *less):
    """What `more` has beyond all of `less`, without pairs that have none."""
    sums = collections.Counter()
    for sent, sign in ((more, 1), *((one, -1) for one in less)):
        for pair, (messages, amount) in sent.items():
            sums[pair, "messages"] += sign * messages
            sums[pair, "bytes"] += sign * amount
    return {key: value for key, value in sums.items() if value != 0}


# With 6 processes, Open MPI sends 3 bytes more or fewer in MPI_Intercomm_create from run to run, also by itself.
BYTES_OF_SETUP = 16


def hold(what, counted, expected):
    def differs(key):
        allowed = BYTES_OF_SETUP if key[1] == "bytes" else 0
        return abs(counted.get(key, 0) - expected.get(key, 0)) > allowed

    if keys := sorted(filter(differs, counted.keys() | expected.keys())):
        rows = [f"{key}: {counted.get(key)} in the record, {expected.get(key)} by Open MPI" for key in keys[:10]]
        sys.exit(f"{what}:\n" + "\n".join(rows))


def check_random_programs():
    seed = random.randrange(10**9)
    print(f"seed {seed}", flush=True)
    for processes in ("4", "6"):
        line = (MPIRUN, "-n", processes)
        arguments = (PROGRAM, "random", str(seed), "200")
        expected = difference(
            witness(*line, *MONITOR, *BETWEEN, *arguments, kinds="IE"),
            witness(*line, *MONITOR, *BETWEEN, PROGRAM, "none"),
            # Open MPI makes intercommunicators with messages like those of a program.
            witness(*line, *MONITOR, *BETWEEN, PROGRAM, "random", str(seed), "0", kinds="E"),
        )
        assert sum(value for (_, unit), value in expected.items() if unit == "bytes") > 1_000_000, expected
        found = recorded("random", *line, *arguments, ways=("messages", "neighbors", "in-collectives"))
        hold(f"random {seed} on {processes}", difference(found), expected)
        # What Open MPI itself takes for messages inside of collectives is among those that are recorded as such.
        inside = in_record("random", line, ways=("neighbors", "in-collectives"))
        monitored = (*line, *MONITOR, *BETWEEN)
        least = difference(witness(*monitored, *arguments), witness(*monitored, PROGRAM, "none"))
        for (pair, unit), value in least.items():
            counted = inside[pair][0 if unit == "messages" else 1]
            assert counted >= value - BYTES_OF_SETUP, (seed, pair, unit, counted, value)


def between(sent, nodes):
    return sum(amount for (source, to), (_, amount) in sent.items() if nodes[source] != nodes[to])


def check_allgather():
    """128 KiB on 16 processes: the model of Cartwright had a third of the bytes."""
    line = (MPIRUN, "-n", "16")
    arguments = (PROGRAM, "allgather", "131072", "4")
    nodes = [rank // 4 for rank in range(16)]
    plain = witness(*line, *MONITOR, PROGRAM, "none")
    expected = between(witness(*line, *MONITOR, *arguments), nodes) - between(plain, nodes)
    recorded("allgather", *line, *arguments, options=("--nodes", "4x4"))
    found = json.loads(run(CARTWRIGHT, "order", "allgather", "--machine", "4x4", "--json"))["order"]
    level = found["levels"][0]
    assert level["j_sum_before"] == expected, (level, expected)
    # Open MPI takes recursive doubling. By hand: the pairs with the largest blocks share a node, a quarter is left.
    assert level["j_sum"] <= expected / 4 and found["bound"] <= level["j_sum"], level
    assert found["bound_proven"], found
    # In this order, Open MPI counts the bytes that the record predicts, beside those of the interposer itself.
    with open("ranks", "w", encoding="utf-8") as file:
        print("new_rank", *found["new_rank"], sep="\n", file=file)
    ordered = (CARTWRIGHT, "run", "--nodes", "4x4", "--order", "ranks", "--move-rank-0", "--", *line, *MONITOR)
    counted = between(witness(*ordered, *arguments), nodes) - between(witness(*ordered, PROGRAM, "none"), nodes)
    assert counted == level["j_sum"], (counted, level)
    # A record of this run has, by the ranks of the program, what Open MPI counts without an order.
    ordered = (CARTWRIGHT, "run", "--nodes", "4x4", "--order", "ranks", "--move-rank-0", "--", *line)
    run("env", "CARTWRIGHT_RECORD=ordered", *ordered, *arguments)
    expected = difference(witness(*line, *MONITOR, *arguments), witness(*line, *MONITOR, PROGRAM, "none"))
    hold("in another order", difference(in_record("ordered", ordered)), expected)


def check_settings():
    """The user's own parameters stay. The groups of the intercommunicator have 3 and 2 processes."""
    run(CARTWRIGHT, "record", "--force", "--output", "one", "--", MPIRUN, "-n", "2", PROGRAM, "environment")
    for parameters, counts in (
        ("pml ob1", True),
        ("coll ^sm", True),
        ("coll tuned,libnbc,basic,inter,self", True),
        ("coll ^monitoring", False),
        ("pml ^monitoring", False),
        ("pml_monitoring_enable 0", False),
    ):
        line = (MPIRUN, "-n", "5", "--mca", *parameters.split())
        sent = recorded("one", *line, PROGRAM, "random", "1", "1", counts=counts)
        assert bool(sent) == counts, (parameters, sent)
        explained = run(CARTWRIGHT, "order", "one", "--machine", "1*3,1*2")
        assert ("collectives, counted" in explained) == counts, explained
        assert ("proven by" in explained) == counts, explained


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        check_random_programs()
        check_allgather()
        check_settings()


main()
