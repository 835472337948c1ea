#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: fft.sh CARTWRIGHT MPIRUN PROGRAM ...
# Tests of distributed FFTs, on four hosts with two processes each.
set -eu
. "$(dirname "$0")/common.sh"
cartwright=$1
mpirun=$2
shift 2
skip_unless_possible
for program; do
  "$cartwright" cluster --hosts 4 --slots 2 -- "$mpirun" -n 8 env CARTWRIGHT_FFT_PROBLEMS=3 "$program"
done
