#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: run.sh CARTWRIGHT MPIRUN PROGRAM [ARGUMENT ...]
# `cartwright run` finds the hosts of a cluster automatically, with the same result as on one host, and fewer bytes
# between hosts.
set -eu
. "$(dirname "$0")/common.sh"
cartwright=$1
mpirun=$2
shift 2
skip_unless_possible
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A number in the events of a report.
number() { sed -n "/\"event\":\"$2\"/s/.*\"$3\":\([0-9]*\).*/\1/p" "$1"; }

on_hosts() {
  "$cartwright" cluster --hosts 4 --slots 4 -- "$cartwright" run "$@"
}
"$cartwright" cluster --hosts 1 --slots 16 -- "$mpirun" -n 16 "$@" >"$scratch/one_host"
on_hosts --no-reorder --report-file "$scratch/before" -- "$mpirun" -n 16 "$@" >"$scratch/counted"
on_hosts --report-file "$scratch/after" -- "$mpirun" -n 16 "$@" >"$scratch/placed"

cmp "$scratch/one_host" "$scratch/counted" || fail "another result on four hosts"
cmp "$scratch/one_host" "$scratch/placed" || fail "another result when placed"
for report in before after; do
  grep -q '"nodes":4,"pretended":false' "$scratch/$report" || fail "not the four hosts: $(cat "$scratch/$report")"
done
[ "$(number "$scratch/after" traffic bytes_between_nodes)" -lt "$(number "$scratch/before" traffic bytes_between_nodes)" ] ||
  fail "no bytes saved"
