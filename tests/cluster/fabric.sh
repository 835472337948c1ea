#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: fabric.sh CARTWRIGHT MPIRUN HALO
# On emulated networks, the links carry the bytes that are predicted (fabric.py).
set -eu
. "$(dirname "$0")/common.sh"
cartwright=$1
skip_unless_possible --rate 100mbit
exec python3 "$(dirname "$0")/fabric.py" "$cartwright" "$2" "$3"
