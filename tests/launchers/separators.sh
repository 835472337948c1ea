#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: separators.sh CARTWRIGHT PRELOAD MPIRUN MPI_PROGRAM
# `cartwright run` and `cartwright record` of an installation whose path has characters that separate paths in LD_PRELOAD
# and in the lists of launchers.
set -euo pipefail
here=$(dirname "$(realpath -s "$0")")
. "$here/run.sh" "$1" "$2"
mpirun=$3
program=$4
folder=$(dirname "$preload")
mpi=$(basename "$folder")

for name in 'with space' 'with:colon' 'with;semicolon' 'with,comma' 'with$LIB'; do
  mkdir -p "$name/bin"
  cp "$1" "$name/bin"
  ln -s "$(dirname "$folder")" "$name/lib"
  cartwright=$work/$name/bin/cartwright
  run 0 -- "$mpirun" -n 1 "$program"
  silent || fail "it complains in '$name'"
  run 0 -- "$mpirun" -n 1 ./show a
  grep -q "^a preload=$work/tmp/cartwright-run-[^ ]*/libcartwright_preload.so nodes=2x4" "$SHOWN" || fail "not a link: $(cat "$SHOWN")"
done
cartwright="$work/with space/bin/cartwright"

# A program without a launcher, and launchers in a script.
run 0 -- "$program"
silent || fail "it complains about a program without a launcher"
mkdir bin
printf '#!/bin/sh\nexec %s "$@"\n' "$(command -v "$mpirun")" >bin/mpirun
chmod +x bin/mpirun
export PATH=$work/bin:$PATH
run 0 -- bash -c "mpirun -n 1 '$program'; mpirun -n 1 '$program'"
silent || fail "it complains in a script"
LD_PRELOAD=$other run 0 -- "$mpirun" -n 1 ./show a
grep -q "preload=$other:.*/libcartwright_preload.so nodes" "$SHOWN" || fail "the user's library is lost"

# A record.
"$cartwright" record --output traffic -- "$mpirun" -n 1 "$program" >printed 2>errors || fail "no record"
"$cartwright" traffic traffic >/dev/null || fail "not a record"

# A link here would be missing on other hosts: one line says so, and nothing is run.
refused() {
  [ "$(wc -l <errors)" = 1 ] && grep -q -- "$1 may start processes on other hosts: install Cartwright in a folder without" errors ||
    fail "another line than about $1"
  [ ! -e "$SHOWN" ] || fail "it was run"
}
run 2 -- "$mpirun" --host localhost -n 1 ./show a
refused --host
SLURM_JOB_NUM_NODES=2 run 2 -- "$mpirun" -n 1 ./show a
refused SLURM_JOB_NUM_NODES
ln -s "$here/stand_ins/launcher" bin/aprun
run 2 --mpi "$mpi" -- aprun -n 1 ./show a
refused aprun

# No link can be made in a folder with such a path.
mkdir 'tmp/a b'
TMPDIR="$work/tmp/a b" run 2 -- "$mpirun" -n 1 ./show a
grep -q "and so has the folder for a link to it, '.*': set TMPDIR to a folder without" errors || fail "no way out"
