#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: run_record.sh CARTWRIGHT MPIRUN RECORD
# `cartwright record` of a program that counts its own bytes, and what is left of it if it is killed.
set -euo pipefail
cartwright=$1 mpirun=$2 program=$3
here=$(dirname "$(realpath -s "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
  echo "run_record.sh: $*" >&2
  cat errors >&2
  exit 1
}

# record STATUS OPTION ... -- PROGRAM ...
record() {
  wanted=$1
  shift
  status=0
  "$cartwright" record "$@" >printed 2>errors || status=$?
  [ $status = "$wanted" ] || fail "status $status, not $wanted"
}

for ranks in 1 2 4 5; do
  record 0 --output r$ranks -- "$mpirun" -n $ranks "$program"
  grep -q "^cartwright: $ranks processes sent " errors || fail "no line about the record"
  sort printed >wanted
  "$here/record_lines.py" r$ranks | sort | diff wanted - >difference || fail "other bytes: $(cat difference)"
  [ ! -e r$ranks.parts ] || fail "the parts are still there"
  "$cartwright" traffic r$ranks >/dev/null || fail "traffic"
done

# Cartwright does not reorder communicators while it records, even where that would pay.
record 0 --output cyclic --nodes cyclic:2x2 -- "$mpirun" -n 4 "$program"
"$here/record_lines.py" cyclic | sort | diff <("$here/record_lines.py" r4 | sort) - || fail "other bytes on cyclic nodes"

# All datatypes and the groups of collectives are in the record.
"$cartwright" traffic --json r4 >json
python3 - <<'END'
import json

report = json.load(open("json"))
types = {row["type"]: row for row in report["datatypes"]}
assert types["vec(4 1 2)[int]"]["items"] == 4, types
kinds = {row["kind"]: row for row in report["kinds"]}
assert kinds["allreduce"]["calls"] == 4 and kinds["allreduce"]["bytes"] == 4 * 12, kinds["allreduce"]
assert kinds["bcast"]["bytes"] == 4 * 20, kinds["bcast"]
assert kinds["alltoall"]["bytes"] == 4 * 4 * 8, kinds["alltoall"]
END

# A file that exists is kept, unless it may be replaced.
record 2 --output r2 -- "$mpirun" -n 2 "$program"
grep -q "'.*r2' exists: give --force" errors || fail "no advice"
record 0 --output r2 --force -- "$mpirun" -n 2 "$program"

# MPI_Abort, SIGTERM, and SIGKILL after an interval leave parts: at MPI_Abort that of one process at least.
record 3 --output aborted -- "$mpirun" -n 2 "$program" abort || true
"$here/record_lines.py" aborted.parts/* | grep '^messages ' >kept || fail "nothing of the aborted program"
for _ in 1 2 3; do
  record 3 --force --output aborted -- "$mpirun" -n 4 "$program" abort
  "$cartwright" traffic aborted >explained 2>errors || fail "the record of an aborted program is not read"
done

# An order for a part of the processes is not proposed, unless it is asked for.
# A process that was killed may have left a file half written, with a longer name.
parts=(aborted.parts/[0-3])
[ ${#parts[@]} = 1 ] || rm "${parts[0]}"
if "$cartwright" order aborted --machine 2x2 >explained 2>errors; then fail "an order for some of the processes"; fi
grep -q "of 4 processes left no record (rank.*give --partial" errors || fail "no advice"
"$cartwright" order aborted --machine 2x2 --partial >explained 2>errors || fail "--partial"
grep -q "of 4 processes left no record" explained || fail "no note"
if "$cartwright" run --order aborted -- "$mpirun" -n 4 "$program" >printed 2>errors; then fail "run --order"; fi
grep -q "give --partial" errors || fail "no advice of run"
CARTWRIGHT_NODES=2x2 "$cartwright" run --order aborted --partial -- "$mpirun" -n 4 "$program" >printed 2>errors || fail "run --partial"
if grep -q "left no record" errors; then fail "--partial is not passed on"; fi

for signal in TERM KILL; do
  rm -f ready
  CARTWRIGHT_RECORD_INTERVAL=1 "$cartwright" record --output $signal -- "$mpirun" -n 2 "$program" wait >printed 2>errors &
  while [ ! -e ready ]; do sleep 0.1; done
  if [ $signal = KILL ]; then sleep 2.5; fi
  pkill -$signal -f "^$program wait" || fail "no process to kill"
  wait $! && fail "status 0 after a signal"
  "$cartwright" traffic $signal >explained 2>&1 || fail "no record: $(cat explained)"
  "$here/record_lines.py" $signal.parts/* | grep '^messages 0 1 ' >kept || fail "nothing of the program killed by $signal"
done

# Processes that MPI_Comm_spawn started leave the record of the others alone. MPICH over UCX cannot start any.
if [[ $mpirun == *openmpi* ]]; then
  record 0 --output spawned -- "$mpirun" --oversubscribe -n 2 "$program" spawn
  [ "$(grep -c 'processes that MPI_Comm_spawn started are not recorded' errors)" = 1 ] || fail "not one line about them"
  "$here/record_lines.py" spawned | sort | diff <("$here/record_lines.py" r2 | sort) - || fail "other bytes of processes that start others"
  # Their events say that they are not of the program that was launched, whose events stay as they are.
  "$cartwright" run --report --report-file events -- "$mpirun" --oversubscribe -n 2 "$program" spawn >printed 2>errors || fail "run"
  python3 - "$(basename "$program")" <<'END' || fail "$(cat events)"
import json
import sys

events = list(map(json.loads, open("events")))
assert {event.get("spawned", sys.argv[1]) for event in events} == {sys.argv[1]}, events
(launched,) = (e for e in events if e["event"] == "traffic" and "spawned" not in e)
(started,) = (e for e in events if e["event"] == "traffic" and "spawned" in e)
assert (launched["processes"], started["processes"]) == (2, 1), events
assert launched["messages"] > 0 and started["messages"] == 0, events
END
  grep -Eq '^sent: [1-9].* in [1-9]' errors || fail "the report is not of the launched program"
  grep -q "^not in this report: processes of $(basename "$program") that MPI_Comm_spawn started" errors || fail "no line about them"
fi

# A folder that does not exist: the program runs on, one line says why there is no record, and the status is 1.
record 1 --output no/such/folder/file -- "$mpirun" -n 2 "$program"
[ "$(grep -c 'the record is not written: .*no/such/folder' errors)" = 1 ] || fail "not one line"
sort printed | diff -q - <("$here/record_lines.py" r2 | sort) || fail "other results"
