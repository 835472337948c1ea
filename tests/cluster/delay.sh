#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: delay.sh CARTWRIGHT MPIRUN PROGRAM
# With a delay of 20 ms, a round trip of a message takes 40 ms, whether netem or TAP devices delay it.
set -eu
. "$(dirname "$0")/common.sh"
cartwright=$1
skip_unless_possible --delay 1ms

for way in netem tap; do
  status=0
  (skip_unless_possible --delay 1ms --delay-by $way) || status=$?
  [ $status -ne 77 ] || continue
  [ $status -eq 0 ] || exit $status
  for options in '--hosts 2' '--hosts 2 --rate 100mbit' '--network torus:dims=2'; do
    seconds=0
    case $options in *rate*) seconds=0.15 ;; esac
    # shellcheck disable=SC2086
    "$cartwright" cluster $options --slots 2 --delay 20ms --delay-by $way -- "$2" -n 4 "$3" 2 $seconds 0.04 ||
      fail "status $? with $options by $way"
  done
done

# Without a device to make TAP devices.
status=0
errors=$(unshare --mount sh -c 'mount -t tmpfs none /dev/net && exec "$0" cluster --hosts 1 --delay 1ms --delay-by tap -- true' \
  "$cartwright" 2>&1) || status=$?
[ $status -eq 2 ] || fail "exit status $status without /dev/net/tun: $errors"
case $errors in
  *'--delay needs netem or /dev/net/tun, which this kernel lacks'*) ;;
  *) fail "without /dev/net/tun: $errors" ;;
esac
