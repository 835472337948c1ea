#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
# Installs the build into a fresh folder and builds a consumer against it by find_package and by pkg-config.
# usage: run.sh CMAKE BUILD_DIR SOURCE_DIR LIBDIR
set -eu
cmake=$1 build=$2 source=$3 libdir=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$cmake" --install "$build" --prefix "$work/first" > "$work/log" || { cat "$work/log"; exit 1; }
# An installed tree may be moved.
mv "$work/first" "$work/prefix"
prefix=$work/prefix

echo "-- find_package"
"$cmake" -S "$source/consumer" -B "$work/consumer" -DCMAKE_PREFIX_PATH="$prefix" > "$work/log" || { cat "$work/log"; exit 1; }
"$cmake" --build "$work/consumer" > "$work/log" || { cat "$work/log"; exit 1; }
"$work/consumer/consumer"

echo "-- pkg-config"
PKG_CONFIG_PATH=$prefix/$libdir/pkgconfig
export PKG_CONFIG_PATH
# shellcheck disable=SC2046  # its words are what is wanted
${CC:-cc} "$source/consumer/consumer.c" $(pkg-config --cflags --libs cartwright) -o "$work/plain"
LD_LIBRARY_PATH=$prefix/$libdir "$work/plain"

echo "-- command, man page, completion"
"$prefix/bin/cartwright" version
test -s "$prefix/share/man/man1/cartwright-map.1"
bash -n "$prefix/share/bash-completion/completions/cartwright"

echo "-- exports"
if nm -D --defined-only "$prefix/$libdir/libcartwright.so" | awk '{ print $3 }' | grep -v '^cw_'; then
  echo "libcartwright.so exports more than cw_*" >&2
  exit 1
fi
