#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: run.sh BUILD OUT [RATE [OPTION ...]]
# As root: runs the benchmark, with every MPI it was built for in the folder BUILD, on 12 emulated hosts of 12 processes, whose
# links have RATE (default 75mbit), and writes tables, CSV and JSON to the folder OUT. Options are the program's.
set -eu
build=$1
out=$2
rate=${3:-75mbit}
[ $# -le 3 ] && shift $# || shift 3
mkdir -p "$out"

# Long messages go in two steps, over one connection for each pair of processes: the receiver's answer to the first step
# queues behind what it sends itself, and an exchange becomes two transfers one after the other. This
# benchmark measures one transfer: a message is sent at once.
export OMPI_MCA_btl_tcp_eager_limit=1100000
export OMPI_MCA_btl_tcp_rndv_eager_limit=1100000
export OMPI_MCA_btl_tcp_max_send_size=1100000
export UCX_RNDV_THRESH=inf

for mpi in openmpi mpich; do
  program=$build/bench/$mpi/neighbor_alltoall
  [ -x "$program" ] || continue
  launcher=$(command -v "mpirun.$mpi" || command -v mpirun)
  stem=$out/neighbor_alltoall.$mpi
  "$build/bin/cartwright" cluster --hosts 12 --slots 12 --rate "$rate" -- "$launcher" -n 144 "$program" \
    --network "links of $rate" --csv "$stem.csv" --json "$stem.json" "$@" >"$stem.txt"
  cat "$stem.txt"
done
