#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: run_record_between.sh CARTWRIGHT MPIRUN RECORD_BETWEEN
# `cartwright record` of the collectives of an intercommunicator: the messages and the collectives that the program expects.
set -euo pipefail
cartwright=$1 mpirun=$2 program=$3
here=$(dirname "$(realpath -s "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
  echo "run_record_between.sh: $*" >&2
  cat errors >&2
  exit 1
}

for ranks in 2 5 6; do
  "$cartwright" record --output r$ranks -- "$mpirun" -n $ranks "$program" >printed 2>errors || fail "status $?"
  {
    "$here/record_lines.py" r$ranks
    python3 - r$ranks <<'END'
import collections
import json
import sys

_, *ranks = (json.loads(line) for line in open(sys.argv[1]))
groups = {group["id"]: group["members"][0][0] for rank in ranks for group in rank.get("groups", [])}
sums = collections.Counter()
for rank in ranks:
    for row in rank.get("collectives", []):
        if row["kind"] in ("reduce", "bcast"):
            assert row["root"] == 0, row
            sums[row["kind"], groups[row["group"]], 0] += row["calls"]
            sums[row["kind"], groups[row["group"]], 1] += row["bytes"]
for kind in ("reduce", "bcast"):
    for group in (0, 1):
        print(kind, group, sums[kind, group, 0], sums[kind, group, 1])
END
  } | sort | diff <(sort printed) - >difference || fail "$ranks ranks: $(cat difference)"
done
"$cartwright" traffic r6 >text || fail "traffic"
grep -q "between two groups" text || fail "no row of the intercommunicator: $(cat text)"
