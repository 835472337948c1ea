#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: run_network.sh CARTWRIGHT MPIRUN HEAT2D
# A program on pretended nodes of a network: the same result, no busier link and no more bytes than as launched.
set -euo pipefail
cartwright=$1 mpirun=$2 program=$3
measured=$(realpath -s "$(dirname "$0")/../../data/measured/cluster.json")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
  echo "run_network.sh: $*" >&2
  cat errors report 2>/dev/null >&2
  exit 1
}

"$mpirun" -n 16 "$program" 48 5 >plain

run() {
  rm -f report
  "$cartwright" run --report-file report "$@" -- "$mpirun" -n 16 "$program" 48 5 >printed 2>errors || fail "status $?"
  cmp plain printed || fail "another result with $*"
}

# check EVENT CONDITION: of the first event of that kind, as Python
check() {
  python3 - "$@" <<'END' || fail "not true: $2"
import json
import sys

events = [json.loads(line) for line in open("report")]
event = next(one for one in events if one["event"] == sys.argv[1])
notes = " ".join(event["notes"])
sys.exit(not eval(sys.argv[2], event | {"notes": notes}))
END
}

# On a ring of 8 nodes, the exchange of nodes relieves the busiest link.
run --nodes cyclic:8x2 --network torus:dims=8
check cart 'j_sum <= j_sum_before and 0 < busiest_link < busiest_link_before'
check cart 'reordered and "the busiest link needs" in notes'

# Without a network, each process can find its own rank in tier fast.
run --nodes cyclic:8x2 --tier fast
check cart 'j_sum < j_sum_before and "each process found its own rank" in notes'

# Levels above the nodes, with and without the exchange of nodes.
for tier in fast balanced; do
  run --nodes cyclic:8x2 --tier $tier --network fat-tree:down=2x4,up=1x2
  check cart 'j_sum < j_sum_before and busiest_link <= busiest_link_before'
  check cart '"levels above the nodes: switch (from fat-tree:down=2x4,up=1x2)" in notes'
  check cart '[level["name"] for level in levels][:2] == ["switch", "node"]'
done
run --nodes 8x2 --no-reorder --network torus:dims=8
check cart 'not reordered and busiest_link == busiest_link_before > 0'

# The first nodes of a topology of Slurm are pretended, as those of a network.
printf 'SwitchName=s0 \\\n Nodes=n[0-3]\nSwitchName=s1 Nodes=n[4-7]\n' >topology.conf
run --nodes cyclic:8x2 --network topology.conf
check cart '[level["name"] for level in levels][:2] == ["switch", "node"]'
if "$cartwright" run --nodes 16x1 --network topology.conf -- "$mpirun" -n 16 "$program" 48 5 2>&1 >/dev/null |
  grep -q "has 8 nodes, and the job 16"; then :; else fail "no line about missing nodes"; fi

# A recorded program is ordered by the links, too.
"$cartwright" record --output traffic --nodes cyclic:8x2 -- "$mpirun" -n 16 "$program" 48 5 >printed 2>errors
run --nodes cyclic:8x2 --network torus:dims=8 --order traffic
check order 'reordered and bytes_between_nodes < bytes_between_nodes_before and busiest_link < busiest_link_before'

# Without a network that can be used, the nodes are still used.
run --nodes cyclic:8x2 --network torus:dims=4
grep -q 'CARTWRIGHT_NETWORK=torus:dims=4: .*has 4 nodes, and the job 8: the network is not used' errors || fail "no line"
check cart 'reordered and busiest_link == 0'
status=0
"$cartwright" run --network no-such-file -- "$mpirun" -n 2 "$program" 48 5 >printed 2>errors || status=$?
[ $status = 2 ] && [ "$(wc -l <errors)" = 1 ] && [ ! -s printed ] || fail "status $status for a missing file"

# What was measured weights the levels, in every tier; a file that cannot be used changes nothing.
for tier in fast balanced; do
  run --nodes cyclic:8x2 --tier $tier --measured "$measured"
  check cart 'j_sum < j_sum_before and "levels are weighted by measured links" in notes and "node 0.0795 GB/s" in notes'
done
CARTWRIGHT_MEASURED=no-such-file run --nodes cyclic:8x2
check cart 'j_sum < j_sum_before and "CARTWRIGHT_MEASURED=no-such-file: " in notes and "is not used" in notes'
grep -q 'CARTWRIGHT_MEASURED=no-such-file: .*is not used' errors || fail "no line for a missing measurement"
status=0
"$cartwright" run --measured no-such-file -- "$mpirun" -n 2 "$program" 48 5 >printed 2>errors || status=$?
[ $status = 1 ] && grep -q "^cartwright: cannot read the file 'no-such-file': " errors && [ "$(wc -l <errors)" = 1 ] && [ ! -s printed ] ||
  fail "status $status for a missing measurement"
