#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Usage: run_harm.sh CARTWRIGHT MPIRUN TRANSPOSES. A program that transposes on 4x4 processes and as many pretended
# nodes is harmed by blocks of 2x2: 48 pairs of 10,240 bytes cross nodes in rows and columns as launched, 64 in blocks.
# Does the report show this, does its proposal help, and is a second grid left as launched?
set -eu
cartwright=$1 mpirun=$2 program=$3

fail() {
  echo "run_harm.sh: $*" >&2
  exit 1
}

run() { # OPTION ... -- HOW GRIDS
  options=
  while [ "$1" != -- ]; do
    options="$options $1"
    shift
  done
  shift
  # shellcheck disable=SC2086  # options are words
  "$cartwright" run --nodes 4x4 --report $options -- "$mpirun" -n 16 "$program" "$@" 2>&1
}

# How many grids of the output on stdin have all ranks as launched.
kept() { awk '/^grid / { if ($3 != $5) moved[$2] = 1; seen[$2] = 1 }
  END { for (grid in seen) count += !(grid in moved); print count + 0 }'; }

harm='it increased the bytes: 655,360 instead of 491,520; CARTWRIGHT_STENCIL=transposes (or off)'
for how in sub split create; do
  report=$(run -- $how 1)
  echo "$report"
  echo "$report" | grep -qF "$harm" || fail "the harm with $how is not reported"
  echo "$report" | grep -q 'between nodes: 655,360 bytes' || fail "the traffic of $how is not counted"
  echo "$report" | grep -q 'expected to save 33.3 %' || fail "the expectation is missing"
  [ "$(echo "$report" | kept)" -eq 0 ] || fail "not reordered with $how"
done

for cure in rows transposes off; do
  report=$(run --stencil $cure -- sub 1)
  echo "$report"
  ! echo "$report" | grep -q 'it increased the bytes' || fail "harm with --stencil $cure"
  [ "$(echo "$report" | kept)" -eq 1 ] || fail "moved with --stencil $cure"
done

# After it has transposed data, it keeps its order: with a report and without, unless CARTWRIGHT_STENCIL is set.
report=$(run -- sub 3)
echo "$report"
[ "$(echo "$report" | kept)" -eq 2 ] || fail "grids 2 and 3 are not as launched"
echo "$report" | grep -q 'has transposed data' || fail "the report has no reason"
[ "$("$cartwright" run --nodes 4x4 -- "$mpirun" -n 16 "$program" sub 3 2>&1 | kept)" -eq 2 ] ||
  fail "grids 2 and 3 are not as launched without a report"
[ "$(run --stencil nn -- sub 3 | kept)" -eq 0 ] || fail "--stencil nn is not obeyed"
