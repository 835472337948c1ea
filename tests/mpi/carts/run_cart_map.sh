#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: run_cart_map.sh CARTWRIGHT MPIRUN CART_MAP
# MPI_Cart_map with mappings that a process evaluates alone, against the mapping of all processes that the command prints.
# Where ranks are dealt to nodes in order, no process asks for the nodes of all.
set -euo pipefail
cartwright=$1 mpirun=$2 program=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# compare NODES MAPPING: for 24 processes on these nodes
compare() {
  "$cartwright" run --nodes "$1" --mapping "$2" -- "$mpirun" -n 24 "$program" 6 4 >alone 2>errors || {
    cat errors >&2
    exit 1
  }
  if grep -q "looked up 24 ranks" errors; then
    echo "run_cart_map.sh: $2 on $1: a process looks up the nodes of all: $(cat errors)" >&2
    exit 1
  fi
  "$cartwright" map --dims 6x4 --machine "${1#cyclic:}" --mapping "$2" --write csv=all.csv --force --quiet
  python3 - "$1" <<'END' >all
import csv
import sys

slots = [int(row["old_rank"]) for row in csv.DictReader(open("all.csv"))]
new_rank_of_slot = {slot: rank for rank, slot in enumerate(slots)}
nodes, _, size = sys.argv[1].removeprefix("cyclic:").partition("x")
for rank in range(24):
    turn = sys.argv[1].startswith("cyclic:")
    print(new_rank_of_slot[rank % int(nodes) * int(size) + rank // int(nodes) if turn else rank])
END
  if ! diff all alone >difference; then
    echo "run_cart_map.sh: $2 on $1: $(cat difference)" >&2
    exit 1
  fi
}

for nodes in 4x6 4x2x3 cyclic:4x6 8,8,5,3; do
  compare "$nodes" hilbert
  compare "$nodes" hyperplane
done
compare cyclic:4x6 nodecart
cmp -s alone <(seq 0 23) && echo "run_cart_map.sh: the ranks stay" >&2 && exit 1
# Rank 0 stays, and so does the mapping of all processes, for which the nodes of all are looked up.
"$cartwright" run --nodes 4x6 --mapping hilbert --keep-rank-0 -- "$mpirun" -n 24 "$program" 6 4 >kept 2>errors
[ "$(head -1 kept)" = 0 ] && sort -n kept | cmp - <(seq 0 23)
grep -q "looked up 24 ranks" errors
