#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: run_weighted.sh CARTWRIGHT MPIRUN PROGRAM ...
# The same program in several languages: each checks its result, fewer edges cross nodes than as launched, and all print
# the same.
set -eu
mpirun=$2
shift 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
CARTWRIGHT_NODES=cyclic:4x4
export CARTWRIGHT_NODES

for program in "$@"; do
  "$mpirun" -n 16 "$program" >"$scratch/output"
  grep -q ': correct$' "$scratch/output"
  # "J_sum 20 (as launched 48, ...": the first number is the smaller.
  sed -n 's/.*J_sum \([0-9]*\) (as launched \([0-9]*\),.*/\1 \2/p' "$scratch/output" >"$scratch/j_sum"
  read -r now before <"$scratch/j_sum"
  [ "$now" -lt "$before" ] || { echo "run_weighted.sh: no edges saved by $program" >&2; exit 1; }
  [ -e "$scratch/first" ] || cp "$scratch/output" "$scratch/first"
  diff "$scratch/first" "$scratch/output" || { echo "run_weighted.sh: $program prints another result" >&2; exit 1; }
done
cat "$scratch/first"
