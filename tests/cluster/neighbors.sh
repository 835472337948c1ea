#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: neighbors.sh CARTWRIGHT MPIRUN PROGRAM
# Neighborhood collectives among hosts with 2, 2 and 1 processes, without and with the interposer, which joins blocks.
set -eu
. "$(dirname "$0")/common.sh"
cartwright=$1
mpirun=$2
program=$3
skip_unless_possible
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

on_hosts() {
  "$cartwright" cluster --hosts 3 --slots 2,2,1 -- "$@"
}

on_hosts "$mpirun" -n 5 "$program" 36 12 20000 >"$folder/plain"
export CARTWRIGHT_JOIN=always CARTWRIGHT_REPORT="$folder/report"
on_hosts "$cartwright" run -- "$mpirun" -n 5 "$program" 36 12 20000 >"$folder/joined"
cmp "$folder/plain" "$folder/joined"
joined=$(sed -n 's/.*"event":"neighbors".*"calls":\([0-9]*\),"joined":\1,.*/\1/p' "$folder/report")
if [ "${joined:-0}" -eq 0 ]; then
  echo "neighbors.sh: not all calls were joined:" >&2
  cat "$folder/report" >&2
  exit 1
fi
