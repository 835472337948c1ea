#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: uses.sh MODE PLAIN PRELOADED
# Two commands start the same program, the second with CARTWRIGHT_DATATYPE=MODE. It must print the same, and Cartwright
# packs and unpacks as many messages as the program prints on stderr: "uses N".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# shellcheck disable=SC2086  # a command is several words
$2 >"$folder/plain" 2>"$folder/err"
# shellcheck disable=SC2086
CARTWRIGHT_DATATYPE=$1 CARTWRIGHT_REPORT=$folder/report $3 >"$folder/out" 2>"$folder/err"
if ! cmp "$folder/plain" "$folder/out"; then
  cat "$folder/plain" "$folder/out" "$folder/err" >&2
  exit 1
fi
used=$(sed -n 's/.*"event":"datatype".*"uses":\([0-9]*\).*/\1/p' "$folder/report" | awk '{sum += $1} END {print sum + 0}')
wanted=$(sed -n 's/^uses //p' "$folder/err")
if [ "$used" -ne "$wanted" ]; then
  echo "uses.sh: $used messages were packed or unpacked, not $wanted" >&2
  exit 1
fi
