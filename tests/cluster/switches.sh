#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: switches.sh CARTWRIGHT MPIRUN PROGRAM
# Nine hosts on three switches. Allgathers that know them send fewer packets between switches: of nine hosts each sends
# its block to six others there, or those of its switch to two.
set -euo pipefail
. "$(dirname "$0")/common.sh"
cartwright=$1 mpirun=$2 program=$3
skip_unless_possible
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
network=fat-tree:down=3x3,up=1x1
export CARTWRIGHT_COLLECTIVES=always UCX_LOG_LEVEL=error

# packets NETWORK: those that the links between switches carried
packets() {
  "$cartwright" cluster --network $network --slots 2 --force --links "$folder/links" -- \
    "$cartwright" run --network "$1" -- "$mpirun" -n 18 "$program" 400 >/dev/null 2>"$folder/errors" ||
    fail "status $?: $(cat "$folder/errors")"
  python3 - "$folder/links" <<'END'
import json, sys
print(sum(link["packets"] for link in json.load(open(sys.argv[1]))["links"] if link["class"] == "L1-L2"))
END
}

unknown=$(packets off)
known=$(packets $network)
echo "$unknown packets between switches, $known where they are known"
[ $((10 * known)) -lt $((9 * unknown)) ] || fail "not fewer than 90 %"
