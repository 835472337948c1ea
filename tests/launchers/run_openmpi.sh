#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: run_openmpi.sh CARTWRIGHT PRELOAD MPIRUN
# `cartwright run` with Open MPI. Every program of the command line gets the interposer, by -x if the user has -x, and
# by mca_base_env_list otherwise: the launcher rejects both together.
set -euo pipefail
. "$(dirname "$(realpath -s "$0")")/run.sh" "$1" "$2"
mpirun=$3

run 0 -- "$mpirun" -np 1 ./show a
shows "$(line a)"
run 0 -- "$mpirun" -np 2 ./show a : -np 1 ./show b
shows "$(line a)" "$(line a)" "$(line b)"
run 0 -- "$mpirun" -x FOO=1 -np 1 ./show a : -np 1 ./show b
shows "$(line a '' 1)" "$(line b)"
run 5 -- "$mpirun" -np 1 ./show a 5
# Arguments of the program are not options of the launcher.
run 0 -- "$mpirun" -np 1 ./show a 0 -x LD_PRELOAD=x --mca mca_base_env_list LD_PRELOAD=x
shows "$(line a)"

# Files of programs.
printf '%s\n' '# two programs' '-np 1 ./show a' '-np 1 ./show b' >plain
printf '%s\n' '-np 1 -x FOO=2 ./show a' "-np 1 -x LD_PRELOAD=$other ./show b" >own
for app in -app --app; do
  run 0 -- "$mpirun" $app plain
  shows "$(line a)" "$(line b)"
  run 0 -- "$mpirun" $app own
  shows "$(line a '' 2)" "$(line b "$other")"
done
# The launcher reports a missing file.
without=0
"$mpirun" --app nowhere >/dev/null 2>&1 || without=$?
run $without -- "$mpirun" --app nowhere

# Preloads in the options.
run 0 -- "$mpirun" -x LD_PRELOAD="$other" -np 1 ./show a : -np 1 ./show b
shows "$(line a "$other")" "$(line b)"
LD_PRELOAD=$other run 0 -- "$mpirun" -x LD_PRELOAD -np 1 ./show a : -np 1 ./show b
shows "$(line a "$other")" "$(line b "$other")"
LD_PRELOAD=$other run 0 -- "$mpirun" -np 1 ./show a
shows "$(line a "$other")"

# Jobs with a list: in the environment, on the command line, in a parameter file; with another separator.
list="FOO=1;LD_PRELOAD=$other"
OMPI_MCA_mca_base_env_list=$list run 0 -- "$mpirun" -np 1 ./show a : -np 1 ./show b
shows "$(line a "$other" 1)" "$(line b "$other" 1)"
for option in -mca --mca -gmca --gmca; do
  run 0 -- "$mpirun" $option mca_base_env_list "$list" -np 1 ./show a : -np 1 ./show b
  shows "$(line a "$other" 1)" "$(line b "$other" 1)"
done
run 0 -- env OMPI_MCA_mca_base_env_list_delimiter=+ "$mpirun" -mca mca_base_env_list "FOO=1+LD_PRELOAD=$other" -np 1 ./show a
shows "$(line a "$other" 1)"
mkdir .openmpi
printf '%s\n' '# mine' "mca_base_env_list = $list" >.openmpi/mca-params.conf
run 0 -- "$mpirun" -np 1 ./show a
shows "$(line a "$other" 1)"
OMPI_MCA_mca_base_env_list=FOO=3 run 0 -- "$mpirun" -np 1 ./show a
shows "$(line a '' 3)"
rm -r .openmpi

# Values that contain the separator.
run 0 --stencil '1,0;-1,0' -- "$mpirun" -np 1 sh -c 'test "$CARTWRIGHT_STENCIL" = "1,0;-1,0"'
