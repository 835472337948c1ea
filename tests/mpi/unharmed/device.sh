#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: device.sh PLAIN PRELOADED
# Two commands that start the same program. Cartwright packs and unpacks the messages in the memory of the host, and only
# these, and the program sees what it sees without.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# shellcheck disable=SC2086  # a command is several words
$1 >"$folder/plain" 2>/dev/null
for mode in on always; do
  rm -f "$folder/report"
  # shellcheck disable=SC2086
  CARTWRIGHT_DATATYPE=$mode CARTWRIGHT_REPORT=$folder/report $2 >"$folder/out" 2>"$folder/err"
  if ! cmp "$folder/plain" "$folder/out"; then
    cat "$folder/plain" "$folder/out" "$folder/err" >&2
    exit 1
  fi
  used=$(sed -n 's/.*"event":"datatype".*"uses":\([0-9]*\).*/\1/p' "$folder/report" | awk '{sum += $1} END {print sum + 0}')
  wanted=$(sed -n 's/^uses //p' "$folder/err")
  if [ "$mode" = always ] && [ "$used" -ne "$wanted" ]; then
    echo "device.sh: $used messages were packed or unpacked, not $wanted" >&2
    exit 1
  fi
done
