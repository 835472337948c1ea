#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# tools/abi-check.sh accepts equal libraries and new functions, and refuses functions and types that are gone or changed.
# usage: abi.sh ABI_CHECK LIBCARTWRIGHT, the last as built
set -eu
check=$1 built=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# tree NAME [C DECLARATION]: an installed tree with a small library, in which the declaration takes the place of `extent`.
tree() {
  mkdir -p "$work/$1/include" "$work/$1/lib"
  cat >"$work/$1/include/small.h" <<END
typedef struct { int rank; long bytes; } entry;
int size_of(const entry* e);
${2:-int extent(int n);}
END
  cat >"$work/$1/small.c" <<END
#include "include/small.h"
int size_of(const entry* e) { return (int)(e->bytes + e->rank); }
END
  sed -n 's/^int \(extent\|volume\)(\([a-z]*\) n);$/int \1(\2 n) { return (int)n; }/p' "$work/$1/include/small.h" >>"$work/$1/small.c"
  compile "$1"
}
compile() {
  (cd "$work/$1" && ${CC:-cc} -g -shared -fPIC -Wl,-soname,libcartwright_small.so.0 small.c -o lib/libcartwright_small.so.0.1.0)
  ln -sf libcartwright_small.so.0.1.0 "$work/$1/lib/libcartwright_small.so.0"
}

# expect STATUS NEW WORDS: the status of a comparison with the tree `old`, and words of its output.
expect() {
  status=0
  "$check" "$work/old" "$work/$2" >"$work/output" 2>&1 || status=$?
  if [ "$status" != "$1" ] || ! grep -q "$3" "$work/output"; then
    echo "old and $2: status $status instead of $1, or no '$3' in:"
    cat "$work/output"
    exit 1
  fi
}

tree old
tree same
tree more "int extent(int n);
int volume(int n);"
tree removed "/* nothing */"
tree narrower "int extent(short n);"
mkdir "$work/gone"
tree wider
sed -i 's/int rank;/long rank;/' "$work/wider/include/small.h"
compile wider

expect 0 same "^ok "
expect 0 more "^ok "
expect 1 removed "extent"
expect 1 narrower "short"
expect 1 wider "rank"
expect 1 gone "gone"
expect 1 no-such-version "is not an installed tree"

# The library of this build against itself.
mkdir -p "$work/built/lib" "$work/built/include"
cp -P "$(dirname "$built")"/libcartwright.so.* "$work/built/lib/"
"$check" "$work/built" "$work/built"
