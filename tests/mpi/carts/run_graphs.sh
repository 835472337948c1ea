#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Usage: run_graphs.sh CARTWRIGHT MPIRUN GRAPH_TEST. Does the report of a run have the graph communicators, those that
# are stencils and those that are not?
set -eu
cartwright=$1 mpirun=$2 program=$3

report=$("$cartwright" run --nodes cyclic:4x4 --report -- "$mpirun" -n 16 "$program" --gtest_filter='*ThreeForms*:*Heavy*' 2>&1)
echo "$report"
for call in MPI_Dist_graph_create MPI_Dist_graph_create_adjacent MPI_Graph_create; do
  echo "$report" | grep -q "$call 44 edges .*8x2, 4 offsets .* 44 .* 12 "
done
echo "$report" | grep -q "MPI_Dist_graph_create 45 edges .*none .*refined.* [0-9,]* (weight) "
echo "$report" | grep -q "J_sum before (edges) .*J_max (edges)"
