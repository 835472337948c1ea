#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: stand_ins.sh CARTWRIGHT PRELOAD MPI
# `cartwright run` with launchers that are not here, by what stands in for them: they take the line, and the processes
# get the interposer, the variables, and what else was to be preloaded.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
. "$here/run.sh" "$1" "$2"
mpi=$3
mkdir bin
for name in aprun jsrun flux mpiexec mpirun; do ln -s "$here/stand_ins/launcher" bin/$name; done
PATH=$work/bin:$PATH

# launcher ARGUMENTS ... in front of a program
for launcher in 'aprun -n 2 -N 1' 'jsrun -n 2 -a 1' 'flux run -n 2' 'mpiexec -n 2 --ppn 1' 'mpirun -n 2 -ppn 1'; do
  run 0 --mpi "$mpi" -- $launcher ./show a
  shows "$(line a)"
  # What the environment preloads anyway is kept, and so is a status.
  LD_PRELOAD=$other run 3 --mpi "$mpi" -- $launcher ./show a 3
  shows "$(line a "$other")"
  # Arguments of the program are not options of the launcher.
  run 0 --mpi "$mpi" -- $launcher ./show a 0 -e LD_PRELOAD=x -E LD_PRELOAD=x --env=LD_PRELOAD=x -genv LD_PRELOAD x
  shows "$(line a)"
done
# Their own preload is joined with ours.
run 0 --mpi "$mpi" -- aprun -n 2 -e FOO=1 -e LD_PRELOAD="$other" ./show a
shows "$(line a "$other" 1)"
run 0 --mpi "$mpi" -- jsrun -E LD_PRELOAD="$other" -n 2 -E FOO=1 ./show a
shows "$(line a "$other" 1)"
LD_PRELOAD=$other run 0 --mpi "$mpi" -- jsrun -E LD_PRELOAD -n 2 ./show a
shows "$(line a "$other")"
run 0 --mpi "$mpi" -- mpiexec -n 2 --env LD_PRELOAD="$other" --env=FOO=1 ./show a
shows "$(line a "$other" 1)"
run 0 --mpi "$mpi" -- mpirun -n 2 -genv LD_PRELOAD "$other" -genv FOO 1 ./show a : -n 1 -env LD_PRELOAD "$other" ./show b
shows "$(line a "$other" 1)" "$(line b "$other" 1)"
ln -s "$other" 'lib$x.so'
run 0 --mpi "$mpi" -- flux run --env=LD_PRELOAD='lib$x.so' -n2 --env=FOO=1 -- ./show a
shows "$(line a 'lib$x.so' 1)"
# An environment that is taken away does not take ours.
run 0 --mpi "$mpi" -- flux run --env-remove='*' --env=SHOWN="$SHOWN" ./show a
shows "$(line a)"
run 0 --mpi "$mpi" -- mpiexec --envnone --env SHOWN="$SHOWN" -n 2 ./show a
shows "$(line a)"
# Several programs.
for launcher in 'aprun -n 1' 'mpiexec -n 1' 'mpirun -n 1'; do
  run 0 --mpi "$mpi" -- $launcher ./show a : -n 1 ./show b
  shows "$(line a)" "$(line b)"
done
# They start any MPI, and `show` tells none; but Intel's belongs to one.
for launcher in 'aprun -n 1' 'jsrun -n 1' 'flux run' 'mpiexec -n 1'; do
  run 2 -- $launcher ./show a
  grep -q "cannot tell which MPI the processes of '${launcher%% *}' use.*say --mpi" said || fail "no hint"
done
if [ "$mpi" = mpich ]; then
  run 0 -- mpirun -n 1 ./show a
  shows "$(line a)"
fi
# flux has other commands; they are not launchers.
run 64 --mpi "$mpi" -- flux jobs
# An mpirun that is not known: the message says how to go on.
printf '#!/bin/sh\necho "mpirun 1.0"\n' >bin/mpirun.other
chmod +x bin/mpirun.other
run 2 -- mpirun.other -n 1 ./show a
grep -q "cannot tell which MPI 'mpirun.other' belongs to: say --mpi" said || fail "no hint"
