#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: mixed.sh MPI MPIRUN PRELOAD PROGRAM [LIBRARY-BEFORE-IT]
# A program in which not all processes load the interposer, or with other settings, gives the same result as without, and one
# line reports it.
set -eu
mpi=$1 mpirun=$2 program=$4
preload=${5:+$5:}$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Only process $1 runs without it; with the second argument it has the interposer, but switched off.
cat >"$folder/all_but_one.sh" <<END
#!/bin/sh
if [ "\${OMPI_COMM_WORLD_RANK:-\${PMI_RANK:-}}" = "\$1" ]; then export \$2; fi
exec $program
END
chmod +x "$folder/all_but_one.sh"

if [ "$mpi" = openmpi ]; then
  with() { echo "-x LD_PRELOAD=$preload"; }
  launch="$mpirun --oversubscribe"
else
  with() { echo "-env LD_PRELOAD $preload"; }
  launch=$mpirun
fi

# expect LINES PATTERN COMMAND: the number of lines on stderr that match.
expect() {
  lines=$1 pattern=$2
  shift 2
  if ! timeout 100 "$@" >"$folder/out" 2>"$folder/err" || ! cmp -s "$folder/out" "$folder/plain"; then
    echo "mixed.sh: the output differs from that without the interposer: $*" >&2
    cat "$folder/plain" "$folder/out" "$folder/err" >&2
    exit 1
  fi
  if [ "$(grep -c "^cartwright: $pattern" "$folder/err")" -ne "$lines" ]; then
    echo "mixed.sh: not $lines line(s) '$pattern' on stderr: $*" >&2
    cat "$folder/err" >&2
    exit 1
  fi
}

# If all answer, no process waits. Tests of missing processes should be short.
missing='process .* has not answered'
in_order=${preload%/*}/libcartwright_in_order.so
seq 3 -1 0 >"$folder/order"
# shellcheck disable=SC2046,SC2086  # words
{
  $launch -n 4 "$program" >"$folder/plain"
  expect 0 "$missing" $launch $(with) -n 4 "$program"
  expect 0 "$missing" $launch -n 2 $(with) "$program" : -n 2 $(with) "$program"
  for one in 0 2; do
    expect 1 'the variables CARTWRIGHT_\* differ' $launch $(with) -n 4 "$folder/all_but_one.sh" $one CARTWRIGHT_REPORT="$folder/report"
    export CARTWRIGHT_ORDER="$folder/order"
    expect 1 'CARTWRIGHT_ORDER needs libcartwright_in_order' $launch $(with) -n 4 \
      "$folder/all_but_one.sh" $one LD_PRELOAD="${5:+$5:}$in_order"
    unset CARTWRIGHT_ORDER
  done
  export CARTWRIGHT_WAIT=1
  expect 1 "$missing" $launch -n 2 $(with) "$program" : -n 2 "$program"
  expect 1 "$missing" $launch -n 2 "$program" : -n 2 $(with) "$program"
  expect 1 "$missing" $launch $(with) -n 4 "$folder/all_but_one.sh" 0 LD_PRELOAD=
  expect 1 "$missing" $launch $(with) -n 4 "$folder/all_but_one.sh" 3 CARTWRIGHT=off
}
