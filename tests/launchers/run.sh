# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Sourced by the tests of `cartwright run`: a folder of their own with a program `show`, which says what it was given.
# usage: . run.sh CARTWRIGHT PRELOAD
cartwright=$1
preload=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tmp"
cd "$work"
export TMPDIR="$work/tmp" HOME="$work" SHOWN="$work/shown"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
unset LD_PRELOAD
# Libraries that users preload.
other=$(ldconfig -p | sed -n 's/.* => \(.*librt\.so\.1\)$/\1/p' | head -n 1)
[ -n "$other" ]

# A program: each process writes a line that the others cannot break. The launcher of MPICH 4.0 now and then dies of a
# closed pipe when all of its programs end at once.
cat >show <<'END'
#!/bin/sh
printf '%s\n' "$1 preload=$LD_PRELOAD nodes=$CARTWRIGHT_NODES foo=$FOO" >>"$SHOWN"
sleep 0.05
exit "${2:-0}"
END
chmod +x show

fail() {
  echo "$0: $*" >&2
  [ ! -e said ] || cat said >&2
  exit 1
}

# run STATUS COMMAND ...: `cartwright run` of the command ends with this status; its errors are in the file `said`.
run() {
  wanted=$1
  shift
  rm -f "$SHOWN"
  status=0
  timeout 60 "$cartwright" run --nodes 2x4 "$@" >printed 2>said </dev/null || status=$?
  [ $status = "$wanted" ] || fail "status $status, not $wanted, of: $*"
  [ -z "$(find tmp -name 'cartwright*')" ] || fail "left behind: $(ls tmp)"
}

# shows LINE ...: what the processes said, in any order.
shows() {
  printf '%s\n' "$@" | sort >wanted_lines
  sort "$SHOWN" 2>/dev/null | diff -u wanted_lines - || fail "the processes were given something else"
}

# A line of `show`: line NAME [PRELOADS BEHIND OURS] [FOO]
line() { echo "$1 preload=$preload${2:+:$2} nodes=2x4 foo=${3:-}"; }
