#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: teardown.sh CARTWRIGHT
# However a cluster ends, it leaves nothing: no process, namespace, link, mount or folder.
set -eu
. "$(dirname "$0")/common.sh"
cartwright=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
skip_unless_possible
TMPDIR=$scratch
export TMPDIR
# Processes on the hosts differ from all others on this machine by the time that they sleep.
mark=2$$$(date +%N)

left() {
  cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ' | grep -oE "[s]leep $mark|[c]arry-packets $scratch" # not this grep
  ip netns list
  ip -o link | grep -E 'switch|port0'
  grep "$scratch" /proc/mounts
  ls "$scratch"
}

expect_nothing_left() {
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    found=$(left) || true
    [ -n "$found" ] || return 0
    sleep 0.5
  done
  fail "left after $1: $found"
}

# A command on the first host. Its process on the second host continues after it ends.
on_both='"$HYDRA_LAUNCHER_EXEC" node01 sleep '$mark' & sleep 0.2;'

before=$(ip netns list; ls /run/netns 2>/dev/null || true)
[ -z "$before" ] || echo "note: this machine has other network namespaces: $before"

"$cartwright" cluster --hosts 2 -- sh -c "$on_both true"
expect_nothing_left 'the normal end'

status=0
"$cartwright" cluster --hosts 2 -- sh -c "$on_both exit 3" || status=$?
[ "$status" -eq 3 ] || fail "exit status $status, not 3"
expect_nothing_left 'a program that fails'

status=0
"$cartwright" cluster --hosts 2 -- /no/such/program 2>/dev/null || status=$?
[ "$status" -eq 127 ] || fail "exit status $status, not 127"
expect_nothing_left 'a program that is not there'

# Half-way through set-up: the second of two hosts cannot get its name.
mkdir "$scratch/bin"
cat >"$scratch/bin/hostname" <<'END'
#!/bin/sh
[ "$1" = node00 ] && exec /bin/hostname "$1"
echo "no more names" >&2
exit 1
END
chmod +x "$scratch/bin/hostname"
status=0
PATH=$scratch/bin:$PATH "$cartwright" cluster --hosts 2 -- true 2>"$scratch/errors" || status=$?
[ "$status" -eq 1 ] || fail "exit status $status, not 1"
grep -q "^cartwright: cannot make the cluster: 'unshare .*hostname node01' failed: no more names$" "$scratch/errors" ||
  fail "printed $(cat "$scratch/errors")"
rm -r "${scratch:?}/bin" "$scratch/errors"
expect_nothing_left 'half a set-up'

for signal in INT TERM HUP KILL; do
  # A non-interactive shell starts background commands with SIGINT ignored.
  setsid env --default-signal "$cartwright" cluster --hosts 2 -- sh -c "$on_both echo up >$scratch/up; wait" &
  pid=$!
  while [ ! -e "$scratch/up" ]; do sleep 0.1; done
  kill -s "$signal" "$pid"
  status=0
  wait "$pid" || status=$?
  [ "$status" -gt 128 ] || fail "exit status $status after SIG$signal"
  rm "$scratch/up"
  # A killed command cannot remove its folder, which is empty.
  if [ "$signal" = KILL ]; then rmdir "$scratch"/cartwright-*; fi
  expect_nothing_left "SIG$signal"
done

# A network of switches, killed, with a process that delays packets where that is possible.
delay='--delay 1ms --delay-by tap'
# shellcheck disable=SC2086
"$cartwright" cluster --hosts 1 $delay -- true 2>"$scratch/errors" || delay=
grep -q 'which this kernel lacks' "$scratch/errors" || [ "$delay" ] || fail "$(cat "$scratch/errors")"
rm "$scratch/errors"
# shellcheck disable=SC2086
setsid "$cartwright" cluster --network torus:dims=3 --rate 10mbit $delay -- sh -c "sleep $mark & echo up >$scratch/up; wait" &
pid=$!
while [ ! -e "$scratch/up" ]; do sleep 0.1; done
kill -s KILL "$pid"
wait "$pid" || true
rm "$scratch/up"
rmdir "$scratch"/cartwright-*
expect_nothing_left 'a network of switches'

# A kernel that allows fewer namespaces. A user namespace has a limit of its own, if this machine allows one.
few='echo 5 2>/dev/null >/proc/sys/user/max_net_namespaces || exit 77; exec "$0" cluster --network torus:dims=3 -- true'
status=0
unshare --user --map-root-user sh -c "$few" "$cartwright" 2>"$scratch/errors" || status=$?
case $status in
  2) grep -q '^cartwright: the cluster needs 6 network namespaces, but the kernel allows 5: raise ' "$scratch/errors" ||
    fail "printed $(cat "$scratch/errors")" ;;
  1 | 77) echo "skipped: no user namespace here: $(cat "$scratch/errors")" ;;
  *) fail "exit status $status, not 2: $(cat "$scratch/errors")" ;;
esac

# Without root.
status=0
unshare --user "$cartwright" cluster --hosts 2 -- true 2>"$scratch/errors" || status=$?
case $status in
  2) grep -q '^cartwright: a cluster needs root for its network namespaces: run it as root$' "$scratch/errors" ||
    fail "printed $(cat "$scratch/errors")" ;;
  1) echo "no user namespace here: $(cat "$scratch/errors")" ;;
  *) fail "exit status $status without root, not 2: $(cat "$scratch/errors")" ;;
esac
