#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Place, pack and move. Compares the mappings on a grid of [Hunold2020, figure 6], and runs an ordinary MPI program as launched,
# placed, and in the order for its record, with the same result and fewer bytes between nodes. Packs a field by the MPI, by a
# loop and by generated code. Moves halos and transforms.
# usage: demo.sh [build folder]
set -eu

build=${1:-build}
cartwright=$build/bin/cartwright
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

title() { printf '\n== %s\n' "$1"; }

# Without the folders of this build.
shorten() { sed "s|$build/[^ ]*/||g; s|$scratch/||g; s|$mpirun|mpirun|g"; }

# Runs a command, shows it as one would type it, and shows those lines of its output that match a pattern.
show() {
  pattern=$1
  shift
  echo "\$ $*" | shorten
  if ! "$@" >"$scratch/output" 2>&1 </dev/null; then
    cat "$scratch/output"
    exit 1
  fi
  grep -E "$pattern" "$scratch/output" | shorten
}

# heat2d NAME OPTION ...: runs it as if on 8 nodes of 6, and keeps its result and the bytes between nodes.
heat2d() {
  name=$1
  shift
  show '^heat2d:|between nodes' "$cartwright" run --nodes 8x6 --report "$@" -- "$mpirun" -n 48 "$programs/heat2d" 480 20
  grep '^heat2d:' "$scratch/output" >"$scratch/$name"
  if ! cmp -s "$scratch/launched" "$scratch/$name"; then
    echo "demo.sh: the results differ:" >&2
    cat "$scratch/launched" "$scratch/$name" >&2
    exit 1
  fi
  # "...; between nodes: 1,234,567 bytes (...": the number without its commas.
  bytes=$(sed -n 's/.*between nodes: \([0-9,]*\) bytes.*/\1/p' "$scratch/output" | tr -d ,)
}

mpirun=mpirun
title "Place: mappings of a grid of 50 x 48 processes onto 50 nodes"
echo "J_sum counts the messages of one exchange that cross nodes, J_max those of the busiest node. No mapping has a J_sum below"
echo "the lower bound. 'blocked' is the order of the launcher."
show . "$cartwright" compare --dims 50x48 --machine 50x48 --stencil nn

for mpi in openmpi mpich mpi; do
  programs=$build/examples/$mpi
  [ -x "$programs/heat2d" ] && break
done
if [ ! -x "$programs/heat2d" ]; then
  echo "The rest of the demo runs MPI programs. It is left out: no MPI was found when $build was configured." \
    "Install one (on Debian: openmpi-bin and libopenmpi-dev)."
  exit 0
fi
mpirun=$(command -v "mpirun.$mpi" || command -v mpirun)
if [ "$mpi" = openmpi ]; then
  # More processes than cores, with Open MPI 4 and 5, and as root, as in a container.
  export OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe OMPI_MCA_mpi_yield_when_idle=1
  [ "$(id -u)" -ne 0 ] || export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi

title "Place: an MPI program without any call to Cartwright, as launched"
heat2d launched --no-reorder
launched=$bytes

title "Place: Cartwright reorders the ranks of its MPI_Cart_create"
heat2d placed
placed=$bytes

title "Place: recorded and ordered, for programs that do not ask to be reordered"
show 'processes sent' "$cartwright" record --nodes 8x6 --output "$scratch/heat2d.record" -- \
  "$mpirun" -n 48 "$programs/heat2d" 480 20
heat2d ordered --no-reorder --order "$scratch/heat2d.record"
ordered=$bytes

commas() { echo "$1" | sed -e ':more' -e 's/\([0-9]\)\([0-9]\{3\}\)\($\|,\)/\1,\2\3/; t more'; }
saved() { echo "$((100 * (launched - $1) / launched)) % less"; }
echo
echo "The same result to the last bit, three times. Bytes between nodes: $(commas "$launched") as launched, $(commas "$placed") placed" \
  "($(saved "$placed")), $(commas "$ordered") in the recorded order ($(saved "$ordered"))."

title "Pack: a derived datatype, by machine code made when it is first used"
show . "$mpirun" -n 1 "$programs/pack"
echo "The code for the last face of a field of 8 x 8 x 8 points, and for any number of such fields:"
show '^(normal|kernel)|^[a-z]+ .*\[|^L[0-9]|^j' "$cartwright" datatype show --asm 'sub(8 8 8; 8 8 2; 0 0 6)[double]' | head -n 14
echo "..."

title "Move: a halo exchange; ghost points are read from the memory of neighbors"
show points "$mpirun" -n 8 "$programs/wave" 48 50

title "Move: Poisson's equation by a distributed FFT; the transposes follow the nodes"
if [ -x "$programs/fft_poisson_c" ]; then
  show 'real double|^transpose|instead|largest error' "$mpirun" -n 4 "$programs/fft_poisson_c" 48
else
  echo "Left out: neither FFTW (on Debian: libfftw3-dev) nor pocketfft (tools/get_pocketfft.py) was found when $build was configured."
fi

title "Pictures"
pictures=$build/demo
mkdir -p "$pictures"
for mapping in blocked auto; do
  "$cartwright" map --dims 8x6 --machine 8x6 --mapping "$mapping" --quiet --force \
    --write "svg=$pictures/$mapping.svg" --write "html=$pictures/$mapping.html"
done
echo "Open them in a browser: the processes as launched, $pictures/blocked.html, and placed, $pictures/auto.html"
[ -t 1 ] && "$cartwright" map --dims 8x6 --machine 8x6 --picture always || :
