#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: run_patterns.sh CARTWRIGHT MPIRUN PATTERNS
# What `cartwright order --processes` predicts of records of few processes, against programs of more processes that run in
# that order and count their own messages and bytes between nodes.
set -euo pipefail
cartwright=$1 mpirun=$2 program=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
  echo "run_patterns.sh: $*" >&2
  exit 1
}

# record FILE RANKS PROGRAM ...
record() {
  "$cartwright" record --output "$1" -- "$mpirun" -n "$2" "$program" "${@:3}" >/dev/null 2>errors || fail "$(cat errors)"
}

# Predicts from records, and compares with two runs of 64 processes: check RECORD ... -- PROGRAM ...
check() {
  records=()
  while [ "$1" != -- ]; do
    records+=("$1")
    shift
  done
  shift
  "$cartwright" order "${records[@]}" --machine 8x8 --processes 64 --json --write ranks=ranks --force >json
  "$mpirun" -n 64 "$program" "$@" >launched
  "$cartwright" run --order ranks -- "$mpirun" -n 64 "$program" "$@" >ordered 2>errors || fail "$(cat errors)"
  python3 - "$*" <<'END'
import json, sys

order = json.load(open("json"))["order"]
launched, ordered = ([int(n) for n in open(name).read().split()] for name in ("launched", "ordered"))
messages, node = order["messages"], order["levels"][0]
for name, before, after, i in (("messages", messages["before"], messages["after"], 0),
                               ("bytes", node["j_sum_before"], node["j_sum"], 1)):
    predicted, counted = 1 - after / before, 1 - ordered[i] / launched[i]
    print(f"{sys.argv[1]}: {name} predicted {100 * predicted:.1f} % less, counted {100 * counted:.1f} %")
    assert abs(predicted - counted) < 0.05 and (predicted > 0.001) == (counted > 0.001), name
END
}

record 8 8 surrounding 2 2 2
record 27 27 surrounding 3 3 3
"$cartwright" order 8 --machine 2x4 | grep -q '^pattern: a grid of 2x2x2: ' || fail "another pattern"
check 27 -- surrounding 4 4 4
check 8 27 -- surrounding 4 4 4

# 2x2x2 processes do not show how the ranks of 4x4x4 are numbered: an order for rows would harm recursive bisection.
"$cartwright" order 8 --machine 8x8 --processes 64 >printed
grep -q '^order: as launched' printed || fail "an order from 2x2x2: $(cat printed)"
grep -q '^note: if the ranks are numbered by recursive bisection, .* more time, .*: the ranks stay; give a second' printed ||
  fail "no note: $(cat printed)"

# Around two processes, a neighbor gets the messages of both ways.
record torus 8 around 2 2 2
record larger 27 around 3 3 3
check torus larger -- around 4 4 4

# Transposes are not a grid, and not all of them grow alike.
record rows 16 rows 4
"$cartwright" order rows --machine 4x4 | grep -q '^pattern: transposes on 4x4: ' || fail "another pattern of transposes"
status=0
"$cartwright" order rows --machine 8x8 --processes 64 2>errors || status=$?
[ $status = 2 ] && grep -q 'transposes on 4x4, no grid' errors || fail "transposes: status $status, $(cat errors)"

# An all-to-all gains nothing.
record all 16 rows 16
check all -- rows 64

# Nodes that do not hold the processes are named in a program that makes no topology, too.
"$cartwright" record --output small --nodes 7x4 -- "$mpirun" -n 27 "$program" surrounding 3 3 3 >/dev/null 2>errors
grep -q 'CARTWRIGHT_NODES=7x4: it holds 28 processes, the communicator has 27: give 6\*4,3. Using the real nodes' errors ||
  fail "nodes that do not fit: $(cat errors)"
"$cartwright" record --output fitting --nodes '6*4,3' -- "$mpirun" -n 27 "$program" surrounding 3 3 3 >/dev/null 2>errors
grep -q CARTWRIGHT_NODES errors && fail "nodes that fit: $(cat errors)"
"$cartwright" traffic fitting | grep -q ' between 7 nodes' || fail "the nodes that were offered"
