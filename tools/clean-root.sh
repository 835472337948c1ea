#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: clean-root.sh [OPTION ...] DISTRIBUTION COMMAND...
# Runs a command in an empty root of Debian or Ubuntu (bookworm, trixie, noble ...), in a clone of HEAD in a folder below /tmp
# whose name has a space and an accent. The root has the essential packages and those that README.md names, its own /proc, /dev,
# /dev/shm and /tmp, and the configuration of the host for registries: proxy, certificates, pip, npm.
#   --install "PACKAGE ..."  packages to install first, in place of "make git"
#   --read FOLDER            shows a folder of the host, read-only, at the same path
#   --user                   runs the command as an ordinary user
#   --base FILE              the archive of the empty root: made if it is not there, and kept
#   --mirror URL             the archive of packages, if it is not the default one of mmdebstrap
# Works as root, and as a user with more ids in /etc/subuid. Needs mmdebstrap, or debootstrap and root.
# The exit status is that of the command, 2 if the arguments are wrong, 125 if there is no root, and 77 if namespaces are forbidden.
set -euo pipefail

usage() { sed -n '5,15s/^# //p' "$0" >&2; exit 2; }
skip() { echo "clean-root.sh: $*" >&2; exit 77; }
fail() { echo "clean-root.sh: $*" >&2; exit 125; }

packages='make git' folders=() user='' base='' mirror='' arguments=("$@")
while [ $# -gt 0 ]; do
  case $1 in
    --install | --read | --base | --mirror)
      [ $# -ge 2 ] || usage
      case $1 in
        --install) packages=$2 ;;
        --read) folders+=("$(cd "$2" && pwd)") ;;
        --base) base=$2 ;;
        --mirror) mirror=$2 ;;
      esac
      shift 2 ;;
    --user) user=yes; shift ;;
    -*) usage ;;
    *) break ;;
  esac
done
[ $# -ge 2 ] || usage
distribution=$1
shift

# All that follows is done by the root of namespaces of its own: what is mounted there ends with them.
if [ -z "${CARTWRIGHT_CLEAN_ROOT:-}" ]; then
  spaces=(--mount --pid --fork --kill-child --ipc)
  [ "$(id -u)" = 0 ] || spaces+=(--user --map-root-user --map-auto)
  why=$(unshare "${spaces[@]}" true 2>&1) || skip "cannot make namespaces: $why. In a container, allow them (docker run --privileged)." \
    "Users other than root need a range of ids in /etc/subuid and /etc/subgid, and the package uidmap."
  CARTWRIGHT_CLEAN_ROOT=inside exec unshare "${spaces[@]}" "$0" "${arguments[@]}"
fi

source=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/clean-root.XXXXXX")
root=$scratch/root
cleanup() {
  umount --lazy "$root/sys" 2>/dev/null || :
  umount --recursive "$root" 2>/dev/null || :
  rm -rf --one-file-system "$scratch"
}
trap cleanup EXIT
# A root without users is mounted, so that it can be unmounted with all that is in it.
mkdir "$root"
mount --bind "$root" "$root"
mount --make-private "$root"

make_base() {
  if command -v mmdebstrap >/dev/null; then
    mmdebstrap --mode=root --variant=minbase --include=apt --skip=output/mknod "$distribution" "$1" ${mirror:+"$mirror"}
  elif command -v debootstrap >/dev/null; then
    debootstrap --variant=minbase "$distribution" "$scratch/base" ${mirror:+"$mirror"}
    tar -C "$scratch/base" --exclude './dev/*' -cf "$1" .
    rm -rf --one-file-system "$scratch/base"
  else
    echo "neither mmdebstrap nor debootstrap is installed"
    return 1
  fi
}
if [ -z "$base" ] || [ ! -s "$base" ]; then
  make_base "$scratch/base.tar" >"$scratch/log" 2>&1 || { tail -n 20 "$scratch/log" >&2; fail "no root of $distribution could be made"; }
  [ -z "$base" ] || cp "$scratch/base.tar" "$base"
fi
tar -C "$root" --exclude './dev/*' -xf "${base:-$scratch/base.tar}"
rm -f "$scratch/base.tar"

mount -t proc proc "$root/proc"
# In the namespace of a user, sysfs can only be shown as it is mounted.
mount --rbind /sys "$root/sys"
mount -t tmpfs -o mode=755 dev "$root/dev"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
ln -s /proc/self/fd "$root/dev/fd"
ln -s fd/0 "$root/dev/stdin"
ln -s fd/1 "$root/dev/stdout"
ln -s fd/2 "$root/dev/stderr"
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
for folder in ${folders[@]+"${folders[@]}"}; do
  mkdir -p "$root$folder"
  mount --bind "$folder" "$root$folder"
  mount -o remount,bind,ro "$root$folder"
done

# The ways to the registries.
environment=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb)
while IFS='=' read -r name value; do
  case $name in
    *_proxy | *_PROXY | PIP_INDEX_URL | PIP_CERT | *SSL_CERT_FILE | *_CA_BUNDLE | NODE_EXTRA_CA_CERTS | npm_config_registry | LANG)
      environment+=("$name=$value") ;;
  esac
done < <(env)
# Launchers look up the name of the host; without an entry that may take seconds.
printf '127.0.0.1 localhost\n127.0.1.1 %s\n' "$(hostname)" >"$root/etc/hosts"
for file in /etc/resolv.conf /etc/pip.conf /etc/npmrc /etc/ssl/certs/ca-certificates.crt; do
  if [ -s "$file" ]; then
    mkdir -p "$root${file%/*}"
    rm -f "$root$file"
    cp -L "$file" "$root$file"
  fi
done
# The package ca-certificates makes the file of all certificates anew.
if [ -d /usr/local/share/ca-certificates ]; then
  mkdir -p "$root/usr/local/share/ca-certificates"
  cp -L /usr/local/share/ca-certificates/*.crt "$root/usr/local/share/ca-certificates" 2>/dev/null || :
fi
if command -v apt-config >/dev/null; then
  apt-config dump | grep -i '^Acquire::.*proxy' >"$root/etc/apt/apt.conf.d/90host" || :
fi

inside() { env -i "${environment[@]}" HOME="$home" chroot ${as:+--userspec="$as"} "$root" "$@"; }
as='' home=/root
if [ -n "$packages" ]; then
  # apt would become a user that a namespace may lack.
  # shellcheck disable=SC2086  # several packages
  inside sh -euc 'apt-get -o APT::Sandbox::User=root update -qq
    DEBIAN_FRONTEND=noninteractive apt-get -o APT::Sandbox::User=root install -y -qq --no-install-recommends "$@"' install $packages \
    >"$scratch/log" 2>&1 || { tail -n 20 "$scratch/log" >&2; fail "could not install: $packages"; }
fi

# The user of the command owns the clone; otherwise git would refuse it.
clone="/tmp/a clône"
git -c safe.directory='*' clone --quiet --no-hardlinks "$source" "$root$clone"
if [ -n "$user" ]; then
  inside useradd --create-home --shell /bin/bash someone
  inside chown -R someone: "$clone"
  as=someone:someone home=/home/someone
fi
status=0
# shellcheck disable=SC2016  # expanded inside
inside sh -c 'cd "$1" && shift && exec "$@"' run "$clone" "$@" </dev/null || status=$?
exit $status
