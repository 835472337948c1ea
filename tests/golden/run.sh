#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
# Runs the commands of a transcript ("$ cartwright ...") and compares their output on both streams and their exit status
# with the transcript. Lines that begin with "## " are comments. Times, which differ from run to run, and the lists of
# mappings and formats, which grow, are masked.
# usage: run.sh BIN_DIR DATA_DIR TRANSCRIPT; with UPDATE=1 it rewrites the transcript instead.
set -u
PATH=$(realpath "$1"):$PATH
export PATH DATA
unset COLORTERM NO_COLOR
data=$(realpath "$2")
transcript=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# What a command prints of a file does not depend on where the clone lies: its path is long, and has a blank.
DATA="$work/a folder whose name is longer than most names of folders, and has blanks"
ln -s "$data" "$DATA"
mkdir "$work/here" && cd "$work/here" || exit 1

mask() {
  sed -E -e 's/"seconds": ?[0-9.e+-]+/"seconds": 0/g' -e 's/ +[0-9.]+ (us|ms|s)( |$)/ TIME\2/' \
         -e 's/found in [0-9.]+ (us|ms|s)/found in TIME/' -e 's/(use auto, blocked, ).*/\1.../' -e 's/(: use csv, json, ).*/\1.../' -e "s|$DATA|DATA|g"
}

while IFS= read -r line; do
  case $line in
    '$ '*)
      printf '%s\n' "$line"
      # A clone may lie in a folder with a blank, where nothing must be split.
      (IFS=$'\n'; eval "${line#'$ '}") > ../output 2>&1
      status=$?
      mask < ../output
      if [ $status -ne 0 ]; then printf '[%d]\n' $status; fi
      ;;
    '## '*) printf '%s\n' "$line" ;;
  esac
done < "$transcript" > ../actual

if [ "${UPDATE:-}" = 1 ]; then cp ../actual "$transcript"; else diff -u "$transcript" ../actual; fi
