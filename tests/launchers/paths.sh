#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: paths.sh CARTWRIGHT PRELOAD MPIRUN PROGRAM MEASURED
# Files on the command line of `cartwright run` and `record` are those of the folder where it runs, wherever the
# processes run. PROGRAM changes to the folder of its argument after MPI_Init, and makes a ring of all its processes.
set -euo pipefail
. "$(dirname "$(realpath -s "$0")")/run.sh" "$1" "$2"
mpirun=$3
program=$4
mkdir elsewhere
case $mpirun in *mpich*) there=(-wdir "$work/elsewhere") ;; *) there=(--wdir "$work/elsewhere") ;; esac
run_here() { timeout 60 "$cartwright" "$@" >printed 2>errors </dev/null || fail "it failed: $*"; }

cp "$(find "$5" -name '*.json' | sort | head -n 1)" measured.json
printf '1\n-1\n' >stencil
printf 'n1 slots=2\nn2 slots=2\n' >hosts
"$cartwright" machine 2x2 --write machine.json >printed
printf 'SwitchName=s0 Nodes=n1\nSwitchName=s1 Nodes=n2\nSwitchName=top Switches=s[0-1]\n' >topology.conf
printf '%s\n' new_rank 0 2 1 3 >ranks

# Every option that takes a file, with the variable that it sets; a new one must be added here.
check() {
  command=$1 option=$2 value=$3 variable=$4 wanted=$5
  run_here "$command" --dry-run $option "$value" -- "$mpirun" -n 4 "$program" .
  grep -qF -- " '$variable=$wanted'" printed || grep -qF -- " $variable=$wanted " printed || fail "$option $value: $(cat printed)"
  echo "$command $option" >>checked
}
check run --nodes hosts CARTWRIGHT_NODES "$work/hosts"
check run --nodes cyclic:machine.json CARTWRIGHT_NODES "cyclic:$work/machine.json"
check run --nodes '1*machine.json,openmpi:hosts' CARTWRIGHT_NODES "1*$work/machine.json,openmpi:$work/hosts"
check run --nodes 2x2 CARTWRIGHT_NODES 2x2
check run --network topology.conf CARTWRIGHT_NETWORK "$work/topology.conf"
check run --measured measured.json CARTWRIGHT_MEASURED "$work/measured.json"
check run --stencil stencil CARTWRIGHT_STENCIL "$work/stencil"
check run --stencil '1,0;-1,0' CARTWRIGHT_STENCIL '1,0;-1,0'
touch nn
check run --stencil nn CARTWRIGHT_STENCIL nn
check run --report-file events CARTWRIGHT_REPORT "$work/events"
check run --report-file stderr CARTWRIGHT_REPORT stderr
check run --order ranks CARTWRIGHT_ORDER "$work/ranks"
check record --nodes hosts CARTWRIGHT_NODES "$work/hosts"
check record --output record CARTWRIGHT_RECORD "$work/record"
for command in run record; do
  "$cartwright" $command --help | sed -nE 's/^ +(-o, )?(--[a-z0-9-]+) +(SPEC|NETWORK|FILE|STENCIL)\b.*/'$command' \2/p'
done | sort -u >takes_files
sort -u checked | diff takes_files - || fail "these options take files, or these were checked"

# The processes find them, and write there.
run_here run --nodes machine.json --stencil stencil --report-file events -- "$mpirun" "${there[@]}" -n 4 "$program" /
grep -q '"dims":\[.*"pretended":true' events || fail "the files were not found: $(cat errors events)"
rm events
CARTWRIGHT_REPORT=events run_here run --nodes 2x2 -- "$mpirun" -n 4 "$program" elsewhere
[ -s events ] || fail "the report of a variable is not where the program started: $(ls . elsewhere)"
