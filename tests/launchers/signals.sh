#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: signals.sh CARTWRIGHT PRELOAD MPIRUN
# A signal to `cartwright run` or `cartwright record` ends the job as a signal to the launcher does.
set -euo pipefail
. "$(dirname "$(realpath -s "$0")")/run.sh" "$1" "$2"
mpirun=$3
cat >wait_long <<'END'
#!/bin/sh
echo $$ >pid.$$.new
mv pid.$$.new pid.$$
exec sleep 100
END
chmod +x wait_long
job=("$mpirun" -n 2 ./wait_long)

# Whether a process of this number runs. Nobody may have waited for it yet.
runs() { [[ $(sed 's/.*) //' /proc/"$1"/stat 2>/dev/null) == [!ZX]* ]]; }
# The processes that still run 5 seconds later. They are ended.
left() {
  for _ in $(seq 50); do
    count=0
    for pid in $(cat pid.*); do ! runs "$pid" || count=$((count + 1)); done
    [ $count != 0 ] || break
    sleep 0.1
  done
  for pid in $(cat pid.*); do kill -KILL "$pid" 2>/dev/null || true; done
  rm -f pid.*
}

# ends SIGNAL COMMAND ...: sets `status` and `count`. A process of a script ignores SIGINT and SIGQUIT in the background,
# so Python starts the command, as a session of its own, and sends the signal to it alone.
ends() {
  signal=$1
  shift
  status=0
  python3 - "$signal" "$@" <<'END' >printed 2>errors || status=$?
import glob, signal, subprocess, sys, time
job = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL, start_new_session=True)
for _ in range(300):
    if len([name for name in glob.glob("pid.*") if not name.endswith(".new")]) == 2:
        break
    time.sleep(0.1)
time.sleep(0.3)
job.send_signal(int(sys.argv[1]))
try:
    status = job.wait(30)
except subprocess.TimeoutExpired:
    print("it did not end", file=sys.stderr)
    job.kill()
    status = 99
sys.exit(status if status >= 0 else 128 - status)
END
  left
}

for signal in 15 1 2 3 10 24; do # TERM HUP INT QUIT USR1 XCPU
  ends $signal "${job[@]}"
  alone=$status alone_left=$count
  for command in 'run --nodes 2x1' 'run --order ranks --nodes 2x1' 'record --force --output traffic'; do
    printf '%s\n' new_rank 1 0 >ranks
    ends $signal "$cartwright" $command -- "${job[@]}"
    # The launcher of MPICH ends with 0, with the signal, or with one of its own. A record of nothing ends with 1.
    [[ $status != 1 || $command != record* ]] || status=0
    [ $status = $alone ] || [[ $command == record* && $alone = 1 ]] || [[ "$mpirun" == *mpich* && "$status" =~ ^(0|$signal|11)$ && "$alone" =~ ^(0|$signal|11)$ ]] ||
      fail "$command: status $status of signal $signal, not $alone"
    [ "$count" -le "$alone_left" ] || fail "$command: $count processes of the job survive signal $signal"
    [ -z "$(find tmp -name 'cartwright*')" ] || fail "$command: not removed after signal $signal: $(ls tmp)"
  done
done

# A signal that cannot be forwarded.
ends 9 "$cartwright" run -- "${job[@]}"
[ $status = 137 ] || fail "status $status after SIGKILL"
[ "$count" = 0 ] || fail "$count processes of the job survive SIGKILL"
rm -rf tmp/*

# To the whole group, as timeout sends it: the launcher must not get it twice.
for _ in 1 2 3; do
  status=0
  timeout 3 "$cartwright" run -- "${job[@]}" </dev/null >printed 2>errors || status=$?
  left
  [ $status = 124 ] || fail "status $status under timeout"
  [ "$count" = 0 ] || fail "$count processes of the job survive timeout"
  [ -z "$(find tmp -name 'cartwright*')" ] || fail "not removed under timeout: $(ls tmp)"
done

# Signals that are ignored stay ignored.
(
  trap '' HUP
  exec "$cartwright" run -- "$mpirun" -n 2 sh -c 'touch runs.$$; until [ -e finish ]; do sleep 0.1; done'
) </dev/null >printed 2>errors &
pid=$!
for _ in $(seq 300); do
  [ "$(find . -name 'runs.*' | wc -l)" != 2 ] || break
  sleep 0.1
done
kill -HUP $pid || fail "a job that ignores SIGHUP has ended"
sleep 0.5
touch finish
status=0
wait $pid || status=$?
[ $status = 0 ] || fail "status $status after a signal that is ignored"

# A signal before the job starts.
mkdir slow
printf '#!/bin/sh\nsleep 2\nexec %s "$@"\n' "$(command -v "$mpirun")" >slow/mpirun
chmod +x slow/mpirun
status=0
timeout -s TERM 1 "$cartwright" run -- slow/mpirun -n 2 touch started </dev/null >printed 2>errors || status=$?
[ $status = 124 ] || fail "status $status of a job that did not start"
[ ! -e started ] || fail "it was started"
[ -z "$(find tmp -name 'cartwright*')" ] || fail "not removed before the start: $(ls tmp)"
