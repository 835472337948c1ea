#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: end.sh openmpi|mpich PROGRAM ERROR LAUNCHER ...
# A process that ends in the middle of an exchange: the others get this error, which names it, and nothing is left of the
# memory that the processes shared. The script runs itself in a mount namespace with its own /dev/shm and /tmp, if it may.
set -eu
if [ -z "${PRIVATE_MOUNTS-}" ]; then
  PRIVATE_MOUNTS=$(unshare --mount true 2>/dev/null && echo yes || echo no)
  export PRIVATE_MOUNTS
  [ "$PRIVATE_MOUNTS" = no ] || exec unshare --mount "$0" "$@"
fi
mpi=$1 program=$2 error=$3
shift 3
work=$(mktemp -d)
launcher=
trap '[ -z "$launcher" ] || kill "$launcher" 2>/dev/null || true; rm -rf "$work"' EXIT
output=$work/output errors=$work/errors
: >"$errors"
if [ "$PRIVATE_MOUNTS" = yes ]; then
  mount -t tmpfs none /dev/shm
fi

fail() {
  echo "end.sh: $*" >&2
  cat "$output" "$errors" >&2
  exit 1
}

# No process of the program is left, so the kernel has freed the memory that they shared, which has no name. Files
# in /dev/shm may only be those of MPI.
nothing_is_left() {
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    left=$(sed -n 's/^pid //p' "$output" | while read -r pid; do
      grep -q "$program" "/proc/$pid/maps" 2>/dev/null && echo "$pid" || true
    done)
    [ -n "$left" ] || break
    sleep 1
  done
  [ -z "$left" ] || fail "after $1 processes are left: $left"
  [ "$PRIVATE_MOUNTS" = yes ] || return 0
  left=$(find /dev/shm -type f ! -name 'vader_segment*' ! -name 'mpich*' ! -name 'sm_*' ! -name 'osc_*' ! -name 'ucx*')
  [ -z "$left" ] || fail "after $1 there is in /dev/shm: $left"
}

# A shell in the place of each process, which outlives it until both neighbors have written their errors: the launcher
# leaves the others alone, and they notice the end themselves.
recovery=
[ "$mpi" != openmpi ] || recovery=--enable-recovery
# shellcheck disable=SC2016  # the inner shell expands it
outlive='errors=$3; "$@"; n=60; while [ $n -gt 0 ] && [ "$(grep -c . "$errors")" -lt 2 ]; do n=$((n - 1)); sleep 1; done'
# shellcheck disable=SC2086  # an option or none
timeout 100 "$@" $recovery sh -c "$outlive" sh "$program" kill "$errors" >"$output" 2>&1 </dev/null || true
[ "$(grep -c "^another process failed: .*$error" "$errors")" -eq 2 ] || fail "not both others say that rank 1 has ended"
nothing_is_left "SIGKILL of a rank"

for way in kill abort; do
  timeout 100 "$@" "$program" $way "$errors" >"$output" 2>&1 </dev/null && fail "after $way the exit status is 0"
  nothing_is_left "$way"
done

# All at once, the launcher included.
: >"$output"
"$@" "$program" forever "$errors" >"$output" 2>&1 </dev/null &
launcher=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  [ "$(grep -c '^pid' "$output")" -lt 3 ] || break
  sleep 1
done
[ "$(grep -c '^pid' "$output")" -eq 3 ] || fail "the program did not begin"
# The launcher may be faster than kill: then some are gone.
# shellcheck disable=SC2046  # words
kill -KILL $launcher $(sed -n 's/^pid //p' "$output") 2>/dev/null || true
wait $launcher 2>/dev/null || true
nothing_is_left "SIGKILL of all"
