#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Usage: run_advice.sh CARTWRIGHT MPIRUN ADVICE. Does the report say what could save bytes between nodes, and where is it
# printed? ADVICE pairs sends 10,000 bytes from each process to the one half a world away, and ADVICE corners one message to
# all 8 neighbors in a grid.
set -eu
cartwright=$1 mpirun=$2 program=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() {
  echo "run_advice.sh: $*" >&2
  cat output errors >&2
  exit 1
}

run() { # OPTION ... -- PROGRAM ARGUMENTS
  "$cartwright" run "$@" >output 2>errors </dev/null || fail "status $?: $*"
}

# All bytes go between nodes: 8 x 10,000. In another order none does.
run --nodes 2x4 --report --report-file events -- "$mpirun" -n 8 "$program" pairs
[ "$(cat output)" = finished ] || fail "the report is in the output of the program"
grep -qx 'sent: 80,000 bytes in 8 messages; between nodes: 80,000 bytes (100.0 %) in 8 messages; .*' errors || fail "no sums"
grep -q '^another order of the ranks sends 0 B between nodes, 100.0 % less' errors || fail "no advice"
grep -q '^  cartwright run --order traffic.record -- ' errors || fail "no command"
grep -q '"event":"traffic"' events || fail "no events in the file"
# The advice is right, and one line has all of the order.
"$cartwright" record --nodes 2x4 -- "$mpirun" -n 8 "$program" pairs >/dev/null 2>&1
run --nodes 2x4 --order traffic.record --report=stdout -- "$mpirun" -n 8 "$program" pairs
grep -q 'expected are 0 B between nodes instead of 80,000 B (saved 100.0 %).*; counted at calls were 0 B$' output || fail "another count"
! grep -q 'reordering: ' output || fail "two lines about the order"
! grep -q 'another order' output || fail "advice to order what is in order"

# 36 of the 84 messages to neighbors go to corners. Grids are placed although there is a report.
run --nodes cyclic:4x4 --report -- "$mpirun" -n 16 "$program" corners
grep -q '^42.9 % of the bytes to neighbors go to edges and corners .*: try --stencil moore$' errors || fail "no stencil"
grep -q 'reordering: ' errors || fail "nothing was placed"
run --nodes cyclic:4x4 --stencil moore --report -- "$mpirun" -n 16 "$program" corners
! grep -q 'try --stencil' errors || fail "advice that was followed"

run --nodes 4x4 --report -- "$mpirun" -n 16 "$program" neighbors
grep -q '^neighborhood collectives between nodes: 16 calls, ' errors || fail "no line about neighborhood collectives"
for wrong in --report=file '--report --report-file stderr'; do
  # shellcheck disable=SC2086  # options are words
  ! "$cartwright" run $wrong -- "$mpirun" -n 1 "$program" pairs >output 2>errors || fail "$wrong"
  [ "$(wc -l <errors)" -eq 1 ] || fail "more than one line: $wrong"
done
