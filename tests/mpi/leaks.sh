#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# leaks.sh VALGRIND LOG COMMAND...: runs a program under Valgrind. It fails if memory is lost that Cartwright's code
# requested, or that MPI lost repeatedly for it (a communicator that is never freed). Memory that MPI loses once is
# ignored. The last word of COMMAND is the program.
set -eu
valgrind=$1 log=$2
shift 2
for program; do :; done
launch=$(printf '%s ' "$@")
launch=${launch%"$program "}
# shellcheck disable=SC2086  # the launcher and its options are words
$launch "$valgrind" --leak-check=full --show-leak-kinds=definite,possible --num-callers=40 --log-file="$log" "$program"
grep -q 'LEAK SUMMARY\|no leaks are possible' "$log" || { echo "Valgrind did not finish:"; cat "$log"; exit 1; }
# A loss record begins with a line about its size, followed by the functions, innermost first.
awk '
  function finish() {
    if (record != "" && ours && (!foreign_first || blocks >= 100)) { print record; found = 1 }
    record = ""
  }
  /are (definitely|possibly) lost/ {
    finish(); record = $0; ours = foreign_first = 0
    for (i = 1; i < NF; ++i) if ($(i + 1) == "blocks") { blocks = $i; gsub(/,/, "", blocks); blocks += 0 }
    next
  }
  record != "" && / (at|by) 0x/ {
    record = record "\n" $0
    if (/libcartwright|MPIX_|cw_/) ours = 1
    else if (!ours && /\?\?\?|libmpi|libmpich|libopen-|libuc|PMPI_/) foreign_first = 1
    next
  }
  { finish() }
  END { finish(); exit found }' "$log"
