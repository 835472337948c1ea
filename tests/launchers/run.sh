# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
#
# Sourced by the tests of `cartwright run`. Makes a work folder with a program `show`, which records its environment.
# usage: . run.sh CARTWRIGHT PRELOAD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tmp"
. "$(dirname "${BASH_SOURCE[0]}")/copy.sh"
cartwright=$(usable_copy "$1" "$work/copy")
preload=${cartwright%/bin/*}/lib/${2##*/lib/}
cd "$work" || exit
export TMPDIR="$work/tmp" HOME="$work" SHOWN="$work/shown"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
# Open MPI's launcher waits two seconds when a process has failed, unless it may kill the others at once.
export OMPI_MCA_odls_base_sigkill_timeout=0
unset LD_PRELOAD
# A library that users preload.
other=$(ldconfig -p | sed -n 's/.* => \(.*librt\.so\.1\)$/\1/p' | head -n 1)
[ -n "$other" ]

# Each process writes one line, in one piece. The pause is for the launcher of MPICH 4.0, which sometimes fails with a
# closed pipe if all its programs end at once.
cat >show <<'END'
#!/bin/sh
printf '%s\n' "$1 preload=$LD_PRELOAD nodes=$CARTWRIGHT_NODES foo=$FOO" >>"$SHOWN"
sleep 0.05
exit "${2:-0}"
END
chmod +x show

fail() {
  echo "$0: $*" >&2
  [ ! -e errors ] || cat errors >&2
  exit 1
}

# run STATUS COMMAND ...: expects this exit status from `cartwright run`. Standard error is in the file `errors`.
run() {
  wanted=$1
  shift
  rm -f "$SHOWN"
  status=0
  timeout 60 "$cartwright" run --nodes 2x4 "$@" >printed 2>errors </dev/null || status=$?
  [ $status = "$wanted" ] || fail "status $status, not $wanted, of: $*"
  [ -z "$(find tmp -name 'cartwright*')" ] || fail "not removed: $(ls tmp)"
}

# shows LINE ...: expects these lines from the processes, in any order.
shows() {
  printf '%s\n' "$@" | sort >wanted_lines
  sort "$SHOWN" 2>/dev/null | diff -u wanted_lines - || fail "the processes got another environment"
}

# Whether standard error has nothing but that 2x4 nodes are too many for one process.
silent() { ! grep -v 'CARTWRIGHT_NODES=2x4: it holds 8 processes, the communicator has 1: give 1' errors; }

# A line of `show`: line NAME [PRELOADS BEFORE OURS] [FOO]
line() { echo "$1 preload=${2:+$2:}$preload nodes=2x4 foo=${3:-}"; }
