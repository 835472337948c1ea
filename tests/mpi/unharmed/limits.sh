#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: limits.sh PRELOAD PROGRAM LAUNCHER ...
# A program under limits on resources ends with the interposer as it does without: with the same output where it succeeds, and
# with an error otherwise. Limits on file systems need namespaces: without root, they are left out.
set -euo pipefail
preload=$1 program=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
succeeded=0 failed=0

# alike NAME PREFIX ...: the launcher is started by the words of PREFIX.
alike() {
  local name=$1 plain=0 preloaded=0
  shift
  timeout -k 5 30 "$@" "$program" >"$work/plain" 2>"$work/plain.errors" || plain=$?
  timeout -k 5 30 "$@" env LD_PRELOAD="$preload" "$program" >"$work/preloaded" 2>"$work/errors" || preloaded=$?
  # An MPI that lacks memory or files fails in more than one way.
  if [ $((plain == 0)) != $((preloaded == 0)) ] || { [ $plain = 0 ] && ! cmp "$work/plain" "$work/preloaded"; }; then
    echo "limits.sh: $name: exit status $plain without, $preloaded with the interposer" >&2
    head -n 20 "$work/errors" >&2
    failed=$((failed + 1))
  fi
  [ $plain != 0 ] || succeeded=$((succeeded + 1))
}

for limit in as=1000000000 as=300000000 as=250000000 data=100000000 data=20000000 nofile=64 nofile=32 nofile=28 nofile=20 \
  memlock=0 stack=1000000 stack=262144 nproc=1000 fsize=60000000 fsize=10000000 fsize=100000 fsize=0 rss=1000; do
  alike "--$limit" "$@" prlimit "--$limit"
done

if [ "$(id -u)" = 0 ] && unshare --mount true 2>/dev/null; then
  for change in 'mount -t tmpfs -o size=100k shm /dev/shm' 'mount -t tmpfs -o size=20m shm /dev/shm' \
    'mount -t tmpfs -o noexec shm /dev/shm; mount -t tmpfs -o noexec tmp /tmp' 'mount -t tmpfs -o size=20m tmp /tmp' \
    'mount -t tmpfs tmp /tmp; mount -o remount,ro,bind /' 'mount -t tmpfs -o ro shm /dev/shm' 'umount -l /proc'; do
    alike "$change" unshare --mount sh -euc "$change
      exec \"\$@\"" space "$@"
  done
fi
alike 'no home' env -u HOME XDG_CACHE_HOME=/dev/null "$@"
alike 'a home that cannot be written' env HOME=/proc "$@"

echo "limits.sh: $succeeded limits under which the program succeeds, $failed differences"
[ $failed = 0 ] && [ $succeeded -ge 10 ]
