#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: selected.sh CARTWRIGHT MPIRUN SELECTED
# On emulated hosts, the interfaces carry the bytes of a record (selected.py).
set -eu
. "$(dirname "$0")/common.sh"
cartwright=$1
skip_unless_possible --rate 500mbit
exec python3 "$(dirname "$0")/selected.py" "$cartwright" "$2" "$3"
