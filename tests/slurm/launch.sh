#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: launch.sh CARTWRIGHT [openmpi=PROGRAM:PRELOAD] [mpich=PROGRAM:PRELOAD], where PROGRAM is where.c for that MPI.
# `cartwright run -- srun` with a real Slurm: processes get the interposer and the variables, srun itself does not, and
# the user's exports are kept.
set -euo pipefail
. "$(dirname "$0")/cluster.sh"
enter_namespaces "$@"
. "$(dirname "$0")/../launchers/copy.sh"
start_slurm
mkdir /var/lib/slurm/work
cartwright=$(usable_copy "$1" /var/lib/slurm/copy)
shift
cd /var/lib/slurm/work
unset LD_PRELOAD
other=$(ldconfig -p | sed -n 's/.* => \(.*librt\.so\.1\)$/\1/p' | head -n 1)

# Each process prints its first argument and the variables that it got.
cat >show <<'END'
#!/bin/sh
printf '%s\n' "$1 preload=$LD_PRELOAD nodes=$CARTWRIGHT_NODES stencil=$CARTWRIGHT_STENCIL foo=$FOO home=${HOME:+set}"
exit "${2:-0}"
END
chmod +x show

# given WANTED-LINE ARGUMENTS OF cartwright run ...
given() {
  wanted=$1
  shift
  "$cartwright" run --nodes 2x1 --stencil '1,0;-1,0' "$@" >placed 2>errors || fail "status $? of $*: $(cat errors)"
  [ "$(sort -u placed)" = "$wanted" ] || fail "of $*: $(cat placed), not $wanted"
}

for pair in "$@"; do
  mpi=${pair%%=*}
  program=${pair#*=}
  preload=${cartwright%/bin/*}/lib/${program##*/lib/}
  program=${program%%:*}
  pmi=pmix
  if [ "$mpi" = mpich ]; then pmi=pmi2; fi
  all="nodes=2x1 stencil=1,0;-1,0"

  given "a preload=$preload $all foo= home=set" --mpi "$mpi" -- srun -Q -n 2 ./show a
  export FOO=1
  given "a preload=$preload $all foo=1 home=set" --mpi "$mpi" -- srun -Q -n 2 --export=ALL ./show a
  given "a preload=$preload $all foo=1 home=" --mpi "$mpi" -- srun -Q -n 2 --export FOO ./show a
  given "a preload=$preload $all foo=2 home=" --mpi "$mpi" -- srun -Q --export=NONE -n 2 --export=FOO=2 ./show a
  given "a preload=$preload $all foo= home=" --mpi "$mpi" -- srun -Q -n 2 --export=NONE "$PWD/show" a
  given "a preload=$other:$preload $all foo=1 home=set" --mpi "$mpi" -- srun -Q -n 2 --export="ALL,LD_PRELOAD=$other" ./show a
  given "a preload=$other:$preload $all foo=1 home=set" --mpi "$mpi" -- env LD_PRELOAD="$other" srun -Q -n 2 ./show a
  given "a preload=$other:$preload $all foo=1 home=" --mpi "$mpi" -- env LD_PRELOAD="$other" SLURM_EXPORT_ENV=FOO,LD_PRELOAD srun -Q -n 2 ./show a
  # Each program of a line.
  "$cartwright" run --nodes 2x1 --stencil '1,0;-1,0' --mpi "$mpi" -- srun -Q -n 1 ./show a : -n 1 --export=FOO ./show b >placed 2>errors ||
    fail "status $?: $(cat errors)"
  printf '%s\n' "a preload=$preload $all foo=1 home=set" "b preload=$preload $all foo=1 home=" >wanted
  sort placed | cmp wanted - || fail "two programs: $(cat placed)"
  # Arguments of the program are not changed.
  given "a preload=$preload $all foo=1 home=set" --mpi "$mpi" -- srun -Q -n 2 -x nid00001 ./show a 0 --export=NONE
  unset FOO
  status=0
  "$cartwright" run --mpi "$mpi" -- srun -Q -n 1 ./show a 7 >/dev/null 2>&1 || status=$?
  [ $status = 7 ] || fail "status $status, not 7"

  # A program shows its MPI. It runs and counts the real nodes. If a host cannot reach another, it may try again.
  for _ in 1 2 3; do
    ended=0
    OMPI_MCA_btl_tcp_if_include=lo timeout 30 "$cartwright" run -- srun -Q -N 2 -n 4 --mpi=$pmi "$program" >placed 2>errors || ended=$?
    [ $ended != 0 ] || break
  done
  [ $ended = 0 ] || fail "three times the program failed: $(cat errors)"
  [ "$(wc -l <placed)" = 4 ] || fail "not four ranks: $(cat placed)"
  echo "$mpi: srun passes everything on"
done

# A program without MPI does not show which MPI to use.
status=0
"$cartwright" run -- srun -Q -n 1 true 2>errors || status=$?
[ $status = 2 ] || fail "status $status, not 2"
grep -q 'give --mpi openmpi or --mpi mpich' errors || fail "no hint: $(cat errors)"
