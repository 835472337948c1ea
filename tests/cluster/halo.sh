#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: halo.sh CARTWRIGHT MPIRUN PROGRAM
# Random halo exchanges among hosts with 3, 3 and 2 processes: messages between them are joined, or are not.
set -eu
. "$(dirname "$0")/common.sh"
cartwright=$1
mpirun=$2
program=$3
skip_unless_possible

"$cartwright" cluster --hosts 3 --slots 3,3,2 -- "$mpirun" -n 8 "$program" 40
