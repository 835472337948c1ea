#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: run.sh CARTWRIGHT [openmpi=PROGRAM] [mpich=PROGRAM], where PROGRAM is where.c for that MPI.
# Cartwright understands a real Slurm's state of its nodes, and Slurm accepts Cartwright's output: ranks are on the
# nodes of the host file.
set -euo pipefail
. "$(dirname "$0")/cluster.sh"
enter_namespaces "$@"
cartwright=$1
shift
start_slurm
mkdir /var/lib/slurm/work
cd /var/lib/slurm/work

# One chassis of a Cray XC: 8 routers, each linked to all others, with 4 nodes each. Its nodes are nid00000 to nid00031.
for a in $(seq 0 7); do
  for b in $(seq 0 7); do
    [ "$a" = "$b" ] || echo "c0-0c0s${a}a0l0$b(0:0:$a) green -> c0-0c0s${b}a0l0$a(0:0:$b)"
  done
  for tile in 50 51 52 53 54 55 56 57; do echo "c0-0c0s${a}a0l$tile(0:0:$a) ptile -> processor"; done
done >wiring

place() { "$cartwright" place --network wiring --quiet "$@"; }

# "FREE TAKEN DOWN", as Cartwright reads them from a file.
states() {
  place --state "$1" --policy contiguous --count 1 --json >report
  sed -n 's/.*"states": {"free":\([0-9]*\),"taken":\([0-9]*\),"down":\([0-9]*\)[,}].*/\1 \2 \3/p' report
}
expect_states() { [ "$(states "$1")" = "$2" ] || fail "of the nodes in $1 are free, taken and down: $(states "$1"), not $2"; }

# One node drains, one is down, six run a job, and one runs a job that does not fill it.
scontrol update NodeName=nid00005 State=drain Reason='bad memory: DIMM=3 State=IDLE'
scontrol update NodeName=nid00030 State=down Reason='no power # at all'
sbatch -o /dev/null --exclusive -w 'nid[00008-00013]' --wrap 'sleep 100' >/dev/null
sbatch -o /dev/null -n 1 -w nid00020 --wrap 'sleep 100' >/dev/null
wait_for "the jobs" jobs_run 2
scontrol show node >show-node
scontrol -o show node >show-node-o
sinfo >sinfo
sinfo -N -l >sinfo-N-l
sinfo -o '%N %t' >sinfo-o
sinfo -h -N -o '%N %T' >sinfo-h
for file in show-node show-node-o sinfo sinfo-N-l sinfo-o sinfo-h; do expect_states $file '23 7 2'; done
scontrol show topology >show-topology
for file in show-topology /var/lib/slurm/topology.conf; do expect_states $file '32 0 0'; done

# A job on random free nodes: srun must put every rank on the node in the file.
place --state show-node --policy random-node --seed 3 --count 16 --ranks-per-node 4 --dims 8x8 --mapping kdtree \
  --write slurm=hosts --write nodelist=nodes
if sort -c hosts 2>/dev/null; then fail "the ranks are in the order of the nodes: nothing is tested"; fi
SLURM_HOSTFILE=hosts srun -Q -n 64 -m arbitrary sh -c 'echo $SLURM_PROCID $SLURMD_NODENAME' | sort -n | cut -d ' ' -f 2 >placed
cmp hosts placed || fail "srun -m arbitrary puts ranks on other nodes than the host file"

# srun deals the ranks in planes as the host file has them: filled nodes, or one rank for each node in turn.
for mapping in blocked cyclic; do
  place --state show-node --policy contiguous --count 4 --ranks-per-node 4 --dims 4x4 --mapping $mapping --force \
    --write slurm=in-planes --write plane=plane --write nodelist=planes
  grep -qx "plane=[14]" plane || fail "$mapping is dealt by $(cat plane)"
  srun -Q -N 4 -n 16 --nodelist="$(cat planes)" --distribution="$(cat plane)" sh -c 'echo $SLURM_PROCID $SLURMD_NODENAME' |
    sort -n | cut -d ' ' -f 2 >placed
  cmp in-planes placed || fail "srun --distribution=$(cat plane) puts ranks on other nodes than the host file"
done

# Slurm accepts the node list, which is shortened in Slurm's way.
srun -Q -N 16 --nodelist="$(cat nodes)" sh -c 'echo $SLURMD_NODENAME' | sort >placed
sort -u hosts | cmp - placed || fail "srun --nodelist=$(cat nodes) runs on other nodes"
[ "$(scontrol show hostlist "$(sort -u hosts | paste -sd ,)")" = "$(cat nodes)" ] || fail "Slurm writes not $(cat nodes)"

# Real programs, on nodes that are separate hosts. These have one address, over which Open MPI sometimes fails to
# connect. So a failed program may try again, but one that succeeds must be right.
run_program() {
  for _ in 1 2 3; do
    if SLURM_HOSTFILE=hosts OMPI_MCA_btl_tcp_if_include=lo timeout 30 srun -Q -n 8 -m arbitrary "$@" ./program >placed 2>errors; then
      return
    fi
  done
  fail "three times the program failed: $(cat errors)"
}
place --state show-node --nodes 'nid[00017,00003,00028,00024]' --ranks-per-node 2 --mapping blocked --force --write slurm=hosts
if sort -c hosts 2>/dev/null; then fail "the ranks are in the order of the nodes: nothing is tested"; fi
for pair in "$@"; do
  mpi=${pair%%=*}
  cp "${pair#*=}" program
  if [ "$mpi" = openmpi ]; then
    run_program --mpi=pmix
    awk '{ print NR - 1, $1, 2 }' hosts | cmp - placed || fail "under Open MPI ranks are on other nodes: $(cat placed)"
  else
    # The reason for the warning is that no two processes share memory.
    run_program --mpi=pmi2
    awk '{ print NR - 1, $1, 1 }' hosts | cmp - placed || fail "under MPICH ranks are on other nodes, or share memory: $(cat placed)"
    place --count 4 --ranks-per-node 2 --dims 4x2 --policy contiguous --json --write slurm=again |
      grep -q 'arbitrary --mpi=pmi2, MPICH 4.0 treats each process as a separate node' || fail "no warning"
  fi
  echo "$mpi: 8 ranks on the nodes of the file"
done
