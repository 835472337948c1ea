#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: opened.sh CARTWRIGHT PRELOAD MPIRUN PROGRAM CALLS
# PROGRAM opens its MPI when it runs: its results are those that it has without Cartwright, and Cartwright gets the calls or
# says that it gets none.
set -euo pipefail
. "$(dirname "$(realpath -s "$0")")/run.sh" "$1" "$2"
mpirun=$3 program=$4 calls=$5
mpi=$(ldd "$calls" | awk '/libmpi/ { print $3; exit }')
none='no process on this host loaded the interposer'

# opened seen|unseen HOW [MPI]: whether Cartwright gets the calls.
opened() {
  local seen=$1 plain=0 with=0
  shift
  timeout -k 5 60 "$mpirun" -n 2 "$program" "$calls" "$@" >plain 2>errors </dev/null || plain=$?
  rm -f events
  timeout -k 5 60 "$cartwright" run --nodes 2x1 --report-file events -- "$mpirun" -n 2 "$program" "$calls" "$@" \
    >printed 2>errors </dev/null || with=$?
  [ $with = $plain ] || fail "$*: status $with, not $plain"
  [ $plain != 0 ] || [ "$(wc -l <plain)" = 2 ] || fail "$*: the program prints $(cat plain)"
  diff <(sort plain) <(sort printed) || fail "$*: another result"
  if [ "$seen" = seen ]; then
    grep -q '"event":"cart"' events || fail "$*: Cartwright gets no calls"
    ! grep "$none" errors || fail "$*: it says that it gets no calls"
  else
    grep -q "$none" errors || fail "$*: it does not say that it gets no calls"
    [ ! -e events ] || fail "$*: it gets calls: $(cat events)"
  fi
}
opened seen local
opened seen global
opened unseen deepbind
opened unseen local "$mpi"
opened unseen global "$mpi"
# Open MPI itself crashes apart from the libraries of the program.
[[ $mpirun != *mpich* ]] || opened unseen apart
