#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: run_status.sh CARTWRIGHT MPIRUN
# The exit status of `cartwright run`, and the output of --dry-run.
set -eu

cartwright=$1
mpirun=$2

expect() {
  wanted=$1
  shift
  status=0
  "$@" >/dev/null 2>&1 || status=$?
  if [ "$status" -ne "$wanted" ]; then
    echo "run_status.sh: exit status $status, not $wanted, of: $*" >&2
    exit 1
  fi
}

# The programs run for a moment: MPICH's launcher sometimes dies of a closed pipe if all of them end at once.
expect 0 "$cartwright" run -- "$mpirun" -n 1 sleep 0.05
expect 7 "$cartwright" run -- "$mpirun" -n 1 sh -c 'sleep 0.05; exit 7'
expect 127 "$cartwright" run -- /no/such/mpirun -n 1 true
expect 2 "$cartwright" run
expect 2 "$cartwright" run --tier swift -- "$mpirun" -n 1 true
expect 2 "$cartwright" run --mapping no-such-mapping -- "$mpirun" -n 1 true
expect 2 "$cartwright" run --mpi lam -- "$mpirun" -n 1 true

# The line that --dry-run prints does the same.
line=$("$cartwright" run --nodes '2*1' --dry-run -- "$mpirun" -n 2 sh -c 'sleep 0.05; test "$CARTWRIGHT_NODES" = "2*1" && test -n "$LD_PRELOAD"')
eval "$line"
