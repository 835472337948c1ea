#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Compares the public libraries of two versions with abidiff. It fails if a program linked with the old ones may not run with
# the new ones: a symbol is gone, or a public type or function changed. New symbols are allowed.
# usage: abi-check.sh OLD NEW
# Each is an installed tree whose libraries have debug information, or a tag or commit, which is built. RELEASING.md says when.
set -euo pipefail
if [ $# != 2 ]; then
  echo "usage: abi-check.sh OLD NEW: two installed trees, tags or commits" >&2
  exit 2
fi
source=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The installed tree of a version.
tree_of() {
  if [ -d "$1" ]; then
    (cd "$1" && pwd)
    return
  fi
  if ! git -C "$source" rev-parse --quiet --verify "$1^{commit}" >/dev/null; then
    echo "abi-check.sh: '$1' is not an installed tree, a tag or a commit: give one, such as v0.1.0" >&2
    return 1
  fi
  mkdir -p "$scratch/$1/source"
  git -C "$source" archive "$1" | tar -x -C "$scratch/$1/source"
  {
    cmake -S "$scratch/$1/source" -B "$scratch/$1/build" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-g \
      -DCMAKE_CXX_FLAGS=-g -DCARTWRIGHT_BUILD_CLI=OFF -DCARTWRIGHT_BUILD_EXAMPLES=OFF
    cmake --build "$scratch/$1/build"
    cmake --install "$scratch/$1/build" --prefix "$scratch/$1/tree"
  } >&2
  echo "$scratch/$1/tree"
}

# The libraries that programs are linked with, relative to a tree: they have a version in their names.
libraries() { (cd "$1" && find . -name 'libcartwright*.so.*' -type l | sort); }

old=$(tree_of "$1")
new=$(tree_of "$2")
found=$(libraries "$old")
if [ -z "$found" ]; then
  echo "abi-check.sh: $1 has no libcartwright*.so.*: install the libraries there" >&2
  exit 2
fi
failed=0
for library in $found; do
  if [ ! -e "$new/$library" ]; then
    echo "FAILED $library: gone. Another soname needs another name of the package, and programs have to be linked again."
    failed=1
  elif abidiff --no-added-syms --headers-dir1 "$old/include" --headers-dir2 "$new/include" "$old/$library" "$new/$library" \
    >"$scratch/report"; then
    echo "ok     $library"
  else
    echo "FAILED $library"
    cat "$scratch/report"
    failed=1
  fi
done
exit $failed
