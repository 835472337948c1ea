#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: stand_ins.sh CARTWRIGHT PRELOAD MPI
# `cartwright run` with stand-ins for launchers that are not installed here. They accept the command line, and the
# processes get the interposer, the variables, and the user's preloads.
set -euo pipefail
here=$(dirname "$(realpath -s "$0")")
. "$here/run.sh" "$1" "$2"
mpi=$3
mkdir bin
for name in aprun jsrun flux mpiexec mpirun; do ln -s "$here/stand_ins/launcher" bin/$name; done
PATH=$work/bin:$PATH

# launcher ARGUMENTS ... in front of a program
for launcher in 'aprun -n 2 -N 1' 'jsrun -n 2 -a 1' 'flux run -n 2' 'mpiexec -n 2 --ppn 1' 'mpirun -n 2 -ppn 1'; do
  run 0 --mpi "$mpi" -- $launcher ./show a
  shows "$(line a)"
  # Preloads of the environment and the exit status are kept.
  LD_PRELOAD=$other run 3 --mpi "$mpi" -- $launcher ./show a 3
  shows "$(line a "$other")"
  # Arguments of the program are not options of the launcher.
  run 0 --mpi "$mpi" -- $launcher ./show a 0 -e LD_PRELOAD=x -E LD_PRELOAD=x --env=LD_PRELOAD=x -genv LD_PRELOAD x
  shows "$(line a)"
done
# A preload in the options is joined with ours.
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
# Options that clear the environment keep our variables.
run 0 --mpi "$mpi" -- flux run --env-remove='*' --env=SHOWN="$SHOWN" ./show a
shows "$(line a)"
run 0 --mpi "$mpi" -- mpiexec --envnone --env SHOWN="$SHOWN" -n 2 ./show a
shows "$(line a)"
# Several programs.
for launcher in 'aprun -n 1' 'mpiexec -n 1' 'mpirun -n 1'; do
  run 0 --mpi "$mpi" -- $launcher ./show a : -n 1 ./show b
  shows "$(line a)" "$(line b)"
done
# These launchers start any MPI, and `show` is not linked with one; but Intel's launcher belongs to one MPI.
for launcher in 'aprun -n 1' 'jsrun -n 1' 'flux run' 'mpiexec -n 1'; do
  run 2 -- $launcher ./show a
  grep -q "cannot detect which MPI the processes of '${launcher%% *}' use.*give --mpi" errors || fail "no hint"
done
if [ "$mpi" = mpich ]; then
  run 0 -- mpirun -n 1 ./show a
  shows "$(line a)"
fi
# Other commands of flux are not launchers.
run 64 --mpi "$mpi" -- flux jobs
# An unknown mpirun: the error has the way out.
printf '#!/bin/sh\necho "mpirun 1.0"\n' >bin/mpirun.other
chmod +x bin/mpirun.other
run 2 -- mpirun.other -n 1 ./show a
grep -q "cannot detect which MPI 'mpirun.other' belongs to: give --mpi" errors || fail "no hint"
