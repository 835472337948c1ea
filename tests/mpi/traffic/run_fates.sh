#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Usage: run_fates.sh CARTWRIGHT MPIRUN FATES. Is a useless reordered communicator reported, and no other?
set -eu
cartwright=$1 mpirun=$2 program=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export CARTWRIGHT_PROGRAMS=off

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
  run $how --report=stdout
  grep -q '^MPI_Cart_create 4x1: the program queried its ranks and freed it .* (LAMMPS: processors ... map cart)' "$scratch/output" ||
    fail "the report does not mention $how"
done
run keep --report=stdout
grep -q '^MPI_Cart_create 4x1: no message used it' "$scratch/output" || fail "the report does not mention an unused grid"
for how in send receive sub barrier window; do
  run $how --report=stdout
  ! grep -q '^MPI_Cart_create 4x1: ' "$scratch/output" || fail "the report mentions $how"
done

# A program that was seen to need its ranks keeps them from the next run on, and others do not.
unset CARTWRIGHT_PROGRAMS
export XDG_CACHE_HOME="$scratch/cache"
ranks() { # WANTED HOW ...: whether ranks were reordered
  wanted=$1
  shift
  rm -f "$scratch/events"
  run "$@" --report-file "$scratch/events"
  grep -q "\"event\":\"cart\".*\"reordered\":$wanted" "$scratch/events" || fail "reordered is not $wanted: $(cat "$scratch/events")"
}
ranks true send
[ ! -e "$scratch/cache/cartwright/programs" ] || fail "a program that sends was kept: $(cat "$scratch/cache/cartwright/programs")"
ranks true ask
[ "$(warnings)" -eq 1 ] || fail "not one warning in the first run"
CARTWRIGHT_REORDER=on ranks true ask
[ "$(wc -l <"$scratch/cache/cartwright/programs")" -eq 1 ] || fail "not one line for the program"
ranks false ask
[ "$(warnings)" -eq 0 ] || fail "a warning in the second run"
grep -q 'is in the table of programs that other ranks would harm; CARTWRIGHT_REORDER=on overrides that' "$scratch/events" || fail "no note"
CARTWRIGHT_REORDER=on ranks true send
CARTWRIGHT_PROGRAMS=off ranks true send
cp "$program" "$scratch/another"
program=$scratch/another
ranks true send
echo 'nonsense' >"$scratch/cache/cartwright/programs"
ranks true send

# The tables of Cartwright and of the user: by the name of a program or of a library that it has loaded.
rm "$scratch/cache/cartwright/programs"
cp "$program" "$scratch/lmp_serial"
program=$scratch/lmp_serial
ranks false ask
[ "$(warnings)" -eq 0 ] || fail "a warning about LAMMPS"
for line in 'anot* reorder=off' 'another stencil=off' 'libmpi*.so* reorder=off' '*/libmpi* reorder=off # all'; do
  program=$scratch/another
  echo "$line" >"$scratch/table"
  CARTWRIGHT_PROGRAMS=$scratch/table ranks false send
done
echo 'another stencil=off' >"$scratch/table"
CARTWRIGHT_PROGRAMS=$scratch/table CARTWRIGHT_STENCIL=nn ranks true send
for line in 'another' 'another reorder=perhaps' 'another color=red'; do
  echo "$line" >"$scratch/table"
  CARTWRIGHT_PROGRAMS=$scratch/table run send
  [ "$(grep -vc '^cartwright: pretending' "$scratch/errors")" -eq 1 ] || fail "not one line about '$line'"
  grep -q "^cartwright: CARTWRIGHT_PROGRAMS=$scratch/table: .*: this table is not used" "$scratch/errors" || fail "no reason of '$line'"
done
CARTWRIGHT_PROGRAMS=$scratch/nowhere run send
grep -q "^cartwright: CARTWRIGHT_PROGRAMS=$scratch/nowhere: " "$scratch/errors" || fail "no line about a missing table"
