#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
# Runs MPICH's mpiexec (Hydra) with our host file on fake hosts, and compares the host of each rank with the csv file of
# the same mapping.
# usage: mpich.sh MPIEXEC CARTWRIGHT
set -eu
mpiexec=$1 cartwright=$2
fake=$(dirname "$(realpath -s "$0")")/fake_ssh.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export TMPDIR="$work"

"$cartwright" map --dims 4x3 --machine 3x4 --mapping random --seed 7 --quiet --write mpich=hosts --write csv=ranks.csv
# shellcheck disable=SC2016  # the processes expand these variables
timeout 60 "$mpiexec" -f hosts -n 12 -launcher ssh -launcher-exec "$fake" \
    sh -c 'echo "$PMI_RANK $FAKE_HOST"' | sed -E 's/node0*([0-9]+)$/\1/' | sort -n > ./read
tail -n +2 ranks.csv | awk -F, '{ print $1, $2 }' > wanted
diff -u wanted read
