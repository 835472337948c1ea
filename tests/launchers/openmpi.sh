#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
# Runs Open MPI's mpirun with our rank files on fake hosts and cores, and compares its map with the csv file of the same
# mapping.
# usage: openmpi.sh MPIRUN CARTWRIGHT
set -eu
mpirun=$1 cartwright=$2
fake=$(dirname "$(realpath -s "$0")")/fake_ssh.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export TMPDIR="$work"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# check MACHINE TOPOLOGY CORES_PER_SOCKET [DOMAIN]: 3 nodes of 4 processes; the cores are those of hwloc's notation.
check() {
  domain=${4:-}
  "$cartwright" map --dims 4x3 --machine "$1" --mapping random --seed 7 --quiet --force \
      --write rankfile4=ranks --write csv=ranks.csv
  HWLOC_SYNTHETIC=$2 timeout 60 "$mpirun" -n 12 --host "node0000$domain:4,node0001$domain:4,node0002$domain:4" --rankfile ranks \
      --mca plm rsh --mca plm_rsh_agent "$fake" --display-map true > map 2>&1 || { cat map; exit 1; }
  # "rank node slot" from the output of mpirun, which numbers the cores of a node across its sockets.
  sed -nE -e 's/.*Data for node: node0*([0-9]+).*/node \1/p' \
          -e 's/.*Process rank: ([0-9]+) Bound: socket ([0-9]+)\[core ([0-9]+)\[.*/\1 \2 \3/p' map |
    awk -v cores="$3" '$1 == "node" { node = $2; next } { print $1, node, 4 * node + 2 * $2 + $3 - cores * $2 }' |
    sort -nu > ./read
  tail -n +2 ranks.csv | tr , ' ' > wanted
  diff -u wanted read
}

check 3x4 "pack:1 core:4 pu:1" 4
# Two sockets of 3 cores with 2 processes each: slot=SOCKET:CORE still names the right socket.
check 3x2x2 "pack:2 core:3 pu:1" 3
# Full names of hosts.
for host in 0 1 2; do echo "node000$host.cluster.example slots=4"; done > hosts
check openmpi:hosts "pack:1 core:4 pu:1" 4 .cluster.example
grep -q "=node0000.cluster.example slot=" ranks
