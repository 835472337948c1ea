#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: fft_exchange.sh CARTWRIGHT MPIRUN PROGRAM
# Transposes among hosts with 3, 3, 2 and 2 processes: memory is shared inside each, messages go between them.
set -eu
. "$(dirname "$0")/common.sh"
cartwright=$1
mpirun=$2
program=$3
skip_unless_possible

# The pretended nodes of the other instances do not fit 10 processes; the first instance uses the real nodes.
"$cartwright" cluster --hosts 4 --slots 3,3,2,2 -- "$mpirun" -n 10 "$program" --gtest_filter='*/Number0:Workspaces.*'
