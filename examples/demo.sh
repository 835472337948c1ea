#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Runs every mapping on the two grids of [Hunold2020, figures 6 and 7], then an ordinary MPI program on 48 processes, as if
# on 8 nodes of 6, without and with Cartwright: the same result, and fewer bytes cross nodes.
# usage: demo.sh [build folder]
set -eu

build=${1:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

run() {
  echo "\$ cartwright run --nodes 8x6 $* -- mpirun -n 48 heat2d 480 20"
  "$build/bin/cartwright" run --nodes 8x6 "$@" -- "$mpirun" -n 48 "$heat2d" 480 20 2>&1 | tee "$scratch/output"
  grep '^heat2d:' "$scratch/output" >"$scratch/result"
  # "...; between nodes: 1,234,567 bytes (...": the number without its commas.
  sed -n 's/.*between nodes: \([0-9,]*\) bytes.*/\1/p' "$scratch/output" | tr -d , >"$scratch/bytes"
  echo
}

for instance in "50x48 50x48 nn" "75x64 100x48 hops"; do
  # shellcheck disable=SC2086  # three words
  set -- $instance
  echo "\$ cartwright compare --dims $1 --machine $2 --stencil $3"
  "$build/bin/cartwright" compare --dims "$1" --machine "$2" --stencil "$3"
  echo
done

for mpi in openmpi mpich mpi; do
  heat2d=$build/examples/$mpi/heat2d
  [ -x "$heat2d" ] && break
done
if [ ! -x "$heat2d" ]; then
  echo "The rest of the demo runs an MPI program. It is left out: no MPI was found when $build was configured." \
    "Install one (on Debian: openmpi-bin and libopenmpi-dev)."
  exit 0
fi
mpirun=$(command -v "mpirun.$mpi" || command -v mpirun)
if [ "$mpi" = openmpi ]; then
  # More processes than cores, and as root, as in a container.
  export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
  [ "$(id -u)" -ne 0 ] || export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi

echo "An MPI halo exchange without any call to Cartwright, 48 processes as 8 nodes."
echo
echo "Without Cartwright: counted, but not placed"
run --no-reorder --report
mv "$scratch/result" "$scratch/result.without"
before=$(cat "$scratch/bytes")

echo "With Cartwright"
run --report
after=$(cat "$scratch/bytes")

if ! cmp -s "$scratch/result.without" "$scratch/result"; then
  echo "demo.sh: the results differ:" >&2
  cat "$scratch/result.without" "$scratch/result" >&2
  exit 1
fi
echo "Same result to the last bit. Bytes that crossed nodes: $before before, $after after," \
  "$((100 * (before - after) / before)) % saved."

pictures=$build/demo
mkdir -p "$pictures"
for mapping in blocked auto; do
  "$build/bin/cartwright" map --dims 8x6 --machine 8x6 --mapping "$mapping" --quiet --force \
    --write "svg=$pictures/$mapping.svg" --write "html=$pictures/$mapping.html"
done
echo
echo "The processes before and after: $pictures/blocked.svg and $pictures/auto.svg (or .html, in a browser)"
[ -t 1 ] && "$build/bin/cartwright" map --dims 8x6 --machine 8x6 --picture always || :
