#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: check.sh PREFIX MPI
# Runs check.c as root on emulated hosts, under an MPI with Cartwright in it. PREFIX is an installation of Cartwright, MPI
# one of Open MPI or MPICH. CFLAGS and LDFLAGS are for check.c.
set -eu

fail() { echo "check.sh: $*" >&2; exit 1; }
[ $# -eq 2 ] || { sed -n '5,7s/^# //p' "$0" >&2; exit 2; }
cartwright=$1/bin/cartwright
mpi=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# shellcheck disable=SC2086 # flags are several words
"$mpi/bin/mpicc" ${CFLAGS:-} -o "$scratch/check" "$(dirname "$0")/check.c" ${LDFLAGS:-}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# run SLOTS ROWS COLUMNS [COMMAND ...]: check.c on hosts with these slots, started by the command.
run() {
  slots=$1 rows=$2 columns=$3
  shift 3
  hosts=$(echo "$slots" | tr ',' '\n' | wc -l)
  "$cartwright" cluster --hosts "$hosts" --slots "$slots" -- "$@" "$mpi/bin/mpiexec" -n $((rows * columns)) \
    "$scratch/check" "$rows" "$columns"
}

# compare SLOTS ROWS COLUMNS PATTERN ...: less crosses hosts for these patterns, as little as with the interposer, which never
# lets the MPI reorder. Ranks of grids are the same. The interposer gets the hosts: it finds them by their shared memory,
# which MPICH over TCP has not.
compare() {
  echo "$2 x $3 processes on hosts with $1:"
  run "$1" "$2" "$3" >"$scratch/inside" || fail "check.c fails"
  nodes=$(echo "$1" | sed 's/[^,]*/1*&/g')
  run "$1" "$2" "$3" "$cartwright" run --nodes "$nodes" -- >"$scratch/outside" || fail "check.c fails with the interposer"
  shift 3
  for pattern in "$@"; do
    inside=$(grep "^$pattern:" "$scratch/inside")
    outside=$(grep "^$pattern:" "$scratch/outside")
    echo "  $inside"
    echo "$inside" | awk '{ exit !($4 + 0 < $2) }' || fail "no less crosses hosts"
    [ "${inside%:*}" = "${outside%:*}" ] || fail "with the interposer: $outside"
    [ "$pattern" != cart ] || [ "$inside" = "$outside" ] || fail "other ranks with the interposer: $outside"
  done
}

compare 4,4 2 4 cart graph distributed adjacent
compare 3,3,2 2 4 cart graph distributed adjacent
compare 4,2,2 2 4 cart
compare 4,4,4 3 4 cart graph distributed adjacent
