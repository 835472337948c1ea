#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: run_mpich.sh CARTWRIGHT PRELOAD MPIEXEC
# `cartwright run` with Hydra, the launcher of MPICH. All programs of the command line get the interposer, with any of
# the options that control their environment.
set -euo pipefail
. "$(dirname "$(realpath -s "$0")")/run.sh" "$1" "$2"
mpiexec=$3
export FOO=1

run 0 -- "$mpiexec" -n 2 ./show a : -n 1 ./show b
shows "$(line a '' 1)" "$(line a '' 1)" "$(line b '' 1)"
run 5 -- "$mpiexec" -n 1 ./show a 5
run 0 -- "$mpiexec" -n 1 ./show a 0 -genv LD_PRELOAD x -env LD_PRELOAD x -envnone
shows "$(line a '' 1)"

# Preloads in the options.
for genv in "-genv LD_PRELOAD $other" "-genv LD_PRELOAD=$other" "--genv LD_PRELOAD $other"; do
  run 0 -- "$mpiexec" $genv -n 1 ./show a : -n 1 ./show b
  shows "$(line a "$other" 1)" "$(line b "$other" 1)"
done
run 0 -- "$mpiexec" -n 1 -env LD_PRELOAD "$other" ./show a : -n 1 ./show b
shows "$(line a "$other" 1)" "$(line b '' 1)"
LD_PRELOAD=$other run 0 -- "$mpiexec" -n 1 ./show a
shows "$(line a "$other" 1)"

# Restricted environments.
unset FOO
run 0 -- "$mpiexec" -genvnone -genv SHOWN "$SHOWN" -n 1 ./show a : -n 1 ./show b
shows "$(line a)" "$(line b)"
run 0 -- "$mpiexec" -genvlist SHOWN -n 1 ./show a
shows "$(line a)"
run 0 -- "$mpiexec" -n 1 -envnone -env SHOWN "$SHOWN" ./show a : -n 1 ./show b
shows "$(line a)" "$(line b)"
run 0 -- "$mpiexec" -n 1 -envlist SHOWN ./show a
shows "$(line a)"

# Files of programs.
export FOO=1
printf '%s\n' '# two programs' '-n 1 ./show a' '-n 1 ./show b' >plain
run 0 -- "$mpiexec" -configfile plain
shows "$(line a '' 1)" "$(line b '' 1)"
printf '%s\n' "-n 1 -env LD_PRELOAD $other ./show a" '-n 1 ./show b' >own
run 0 -- "$mpiexec" -configfile own
shows "$(line a "$other" 1)" "$(line b '' 1)"
printf '%s\n' "-genv LD_PRELOAD $other -n 1 ./show a" '-n 1 ./show b' >own
run 0 -- "$mpiexec" -configfile own
shows "$(line a "$other" 1)" "$(line b "$other" 1)"
