#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: run_in_order.sh CARTWRIGHT MPIRUN IN_ORDER SESSIONS [FORTRAN PROGRAM...]
# `cartwright run --order` of programs that check what they get, in random orders and in the order for a record.
set -euo pipefail
cartwright=$1 mpirun=$2 program=$3 sessions=$4
programs=("$3" "${@:5}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
seed=$RANDOM
echo "seed $seed"
input=/dev/null

fail() {
  echo "run_in_order.sh: $*" >&2
  cat printed errors >&2
  exit 1
}

# run STATUS OPTION ... -- PROGRAM ...
run() {
  wanted=$1
  shift
  status=0
  timeout 100 "$cartwright" run "$@" <"$input" >printed 2>errors || status=$?
  [ $status = "$wanted" ] || fail "status $status, not $wanted: run $*"
}

# The lines "LAUNCHED RANK" that an order asks for.
expected() { tail -n +2 "$1" | awk '{print NR - 1, $1}'; }
launched() { seq 0 $(($1 - 1)) | awk '{print $1, $1}'; }

random_order() {
  echo new_rank
  seq 0 $(($1 - 1)) | shuf --random-source=<(yes $seed)
}

for ranks in 1 2 4 5; do
  random_order $ranks >order$ranks
  for one in "${programs[@]}"; do
    run 0 --order order$ranks -- "$mpirun" -n $ranks "$one"
    sort -n printed | diff - <(expected order$ranks) >difference || fail "not in this order: $(cat difference)"
    [ ! -s errors ] || fail "lines on standard error"
  done
done

# For a record, and for the nodes that the job got: neighbors in the ring are on one node.
OMPI_MCA_pml_monitoring_enable=0 "$cartwright" record --output ring -- "$mpirun" -n 4 "$program" >printed 2>errors || fail "record"
run 0 --order ring --nodes cyclic:2x2 --report-file events -- "$mpirun" -n 4 "$program"
sort -n printed | diff -q - <(launched 4) >/dev/null && fail "the ranks stayed"
grep -q '"event":"order".*"reordered":true' events || fail "nothing in the report: $(cat events)"
rm events
run 0 --order ring --nodes 2x2 --report-file events -- "$mpirun" -n 4 "$program"
grep -q '"event":"order".*"reordered":false' events || fail "ranks in the best order were changed: $(cat events)"
sort -n printed | diff - <(launched 4) || fail "ranks in the best order were changed"
run 0 --order ring --nodes cyclic:2x2 --keep-rank-0 -- "$mpirun" -n 4 "$program"
grep -qx '0 0' printed || fail "rank 0 was not kept"

# The bytes are those that the record predicts. In another order of two ranks, another program has other bytes.
"$cartwright" record --output counted -- "$mpirun" -n 4 "$program" >printed 2>errors || fail "record"
run 0 --verify --order counted --nodes 2x2 -- "$mpirun" -n 4 "$program"
if [[ $mpirun == *openmpi* ]]; then
  grep -q '^Predicted and counted bytes are equal' printed || fail "they are not equal"
else
  grep -q '^The bytes that were counted.* are as predicted' printed || fail "collectives"
fi
# An MPICH without UCX counts nothing inside of collectives.
predicted=counted found=counted
if [[ $mpirun != *openmpi* ]] && ! ldd "$program" | grep libucp >found_ucp; then predicted=modeled found=null; fi
grep -Eq '^messages +([0-9,]+ B \(counted\)) +\1$' printed || fail "no bytes of messages"
# The same as an event, with how each figure was obtained.
obtained() {
  python3 - verified "$@" <<'END'
import json
import sys

(event,) = (e for e in map(json.loads, open(sys.argv[1])) if e["event"] == "verify")
equal, predicted, found = sys.argv[2:]
assert event["equal"] == (equal == "equal") and event["file"] == "counted", event
ways = {row["way"]: row for row in event["between_nodes"]}
assert ways["messages"]["predicted"] == ways["messages"]["found"], event
assert ways["messages"]["found"]["obtained"] == "counted" and ways["messages"]["found"]["bytes"] > 0, event
collectives = ways["collectives"]
assert collectives["predicted"]["obtained"] == predicted, event
assert (collectives["found"] or {"obtained": "null"})["obtained"] == found, event
END
  rm verified
}
run 0 --verify --report-file verified --order counted --nodes 2x2 -- "$mpirun" -n 4 "$program"
obtained equal $predicted $found
sed -E 's/"bytes":\[[0-9]+/"bytes":[77/' counted >changed
run 1 --verify --order changed --nodes cyclic:2x2 -- "$mpirun" -n 4 "$program"
grep -q '^They differ' printed || fail "the difference is not seen"

# Communicators, windows and files are most of the bytes that the MPI counts in this program, and hide its ring.
export OMPI_MCA_pml_monitoring_enable=0 CARTWRIGHT_COUNT_INSIDE=0
run 0 --verify --order counted --nodes 2x2 -- "$mpirun" -n 4 "$program"
grep -q '^The bytes that were counted are as predicted. Those of collectives were not counted' printed || fail "no count"
[[ $mpirun != *openmpi* ]] || grep -Eq '^collectives .*not counted$' printed || fail "bytes of collectives that were not counted"
run 0 --verify --report-file verified --order counted --nodes 2x2 -- "$mpirun" -n 4 "$program"
obtained equal $predicted null

# The first run is learned, the second is ordered, and a record of other traffic is replaced.
export XDG_CACHE_HOME=$work/cache
learn() { run 0 --learn --nodes cyclic:2x2 -- "$mpirun" -n 4 "$program"; }
learn
grep -q '^cartwright: learned what the program sends' errors || fail "nothing was learned"
sort -n printed | diff -q - <(launched 4) >/dev/null || fail "the first run was ordered"
kept=$(ls "$XDG_CACHE_HOME"/cartwright/records/*)
[ -f "$kept" ] || fail "not one record: $kept"
cp "$kept" first
learn
sort -n printed | diff -q - <(launched 4) >/dev/null && fail "the second run was not ordered"
[ ! -s errors ] || fail "lines on standard error"
cmp -s "$kept" first || fail "the record was replaced"
sed -E 's/"messages":\{"to":\[[0-9]+/"messages":{"to":[0/; s/"bytes":\[[0-9]+/"bytes":[777777/' first >"$kept"
learn
grep -q 'the traffic changed by .* %' errors || fail "the change was not seen"
[ "$(ls "$XDG_CACHE_HOME"/cartwright/records)" = "$(basename "$kept")" ] || fail "other files are left"
learn
[ ! -s errors ] || fail "the record was not replaced"

# The launcher gives the standard input to its own rank 0. This process keeps rank 0, unless there is no input.
echo 'the input' >in
printf '%s\n' new_rank 3 2 1 0 >reversed
keeps_0() {
  grep -qx '0 0' printed || fail "rank 0 was not kept"
  grep -v '^read' printed | sort -n | diff -q - <(launched 4) >/dev/null && fail "all ranks were kept"
  [ "$(awk '$1 != "read:" { print $2 }' printed | sort -n | tr -d '\n')" = 0123 ] || fail "not an order"
}
reads() {
  run 0 "$@" -- "$mpirun" -n 4 "$program" input
  keeps_0
  grep -qx 'read: the input' printed || fail "rank 0 did not read the input"
}
run 0 --order reversed --keep-rank-0 --nodes 2x2 -- "$mpirun" -n 4 "$program"
keeps_0
printf '%s\n' '0 0' '1 1' '2 3' '3 2' | diff - <(sort -n printed) || fail "nodes were not exchanged as a whole"
input=in
reads --order reversed
reads --order ring --nodes cyclic:2x2
XDG_CACHE_HOME=$work/cache-of-input
run 0 --learn --nodes cyclic:2x2 -- "$mpirun" -n 4 "$program" input
grep -qx 'read: the input' printed || fail "rank 0 did not read the input of the first run"
reads --learn --nodes cyclic:2x2
run 0 --order reversed --move-rank-0 -- "$mpirun" -n 4 "$program"
sort -n printed | diff - <(expected reversed) || fail "rank 0 did not move"
run 2 --order reversed --move-rank-0 --keep-rank-0 -- "$mpirun" -n 4 "$program"
# The input of the launcher counts, not that of the script that starts it; and the library alone expects input.
mkdir bin
printf '#!/bin/sh\nexec %s "$@"\n' "$(command -v "$mpirun")" >bin/mpirun
chmod +x bin/mpirun
input=/dev/null
PATH=$work/bin:$PATH run 0 --order reversed -- sh -c "mpirun -n 4 '$program' input <in"
keeps_0
grep -qx 'read: the input' printed || fail "rank 0 did not read the input in a script"
input=in
PATH=$work/bin:$PATH run 0 --order reversed -- sh -c "mpirun -n 4 '$program' </dev/null"
sort -n printed | diff - <(expected reversed) || fail "rank 0 did not move in a script"
line=$("$cartwright" run --dry-run --order reversed -- "$mpirun" -n 4 "$program" input </dev/null)
sh -c "$line" <in >printed 2>errors || fail "the printed command"
keeps_0
grep -qx 'read: the input' printed || fail "rank 0 did not read the input of the printed command"
input=/dev/null

# The program ends as it does alone. On a busy machine a launcher may kill a process before it ends by itself, which
# changes the status: then both run again.
for way in abort error; do
  ordered=0
  for _ in 1 2 3 4 5; do
    status=139
    # The mpirun of Open MPI 4.1 itself crashes or hangs at times, and may hang on after SIGTERM.
    while [[ $status =~ ^(124|137|139)$ ]]; do
      status=0
      timeout -k 5 30 "$mpirun" -n 4 "$program" $way >printed 2>errors || status=$?
    done
    [ $status != 0 ] || fail "$way: status 0"
    ordered=0
    timeout -k 5 30 "$cartwright" run --order order4 -- "$mpirun" -n 4 "$program" $way >printed 2>errors || ordered=$?
    [ $ordered != $status ] || break
  done
  [ $ordered = $status ] || fail "$way: status $ordered, not $status"
done

# What cannot be ordered runs on, and one line says why.
stays() {
  ranks=$1 why=$2
  shift 2
  run 0 "$@" -- "$mpirun" -n "$ranks" "$program"
  sort -n printed | diff - <(launched "$ranks") >difference || fail "the ranks did not stay"
  [ "$(grep -c '^cartwright: ' errors)" = 1 ] || fail "not one line"
  grep -q "^cartwright: .*$why.*The ranks stay as they are" errors || fail "no reason: $why"
}
stays 2 'order4: line .: the rank . is not from 0 to 1' --order order4
stays 2 'ring has 4 processes, and MPI_COMM_WORLD has 2' --order ring
printf 'new_rank\n0\n0\n' >twice
stays 2 'rank 0 is in the order twice' --order twice
why='the launcher gives ranks to several programs, or to one with several command lines'
run 0 --order order4 -- "$mpirun" -n 2 "$program" : -n 2 "$program"
[ "$(grep -c "^cartwright: $why.*The ranks stay as they are" errors)" = 1 ] || fail "no line about two programs"
sort -n printed | diff - <(launched 4) || fail "ranks moved between two programs"
cp "$program" other
"$cartwright" record --output foreign -- "$mpirun" -n 2 ./other >printed 2>errors || fail "record"
stays 2 'foreign is a record of other, and this is' --order foreign

# A file that is neither ends before the program starts.
echo nonsense >neither
run 2 --order neither -- "$mpirun" -n 2 "$program"
[ ! -s printed ] || fail "the program ran"
run 1 --order no-such-file -- "$mpirun" -n 2 "$program"
grep -q "no-such-file" errors || fail "the name of the file is missing"

# A program of sessions has no MPI_COMM_WORLD.
random_order 2 >order
run 0 --order order -- "$mpirun" -n 2 "$sessions"
grep -q 'no sessions in this MPI' printed || [ "$(grep -c 'CARTWRIGHT_ORDER has no effect.*sessions' errors)" = 1 ] ||
  fail "no line about sessions"

# A pipe that no other process opens, and a file that never ends: the program runs as it does without them.
mkfifo pipe
for name in NETWORK MEASURED RECORD REPORT STENCIL; do
  for file in "$work/pipe" /dev/zero; do
    export "CARTWRIGHT_$name=$file"
    run 0 -- "$mpirun" -n 2 "$program"
    sort -n printed | diff - <(launched 2) || fail "CARTWRIGHT_$name=$file"
    unset "CARTWRIGHT_$name"
  done
done
