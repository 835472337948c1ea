#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: calibrate.sh CARTWRIGHT MPIRUN
# The interfaces of emulated hosts carry the bytes that records have of collectives: counted, and by the tables of MPICH.
set -euo pipefail
. "$(dirname "$0")/common.sh"
cartwright=$1 mpirun=$2
skip_unless_possible
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export XDG_CACHE_HOME=$work/cache
functions=bcast,reduce,gather,gatherv,scatter,scatterv,allreduce,allgather,allgatherv,alltoall,alltoallv,alltoallw,reduce_scatter,reduce_scatter_block,scan,exscan,barrier
"$cartwright" calibrate collectives --output found -- "$mpirun" -n 8 || fail "exit status $?"
python3 - found "$mpirun" $functions <<'END'
import json
import sys

found = json.load(open(sys.argv[1]))
assert found["processes"] == 8 and found["hosts"] == 4, found
ways = {}
for row in found["checked"]:
    ways.setdefault(row["function"], {})[row["source"]] = row
other = "by the MPI's tables" if "mpich" in sys.argv[2] else "by a model"
# With consecutive ranks on a node, MPI_Iscan follows from a model (docs/record.md).
if "mpich" in sys.argv[2]:
    assert list(ways.pop("iscan")) == ["collectives, by a model"], ways
assert list(ways) == sys.argv[3].split(","), ways
for function, rows in ways.items():
    assert set(rows) == {"collectives, counted", f"collectives, {other}"}, (function, rows)
    assert all(row["carried"] > 400_000 for row in rows.values()), (function, rows)
    assert rows["collectives, counted"]["agree"], (function, rows)
END
# The result is kept, but that of a part of the functions is not.
XDG_CACHE_HOME=$work/other "$cartwright" calibrate collectives --only bcast -- "$mpirun" -n 8 >printed || fail "bcast"
[ ! -e other ] || fail "a part was kept: $(ls other)"
grep -q "\"date\": \"$(date -u +%F)\"" cache/cartwright/collectives.json || fail "nothing was kept"
! "$cartwright" calibrate collectives --only wait -- "$mpirun" -n 8 2>errors || fail "wait"
grep -q -- "--only 'wait': give functions out of bcast" errors || fail "$(cat errors)"
! "$cartwright" calibrate collectives -- "$mpirun" -n 8 true 2>errors || fail "it started a program"
grep -q "leave out 'true'" errors || fail "$(cat errors)"
! "$cartwright" calibrate collectives -- "$mpirun" -no-such-option 2>errors || fail "no such option"
grep -q '^cartwright: none on 4 emulated hosts: ' errors || fail "$(cat errors)"
