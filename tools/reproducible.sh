#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Builds the packages of the last commit twice, in folders with names of different lengths, time zones, languages and umasks,
# and compares them byte for byte. By hand: it compiles everything twice, without ccache. usage: reproducible.sh
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
commit=$(git -C "$source" rev-parse HEAD) # a commit during the first build changes nothing
SOURCE_DATE_EPOCH=$(git -C "$source" log -1 --format=%ct "$commit")
export SOURCE_DATE_EPOCH CCACHE_DISABLE=1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

build() {
  mkdir -p "$1"
  git -C "$source" archive "$commit" | tar -x -C "$1"
  (cd "$1" && packaging/debian/build.sh) >"$1.log" 2>&1 || { tail -n 40 "$1.log"; exit 1; }
}
(umask 022 && TZ=UTC LC_ALL=C build "$scratch/first")
(umask 002 && TZ=Asia/Tokyo LC_ALL=C.UTF-8 build "$scratch/a/second/folder")

status=0
for package in "$scratch"/first/build-packages/deb/*.deb; do
  name=$(basename "$package")
  if cmp -s "$package" "$scratch/a/second/folder/build-packages/deb/$name"; then
    echo "equal  $name"
  else
    echo "DIFFER $name: diffoscope shows where"
    status=1
  fi
done
exit $status
