#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: time-make.sh TARGET
# The time of `make TARGET` in an empty Debian bookworm that has only make, with the packages it installs and without any
# cache. Needs root, debootstrap, and a mirror of Debian.
set -euo pipefail
target=$1
if [ -z "${CARTWRIGHT_UNSHARED:-}" ]; then CARTWRIGHT_UNSHARED=1 exec unshare --mount "$0" "$@"; fi

source=$(cd "$(dirname "$0")/.." && pwd)
root=$(mktemp -d)
cleanup() {
  umount "$root/dev/shm" "$root/dev/pts" "$root/proc" 2>/dev/null || :
  rm -rf --one-file-system "$root"
}
trap cleanup EXIT
debootstrap --variant=minbase --include=make bookworm "$root" >/dev/null
cp /etc/resolv.conf "$root/etc/"
mount -t proc proc "$root/proc"
mount -t devpts devpts "$root/dev/pts"
mkdir -p "$root/dev/shm" "$root/cartwright"
mount -t tmpfs tmpfs "$root/dev/shm"
git -C "$source" archive HEAD | tar -x -C "$root/cartwright"

echo "make $target of $(git -C "$source" rev-parse --short HEAD), $(nproc) processors, load before: $(cut -d' ' -f1-3 /proc/loadavg)"
time env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb chroot "$root" make -C /cartwright "$target"
echo "load after: $(cut -d' ' -f1-3 /proc/loadavg)"
