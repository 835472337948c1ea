#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: run_example.sh CARTWRIGHT MPIRUN PROGRAM [ARGUMENT ...]
# A program must give the same result without Cartwright, with it switched off, with it counting only, and with
# placement. With placement, fewer bytes cross nodes: as launched, no two neighbors are on one node.
set -eu

cartwright=$1
mpirun=$2
shift 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "run_example.sh: $*" >&2
  exit 1
}

# A number in the events of a report.
number() { sed -n "/\"event\":\"$2\"/s/.*\"$3\":\([0-9]*\).*/\1/p" "$1"; }

"$mpirun" -n 16 "$@" >"$scratch/plain"
CARTWRIGHT=off "$cartwright" run --nodes cyclic:8x2 --report-file "$scratch/none" -- "$mpirun" -n 16 "$@" >"$scratch/off"
"$cartwright" run --nodes cyclic:8x2 --no-reorder --report-file "$scratch/before" -- "$mpirun" -n 16 "$@" >"$scratch/counted"
"$cartwright" run --nodes cyclic:8x2 --report-file "$scratch/after" -- "$mpirun" -n 16 "$@" >"$scratch/placed"

[ -s "$scratch/plain" ] || fail "the program printed nothing"
for way in off counted placed; do
  cmp "$scratch/plain" "$scratch/$way" || fail "another result when $way"
done
[ ! -e "$scratch/none" ] || fail "a report, although switched off"

[ "$(number "$scratch/before" cart j_sum)" -eq "$(number "$scratch/before" cart j_sum_before)" ] || fail "moved by --no-reorder"
[ "$(number "$scratch/after" cart j_sum)" -lt "$(number "$scratch/after" cart j_sum_before)" ] || fail "no edges saved"
[ "$(number "$scratch/before" traffic bytes)" -eq "$(number "$scratch/after" traffic bytes)" ] || fail "sent other bytes"
[ "$(number "$scratch/after" traffic bytes_between_nodes)" -lt "$(number "$scratch/before" traffic bytes_between_nodes)" ] ||
  fail "no bytes saved"
