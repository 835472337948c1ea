#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: delay.sh CARTWRIGHT MPIRUN PROGRAM
# With a delay of 10 ms, a round trip of a message takes 20 ms.
set -eu
. "$(dirname "$0")/common.sh"
cartwright=$1
skip_unless_possible --delay 1ms

"$cartwright" cluster --hosts 2 --slots 2 --delay 10ms -- "$2" -n 4 "$3" 2 0 0.02
"$cartwright" cluster --hosts 2 --slots 2 --delay 10ms --rate 100mbit -- "$2" -n 4 "$3" 2 0.15 0.02
