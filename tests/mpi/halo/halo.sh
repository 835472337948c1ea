#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: halo.sh CARTWRIGHT MPIRUN HALO
# The halo benchmark on 16 processes: the input of [Niethammer2019, slide 26] (its dims_ml are for 192 processes, those
# here for 16) with two grids each, then malformed input. The benchmark checks each halo itself.
set -eu
mpirun=$2 halo=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
CARTWRIGHT_NODES=4x2x2
export CARTWRIGHT_NODES

fail() {
  echo "halo.sh: $*" >&2
  cat "$scratch/output" >&2
  exit 1
}

run() { # STATUS OPTION ... <INPUT
  wanted=$1
  shift
  status=0
  "$mpirun" -n 16 "$halo" "$@" >"$scratch/output" 2>"$scratch/errors" || status=$?
  [ "$status" -eq "$wanted" ] || { cat "$scratch/errors" >&2; fail "exit status $status, not $wanted"; }
}

run 0 --sizes 2 --repeat 2 <<END
1 2 2 2 0 0 0 0 0 0
1 1 2 4 0 0 0 0 0 0
2 1 2 4 0 0 0 0 0 0
3 1 2 4 0 0 0 0 0 0
4 1 2 4 0 0 0 0 0 0 4. 2. 1.
5 1 2 4 0 0 0 0 0 0 3 1 2 1 2 1 1 2 1 2
3 2 2 2 256 1024 4 32 0 0
0
END
[ "$(grep -c ' usec .* MB/s ' "$scratch/output")" -eq 14 ] || fail "not two lines for each of seven experiments"
grep -q ' 184 bytes .* gridsizes total= 4 6 10 per process= 1 3 5 halosizes= 23= 15+5+3$' "$scratch/output" ||
  fail "no line of the first grid of 1 2 4 on 4 x 2 x 2"
# Weighted: the long dimension is cut most. "ndims=3 dims= 1 2 8"
awk '/^cart_method == 3/ { weighted = 1 } weighted && /dims=/ { exit !($5 > $3 && $5 >= $4 && $4 >= $3) }' \
  "$scratch/output" || fail "weights do not affect the dims"
[ "$(grep -c '^dims_ml\[d=0\] 2 = 1 x 2 x 1$' "$scratch/output")" -ge 1 ] || fail "the given dims_ml is not printed"

run 0 --periodic --max-bytes 500 --levels 2x8 <<END
1 2 2 2 1 3 0 0 0 0
END
[ "$(grep -c ' usec ' "$scratch/output")" -eq 2 ] || fail "--max-bytes does not stop"
grep -q '^dims_ml\[d=0\] 4 = 2 x 2$' "$scratch/output" || fail "--levels is not printed"

for malformed in '1 2 x' '5 2 2 2 0 0 0 0 0 0 1 3 3 3'; do
  echo "$malformed" | run 2 --sizes 1
  [ "$(grep -c '^halo: ' "$scratch/errors")" -eq 1 ] || fail "not one line about $malformed"
done
run 2 --sizes 11 </dev/null
run 2 --levels 3x2 </dev/null
