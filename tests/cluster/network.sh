#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: network.sh CARTWRIGHT MPIRUN HEAT2D
# Hosts are found by their names in a network and in a topology of Slurm, and by addresses that Slurm gives them.
set -euo pipefail
. "$(dirname "$0")/common.sh"
cartwright=$1 mpirun=$2 program=$3
skip_unless_possible
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$cartwright" cluster --hosts 1 --slots 16 -- "$mpirun" -n 16 "$program" 48 5 >plain

# start OPTION ... [-- PREFIX]: the program gives its result, whatever is known of the nodes
start() {
  options=()
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  rm -f report
  "$cartwright" cluster --hosts 4 --slots 4 -- "$cartwright" run --report-file report "${options[@]}" -- \
    "$mpirun" -n 16 "${@:2}" "$program" 48 5 >printed 2>errors || fail "status $?: $(cat errors)"
  cmp plain printed || fail "another result with ${options[*]}"
}
# run LEVELS SOURCE OPTION ... [-- PREFIX]: the levels above the nodes in the report, and where they come from
run() {
  levels=$1 source=$2
  shift 2
  start "$@"
  grep -qF "levels above the nodes: $levels (from $source" report || fail "not $levels from $source: $(cat report)"
}

cat >topology.conf <<'END'
SwitchName=s0 Nodes=node[00,02]
SwitchName=s1 Nodes=node[01,03]
SwitchName=top Switches=s[0-1]
END
run switch "$PWD/topology.conf" --network topology.conf
"$cartwright" cluster --hosts 4 --slots 2 -- "$cartwright" measure --network topology.conf --budget 1 -- \
  "$mpirun" -n 8 >measured 2>errors || fail "measure: status $?: $(cat errors)"
grep -q "^between switches  *[0-9]" measured || fail "no links between switches: $(cat measured)"

# A ring of four hosts whose neighbors are node00, node02, node01, node03.
cat >ring.json <<'END'
{"schema": "cartwright-network/1", "classes": [{"name": "ring", "bandwidth": 1e9}],
 "switches": ["a", "b", "c", "d"],
 "nodes": [{"name": "node00", "switch": "a"}, {"name": "node02", "switch": "b"}, {"name": "node01", "switch": "c"},
           {"name": "node03", "switch": "d"}],
 "links": [{"from": "a", "to": "b", "class": "ring"}, {"from": "b", "to": "c", "class": "ring"},
           {"from": "c", "to": "d", "class": "ring"}, {"from": "d", "to": "a", "class": "ring"}],
 "levels": [{"name": "half", "domains": [["a", "b"], ["c", "d"]]}]}
END
run half "$PWD/ring.json" --network ring.json
grep -q '"busiest_link_before":0\.' report || fail "no time of the busiest link: $(cat report)"

cat >addressed <<'END'
#!/bin/sh
host=$(hostname)
export SLURM_TOPOLOGY_ADDR=top.s$((${host#node0} / 2)).$host SLURM_TOPOLOGY_ADDR_PATTERN=switch.switch.node
exec "$@"
END
chmod +x addressed
run switch SLURM_TOPOLOGY_ADDR -- "$PWD/addressed"

# A job of Slurm, whose scontrol knows the switches.
mkdir bin
printf '#!/bin/sh\ncat %s/topology.conf\n' "$PWD" >bin/scontrol
chmod +x bin/scontrol
PATH=$PWD/bin:$PATH SLURM_JOB_ID=1 TMPDIR=$PWD run switch "$PWD/cartwright-"
sed -i 's/node\[01,03]/node01/' topology.conf
run switch "$PWD/topology.conf" --network topology.conf
grep -q '1 of 4 nodes are not in .*topology.conf: node03' report || fail "the missing host is not named"

# PBS has other names for the hosts: its node file, with a line for each process, says which.
for k in 0 0 0 0 1 1 1 1 2 2 2 2 3 3 3 3; do printf 'pbs%s.site\r\n' $k; done >nodefile
cat >numbered <<'END'
#!/bin/sh
host=$(hostname)
export PBS_NODENUM=${host#node0} PBS_NODEFILE=nodefile
exec "$@"
END
chmod +x numbered
sed 's/node\[00,02]/pbs[0,2]/; s/node01/pbs[1,3]/' topology.conf >pbs.conf
run switch "$PWD/pbs.conf" --network pbs.conf -- "$PWD/numbered"

# A job on two machines: the network has three of its hosts, or two, whose levels say nothing.
sed 's/node02/other/' ring.json >three.json
run half "$PWD/three.json" --network three.json
grep -q '1 of 4 nodes are not in .*three.json: node02' report || fail "the host outside is not named"
sed 's/node0[12]/other&/g' ring.json >two.json
start --network two.json
grep -q '2 of 4 nodes are not in .*two.json: node01, node02' report || fail "the hosts outside are not named: $(cat report)"
grep -q '"j_sum":' report || fail "no placement by nodes: $(cat report)"

# Two hosts match one node by a name that one has from the other.
cat >inherited <<'END'
#!/bin/sh
SLURMD_NODENAME=node00 exec "$@"
END
chmod +x inherited
sed 's/node01/other/' ring.json >twice.json
start --network twice.json -- "$PWD/inherited"
grep -q 'hosts node00 and node01 both match node node00 of .*twice.json: neither is used' report ||
  fail "the hosts of one node are not named: $(cat report)"

# A network of another machine.
sed 's/node0/other/g' ring.json >other.json
start --network other.json
grep -q 'other.json has none of the 4 nodes of this job (node00, .*: the network is not used' errors || fail "no line: $(cat errors)"
grep -q '"j_sum":' report || fail "no placement by nodes: $(cat report)"
