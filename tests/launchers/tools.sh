#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: tools.sh CARTWRIGHT PRELOAD MPIRUN TOOL PROGRAM LINKED [SANITIZED...]
# `cartwright run` beside other tools: TOOL counts calls, PROGRAM makes them, LINKED is linked with the tool, and the
# others are built with sanitizers.
set -euo pipefail
. "$(dirname "$(realpath -s "$0")")/run.sh" "$1" "$2"
mpirun=$3 tool=$4 program=$5 linked=$6
shift 6
case $mpirun in *mpich*) with=(-genv LD_PRELOAD) join=' ' ;; *) with=(-x) join='LD_PRELOAD=' ;; esac
[ "$join" = ' ' ] && with+=("$tool") || with+=("$join$tool")
printf '%s\n' new_rank 3 2 1 0 >ranks
# They report what the MPI does not free.
export ASAN_OPTIONS=detect_leaks=0 LSAN_OPTIONS=detect_leaks=0

# As `run`, on other nodes.
given() {
  timeout 60 setarch -R "$cartwright" run "$@" >printed 2>errors </dev/null || fail "status $?: $*"
}

# Both the tool and Cartwright get the calls.
counted() {
  [ "$(grep -c '^tool: ' errors)" = 1 ] && grep -qx 'tool: 1 grids, 1 messages' errors || fail "it counted something else: $*"
  [ "$(grep -vcE '^tool: |^cartwright: pretending' errors)" = 0 ] || fail "other lines: $*"
  [ "${event:+$(grep -c "\"event\":\"$event\"" events)}" = "${event:+1}" ] || fail "Cartwright did not see it: $*: $(cat events)"
  rm -f events
}
event=
LD_PRELOAD=$tool "$mpirun" -n 4 "$program" 2>errors
counted without Cartwright
for options in '--nodes cyclic:2x2' '--order ranks --move-rank-0'; do
  event=cart
  [[ $options != *order* ]] || event=order
  LD_PRELOAD=$tool given $options --report-file events -- "$mpirun" -n 4 "$program"
  counted a tool in the environment, $options
  given $options --report-file events -- "$mpirun" "${with[@]}" -n 4 "$program"
  counted a tool in the options, $options
  given $options --report-file events -- "$mpirun" -n 4 "$linked"
  counted a tool that the program is linked with, $options
done
event=cart
for both in "$preload:$tool" "$tool:$preload"; do
  LD_PRELOAD=$both CARTWRIGHT_REPORT=$work/events CARTWRIGHT_NODES=cyclic:2x2 "$mpirun" -n 4 "$program" 2>errors
  counted "LD_PRELOAD=$both"
done

# Programs with sanitizers, also below a script. ThreadSanitizer needs addresses that are not random.
printf '#!/bin/sh\nexec "$@"\n' >wrapper
chmod +x wrapper
for sanitized; do
  for start in '' ./wrapper; do
    setarch -R "$mpirun" -n 4 $start "$sanitized" >printed 2>errors || fail "$sanitized without Cartwright"
    given --nodes cyclic:2x2 --report-file events -- "$mpirun" -n 4 $start "$sanitized"
    [ "$(grep -vc '^cartwright: pretending' errors)" = 0 ] || fail "lines on standard error: $start $sanitized"
    grep -q '"event":"cart".*"reordered":true' events || fail "Cartwright did nothing: $start $sanitized: $(cat events)"
    rm events
  done
done

# Under a script that starts the program itself, the runtime of AddressSanitizer comes after Cartwright.
for sanitized; do
  for before in '' 'export LD_PRELOAD=libstdc++.so.6:$LD_PRELOAD'; do
    printf '#!/bin/sh\n%s\nexec %s\n' "$before" "$sanitized" >script
    chmod +x script
    given --nodes cyclic:2x2 --report-file events -- "$mpirun" -n 4 ./script
    case $sanitized$before in
      *address*export* | *thread* | *undefined*)
        grep -q '"event":"cart".*"reordered":true' events || fail "Cartwright did nothing: $before $sanitized: $(cat errors)"
        ;;
      *)
        [ "$(grep -c 'preload libstdc++.so.6 in the script.*runs without Cartwright' errors)" = 1 ] || fail "no line: $sanitized"
        [ ! -e events ] || fail "Cartwright is in a program that it could end: $sanitized"
        # The line has said it all.
        given --report -- "$mpirun" -n 4 ./script
        [ "$(grep -c '^cartwright:' errors)" = 1 ] || fail "more lines than one: $(cat errors)"
        ;;
    esac
    rm -f events
  done
done
[ $# = 0 ] || given -- "$1"
[ $# = 0 ] || [ ! -s errors ] || fail "lines on standard error without a launcher"
