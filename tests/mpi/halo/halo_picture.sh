#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: halo_picture.sh WAVE LAUNCHER ...
# The picture of examples/wave.c: the same on one process and on several, with the colors of a wave.
set -eu
wave=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$@" "$wave" 20 31 "$work/several.ppm" >"$work/output" </dev/null
"$wave" 20 31 "$work/one.ppm" >"$work/output" </dev/null
cmp "$work/one.ppm" "$work/several.ppm"
[ "$(wc -c <"$work/one.ppm")" -eq 1213 ]
# Red and blue are there.
python3 - "$work/one.ppm" <<'END'
import sys

pixels = open(sys.argv[1], "rb").read()[-1200:]
colors = [tuple(pixels[i : i + 3]) for i in range(0, 1200, 3)]
assert any(red > blue + 50 for red, _, blue in colors) and any(blue > red + 50 for red, _, blue in colors), colors
END
if "$wave" 20 1 "$work/no/where.ppm" >"$work/output" 2>&1 </dev/null; then
  echo "the status is 0, but the picture cannot be written" >&2
  exit 1
fi
grep -q 'no/where.ppm: No such file' "$work/output"
