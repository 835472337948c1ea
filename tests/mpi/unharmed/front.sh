#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: front.sh MPI MPIRUN PRELOAD OTHER-PRELOAD PROGRAM [LIBRARY-BEFORE-IT]
# The front is harmless in programs without MPI, binds to the program's MPI, whichever MPI it was built for, and does
# nothing if it has no interposer for that MPI.
set -eu
mpi=$1 mpirun=$2 preload=$3 other=$4 program=$5 before=${6:+$6:}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  echo "front.sh: $*" >&2
  cat "$folder"/* >&2
  exit 1
}

# Programs without MPI: nothing but the front is loaded.
LD_PRELOAD=$preload LD_BIND_NOW=1 sh -c 'grep -c -E "libmpi|libcartwright_interposer" /proc/self/maps || true' >"$folder/maps"
[ "$(cat "$folder/maps")" = 0 ] || fail "a program without MPI loads $(cat "$folder/maps") parts of libraries"

if [ "$mpi" = openmpi ]; then
  start() { "$mpirun" --oversubscribe -n 4 -x LD_PRELOAD="$1" -x CARTWRIGHT_REPORT -x CARTWRIGHT_NODES "$program"; }
else
  start() { "$mpirun" -n 4 -genv LD_PRELOAD "$before$1" "$program"; }
fi
start "" >"$folder/plain"

# Both fronts work with this program and the interposer of its MPI.
for front in "$preload" "$other"; do
  [ -e "$front" ] || continue
  rm -f "$folder/report"
  CARTWRIGHT_NODES=cyclic:2x2 CARTWRIGHT_REPORT=$folder/report start "$front" >"$folder/out" 2>"$folder/err"
  cmp -s "$folder/plain" "$folder/out" || fail "another result with $front"
  grep -q '"event":"cart"' "$folder/report" || fail "$front did not reorder"
done

# A front without interposers: one line, and the program runs.
mkdir -p "$folder/lib/$mpi"
cp "$preload" "$folder/lib/$mpi/"
start "$folder/lib/$mpi/libcartwright_preload.so" >"$folder/out" 2>"$folder/err"
cmp -s "$folder/plain" "$folder/out" || fail "another result without an interposer"
[ "$(grep -c '^cartwright: .*the program runs without Cartwright' "$folder/err")" = 1 ] || fail "not one line on stderr"
rm -rf "${folder:?}/lib"

# Switched off, the interposer is not even loaded.
CARTWRIGHT=off start "$preload" >"$folder/out" 2>"$folder/err"
cmp -s "$folder/plain" "$folder/out" || fail "another result with CARTWRIGHT=off"
