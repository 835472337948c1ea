#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: run_measure.sh CARTWRIGHT MPIRUN PYTHON CHECK SCHEMA
# `cartwright measure` finds the levels of pretended nodes, writes JSON of the schema and a picture, and refuses what it
# cannot measure.
set -euo pipefail
cartwright=$1
mpirun=$2
python=$3
check=$4
schema=$5
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
  printf '%s\n' "$*" >&2
  cat "$scratch/errors" >&2
  exit 1
}

# refuses TEXT ARGUMENT ...
refuses() {
  local text=$1 status=0
  shift
  "$cartwright" measure "$@" >"$scratch/output" 2>"$scratch/errors" </dev/null || status=$?
  [ $status -eq 2 ] || fail "status $status of $*"
  [ "$(wc -l <"$scratch/errors")" -eq 1 ] || fail "not one line of $*"
  grep -q "$text" "$scratch/errors" || fail "no '$text' of $*"
}

"$cartwright" measure --nodes 2x2x2 --budget 1 --output "$scratch/links.json" --svg "$scratch/links.svg" \
  -- "$mpirun" -n 8 >"$scratch/table" 2>"$scratch/errors" </dev/null || fail "status $?"
grep -q '^8 processes on 2 nodes (pretended, given): ' "$scratch/table" || fail "$(cat "$scratch/table")"
grep -q '</svg>' "$scratch/links.svg" || fail 'no picture'
"$python" "$check" "$schema" "$scratch/links.json" node:1,2,4 socket:1,2 process:2
grep -q '"same_node"' "$scratch/links.json" || fail 'no ways in a node'
"$cartwright" measure --from "$scratch/links.json" | cmp - "$scratch/table" || fail 'another table from the file'

# The program comes after the options of the launcher, and commands such as nice stay in front of it.
"$cartwright" measure --dry-run --budget 3 --nodes 2x2 -- nice -n 5 "$mpirun" -n 4 >"$scratch/output" 2>"$scratch/errors"
grep -q "^nice -n 5 $mpirun -n 4 /.*/cartwright_measure 3 2x2\$" "$scratch/output" || fail "$(cat "$scratch/output")"

# Several sets of options of the launcher, and the nodes from the environment.
CARTWRIGHT_NODES=3x1 "$cartwright" measure --budget 0.5 --json -- "$mpirun" -n 1 : -n 2 >"$scratch/three.json" \
  2>"$scratch/errors" </dev/null || fail "status $?"
"$python" "$check" "$schema" "$scratch/three.json" node:1

refuses 'one process has no links to measure: start two or more' -- "$mpirun" -n 1
refuses '3x3 is not a machine of 2 processes' --nodes 3x3 -- "$mpirun" -n 2
refuses "leave out './app'" -- "$mpirun" -n 2 ./app
refuses 'give --force to replace it' --output "$scratch/links.json" -- "$mpirun" -n 2
