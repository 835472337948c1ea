#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Installs the packages of a folder in an empty Debian bookworm, with what they depend on, uses, removes and purges them.
# Needs root, mmdebstrap, and a mirror of Debian. usage: check.sh [FOLDER], build-packages/deb if it is left out
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
packages=$(cd "${1:-$source/build-packages/deb}" && pwd)
if [ -z "${CARTWRIGHT_UNSHARED:-}" ]; then
  CARTWRIGHT_UNSHARED=1 exec unshare --mount "$0" "$packages"
fi

root=$(mktemp -d)
cleanup() {
  umount "$root/dev/shm" "$root/dev" "$root/sys" "$root/proc" 2>/dev/null || :
  rm -rf --one-file-system "$root" "$root.log"
}
trap cleanup EXIT
mmdebstrap --variant=minbase bookworm "$root" >"$root.log" 2>&1 || { tail -n 20 "$root.log"; exit 1; }
cp /etc/resolv.conf "$root/etc/"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount --bind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/dev/shm"
mkdir "$root/packages" "$root/programs"
cp "$packages"/*.deb "$root/packages/"
cp "$source"/examples/heat2d.c "$source"/tests/install/consumer/consumer.c "$source"/tests/install/mpi_consumer/consumer.f90 \
  "$root/programs/"
inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive \
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    chroot "$root" sh -euc "$1"
}

echo "-- install"
inside 'apt-get update -qq
  apt-get install -y -qq --no-install-recommends gcc g++ gfortran pkgconf man-db openmpi-bin mpich >/dev/null 2>&1
  apt-get install -y -qq --no-install-recommends /packages/*.deb >/dev/null 2>&1
  dpkg --audit
  dpkg-query -W -f "\${Package} \${Version} \${Status}\n" "*cartwright*"'

echo "-- use"
inside 'cd /programs
  cartwright version
  ldconfig -p | grep -q libcartwright.so.0
  gcc consumer.c $(pkg-config --cflags --libs cartwright) -o consumer
  ./consumer
  test -s /usr/share/doc/cartwright-doc/docs/command.md
  man -w cartwright-map
  for mpi in openmpi mpich; do
    mpicc.$mpi heat2d.c -o heat2d_$mpi -lm
    mpirun.$mpi -n 4 ./heat2d_$mpi 48 5 > plain </dev/null
    cartwright run --nodes 2x2 --report -- mpirun.$mpi -n 4 ./heat2d_$mpi 48 5 > placed 2>&1 </dev/null
    grep "^heat2d:" plain > expected
    grep "^heat2d:" placed | cmp - expected
    grep "between nodes" placed
    mpifort.$mpi consumer.f90 $(pkg-config --cflags --libs cartwright-mpi-fortran-$mpi) -o fortran_$mpi
    ./fortran_$mpi
  done'

echo "-- remove and purge"
inside 'names=$(dpkg-query -W -f "\${Package}\n" | sort | grep cartwright)
  apt-get remove -y -qq $names >/dev/null 2>&1
  # Packages without configuration and scripts are purged when they are removed.
  dpkg-query -W -f "\${db:Status-Abbrev} \${Package}\n" | sed -n "s/^rc *\(.*cartwright.*\)/\1/p" | xargs -r dpkg --purge
  # What Cartwright measured stays in the cache of its user.
  {
    command -v cartwright
    dpkg-query -W -f "\${Package}\n" | grep cartwright
    ldconfig -p | grep cartwright
    find / -xdev -name "*cartwright*" -not -path "/packages/*" -not -path "/tmp/*" -not -path "/root/.cache/*"
  } > /packages/left || :
  if [ -s /packages/left ]; then echo "left behind:"; cat /packages/left; exit 1; fi'
echo "the packages were installed, used, removed and purged"
