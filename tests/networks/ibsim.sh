#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# What the real tools say of a fabric that ibsim simulates: ibsim.sh NET DIRECTORY routes the fabric of the file NET by
# opensm, and leaves fabric.ibnetdiscover and fabric.fts in DIRECTORY. tests/data/networks was made so. Exits with 77
# when a tool is missing or may not run here.
set -eu
net=$(realpath -s "$1")
out=$(realpath -s "$2")
cd "$out"  # the tools write their files here
PATH=$PATH:/usr/sbin
for tool in ibsim opensm ibnetdiscover dump_fts; do
  command -v $tool >/dev/null || exit 77
done
library=$(find /usr/lib /usr/lib64 -name libumad2sim.so 2>/dev/null | head -n 1)
[ -n "$library" ] || exit 77

# A unique name lets several runs work at the same time; opensm also starts from it.
export IBSIM_SOCKNAME="cartwright-$$" SIM_HOST=host000
export OSM_TMP_DIR="$out" OSM_CACHE_DIR="$out"
ibsim -s -n "$net" >"$out/ibsim.log" 2>&1 &
ibsim=$!
trap 'kill $ibsim 2>/dev/null || true' EXIT
for _ in 1 2 3 4 5 6 7 8 9 10; do
  sleep 0.2
  LD_PRELOAD=$library timeout 20 opensm -R ftree -o -f "$out/opensm.log" >"$out/opensm.out" 2>&1 && break
done
LD_PRELOAD=$library timeout 20 ibnetdiscover >"$out/fabric.ibnetdiscover" 2>"$out/ibnetdiscover.err"
LD_PRELOAD=$library timeout 20 dump_fts >"$out/fabric.fts" 2>"$out/dump_fts.err"
