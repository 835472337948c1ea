#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: halo_bench_wave.sh WAVE LAUNCHER ...
# The program of bench/wave computes the same bits by messages, by the engine, and on one process.
set -eu
wave=$1
shift
for exchange in messages engine; do
  for launch in "" "$*"; do
    # shellcheck disable=SC2086  # words
    $launch "$wave" $exchange 12 8 10 20 </dev/null | awk 'NF == 2 { print $2 }'
  done
done | sort | uniq -c | awk '{ if ($1 != 4 || length($2) != 16) bad = 1 } END { exit bad || NR != 1 }'
status=0
"$@" "$wave" engine 7 8 8 1 </dev/null >/dev/null 2>&1 || status=$?
[ "$status" -ne 0 ]
