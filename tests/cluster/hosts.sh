#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: hosts.sh CARTWRIGHT MPIRUN PROGRAM
# Under this MPI the hosts of a cluster are different machines.
set -eu
. "$(dirname "$0")/common.sh"
cartwright=$1
mpirun=$2
program=$3
skip_unless_possible --rate 100mbit

# Two clusters at once do not interfere, although they use the same names and addresses.
"$cartwright" cluster --hosts 2 --slots 2 -- "$mpirun" -n 4 "$program" 2 0 0 &
# 2 MiB leave each host at 100 Mbit/s, minus the content of the bucket.
"$cartwright" cluster --hosts 4 --slots 2 --rate 100mbit -- "$mpirun" -n 8 "$program" 4 0.15 0
wait $!

# Slots may differ: 3 processes on 2 hosts. MPICH's launcher loses the output of processes that end at once.
names=$("$cartwright" cluster --hosts 2 --slots 2,1 --name rack -- "$mpirun" -n 3 sh -c "hostname; sleep 0.2" | sort | tr '\n' ' ')
[ "$names" = "rack00 rack00 rack01 " ] || fail "slots 2,1 start processes on $names"

status=0
"$cartwright" cluster --hosts 2 --slots 1 -- "$mpirun" -n 2 sh -c 'exit 7' >/dev/null 2>&1 || status=$?
[ "$status" -eq 7 ] || fail "exit status $status, not 7"

# Installed in a folder with a blank, it preloads its library on the hosts through a link.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/with space/bin"
cp "$cartwright" "$scratch/with space/bin/"
ln -s "$(dirname "$(dirname "$(realpath "$cartwright")")")/lib" "$scratch/with space/lib"
preloaded=$("$scratch/with space/bin/cartwright" cluster --hosts 2 --slots 1 -- "$mpirun" -n 2 sh -c 'grep -c libcartwright_cluster /proc/self/maps >&2; sleep 0.2' 2>&1 | sort -u)
case $preloaded in
  '' | *[!0-9]* | 0) fail "in a folder with a blank the hosts print: $preloaded" ;;
esac
