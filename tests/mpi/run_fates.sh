#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Usage: run_fates.sh CARTWRIGHT MPIRUN FATES. Is a useless reordered communicator reported, and no other?
set -eu
cartwright=$1 mpirun=$2 program=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "run_fates.sh: $*" >&2
  cat "$scratch/output" "$scratch/errors" >&2
  exit 1
}

run() { # HOW OPTION ...
  how=$1
  shift
  "$cartwright" run --nodes cyclic:2x2 "$@" -- "$mpirun" -n 4 "$program" "$how" >"$scratch/output" 2>"$scratch/errors"
  grep -q '^done$' "$scratch/output" || fail "the program did not end"
}
warnings() { grep -c 'MPI_Cart_create 4x1 was reordered, asked for ranks, and freed' "$scratch/errors" || true; }

# Without a report, one line on stderr, of process 0 alone.
run ask
[ "$(warnings)" -eq 1 ] || fail "not one warning"
for how in group send receive sub keep barrier window; do
  run $how
  [ "$(warnings)" -eq 0 ] || fail "a warning about $how"
done
run ask --no-reorder
[ "$(warnings)" -eq 0 ] || fail "a warning although all ranks were kept"

for how in ask group; do
  run $how --report
  grep -q '^MPI_Cart_create 4x1: the program queried its ranks and freed it .* (LAMMPS: processors ... map cart)' "$scratch/output" ||
    fail "the report does not mention $how"
done
run keep --report
grep -q '^MPI_Cart_create 4x1: no message used it' "$scratch/output" || fail "the report does not mention an unused grid"
for how in send receive sub barrier window; do
  run $how --report
  ! grep -q '^MPI_Cart_create 4x1: ' "$scratch/output" || fail "the report mentions $how"
done
