#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: wrapped.sh CARTWRIGHT PRELOAD MPIRUN MPI_PROGRAM STATIC_PROGRAM
# `cartwright run` with a launcher after other commands, with one in a script, and without one.
set -euo pipefail
. "$(dirname "$(realpath -s "$0")")/run.sh" "$1" "$2"
mpirun=$3
program=$4
static=$5
none='no process on this host loaded the interposer'

# After other commands, if they are installed.
for prefix in 'nice -n 3' 'nice' 'timeout 60' 'timeout -k 5 --signal TERM 60' 'env A=1' 'env -u A FOO=1' '/usr/bin/time -v -o times' \
  'stdbuf -o0' 'nohup' 'setsid -w' 'numactl --all' 'taskset -a ff' 'nice timeout 60 env A=1'; do
  command -v ${prefix%% *} >/dev/null || continue
  foo=''
  if [[ $prefix == *FOO* ]]; then foo=1; fi
  for status in 0 4; do
    run $status -- $prefix "$mpirun" -n 1 ./show a $status
    shows "$(line a '' $foo)"
  done
done
if command -v gdb >/dev/null; then
  run 0 -- gdb -q -batch -ex run --args "$mpirun" -n 1 ./show a
  shows "$(line a)"
fi
run 0 -- env -i PATH="$PATH" HOME="$HOME" OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 SHOWN="$SHOWN" \
  "$mpirun" -n 1 ./show a
shows "$(line a)"
LD_PRELOAD=$preload run 0 -- env LD_PRELOAD="$other" "$mpirun" -n 1 ./show a
shows "$(line a "$other")"

# In scripts. Only the processes load the interposer.
mkdir bin
printf '#!/bin/sh\nexec %s "$@"\n' "$(command -v "$mpirun")" >bin/mpirun
chmod +x bin/mpirun
export PATH=$work/bin:$PATH
printf '#!/bin/bash\ntest -z "$LD_PRELOAD" || exit 9\nmpirun -n 1 ./show "$@"\n' >wrapper
sed 's/bash/sh/; s/mpirun/timeout 60 mpirun/' wrapper >wrapper2
chmod +x wrapper wrapper2
for script in ./wrapper ./wrapper2 'bash ./wrapper' 'nice sh wrapper'; do
  run 6 -- $script a 6
  shows "$(line a)"
done
run 6 -- bash -c 'mpirun -n 1 ./show a; mpirun -n 1 ./show b 6'
shows "$(line a)" "$(line b)"
run 6 -- python3 -c 'import subprocess, sys; sys.exit(subprocess.call(["mpirun", "-n", "1", "./show", "a", "6"]))'
shows "$(line a)"
# A script may itself call `cartwright run`.
run 0 -- bash -c "'$cartwright' run -- mpirun -n 1 ./show a"
shows "$(line a)"
# A signal to the process that the script started reaches the launcher.
status=0
cat >interrupted <<'END'
rm -f pid
mpirun -n 1 sh -c 'echo $$ >pid.new; mv pid.new pid; exec sleep 50' &
while [ ! -e pid ]; do sleep 0.1; done
kill -TERM $!
wait $!
status=$?
for _ in $(seq 100); do kill -0 $(cat pid) 2>/dev/null || exit $status; sleep 0.1; done
exit 99
END
# The launcher of MPICH then ends with 0 or with the signal, without Cartwright as well.
bash interrupted >/dev/null 2>&1 || status=$?
with=0
"$cartwright" run -- bash interrupted >/dev/null 2>&1 || with=$?
[ $with = $status ] || [[ "$status $with" =~ ^(0 15|15 0)$ ]] || fail "status $with of an interrupted launcher, not $status"
# Launchers that are not found in PATH run without the interposer, and a message reports it.
run 0 -- bash -c "PATH=$PATH; mpirun -n 1 ./show a"
shows "a preload= nodes=2x4 foo="
grep -q "$none: put 'cartwright run --' before the launcher in the script" errors || fail "no hint"
# The same for an unknown launcher.
printf '#!/bin/sh\n[ "$1" != --version ] || exit 0\necho "as it is: $*"\nexit 8\n' >bin/mpiexec
chmod +x bin/mpiexec
run 8 -- bash -c 'mpiexec -n 1 "two words"'
grep -qx 'as it is: -n 1 two words' printed || fail "changed: $(cat printed)"

# Programs without MPI behave as without Cartwright.
for command in 'echo out; echo err >&2; exit 3' 'printf %s "$LD_PRELOAD"; exec python3 -c "import sys; sys.exit(4)"'; do
  without=0
  sh -c "$command" >printed_without 2>errors_without || without=$?
  run $without -- sh -c "$command"
  cmp printed_without printed
  sed "/^cartwright: $none/d" errors | cmp errors_without - || fail "other errors"
done

# A program without a launcher uses the interposer of its own MPI.
run 0 -- "$program"
silent || fail "it complains"
run 0 --dry-run -- "$program"
[ "$(cat printed)" = "env CARTWRIGHT_NODES=2x4 env LD_PRELOAD=$preload $program" ] || fail "not $(cat printed)"

# If no process loaded the interposer, a message has the reason.
run 0 -- "$mpirun" -n 1 "$program"
silent || fail "it complains"
run 0 -- "$mpirun" -n 1 "$static"
grep -q "$none: '$static' is statically linked" errors || fail "no reason"
# The loader preloads nothing into a program that gets the rights of another user or group. Users other than root can make one
# only for a group that they belong to.
cp "$(type -P true)" privileged
group=$(id -G | awk '{ print $2 }')
if { [ "$(id -u)" = 0 ] && chown 65534 privileged && chmod u+s privileged; } ||
  { [ -n "$group" ] && chgrp "$group" privileged && chmod g+s privileged; }; then
  run 0 -- "$mpirun" -n 1 ./privileged
  grep -q "$none: './privileged' is setuid or setgid, which prevents preloading: run a copy" errors || fail "no reason"
fi
run 1 -- "$mpirun" -n 1 false
grep -qx "cartwright: $none: the command ended with status 1" errors || fail "no status"
run 0 -- "$mpirun" -n 1 "$program" : -n 1 "$program"
[ "$(wc -l <printed)" = 2 ] || fail "not two processes: $(cat printed)"
run 0 --report -- "$mpirun" -n 1 "$static"
[ "$(wc -l <errors)" = 1 ] || fail "more than one line"

# A wrong --mpi would load two MPIs into the program.
other_mpi=mpich
[[ $preload != */mpich/* ]] || other_mpi=openmpi
run 2 --mpi $other_mpi -- "$mpirun" -n 1 "$program"
grep -q "^cartwright: --mpi $other_mpi: '$program' is linked with .*: leave --mpi out" errors || fail "no reason"

run 127 -- /no/such/mpirun -n 1 ./show a
run 127 -- nice /no/such/mpirun -n 1 ./show a
