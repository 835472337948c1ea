#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: clean.sh BUILD
# In an empty Debian 12: `make demo` in a clone below /tmp in a folder with a space, with nothing but what README.md tells a user to
# install. Then the installed BUILD, moved to a folder with a space, on a system that has the libraries that docs/install.md
# names for nodes, and nothing that builds. Skipped, with a line, where namespaces are forbidden.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "clean.sh: $*" >&2; tail -n 40 "$work/log" >&2; exit 1; }

# clean OPTION ... COMMAND: its output is in the file `log`.
clean() {
  local status=0
  "$source/tools/clean-root.sh" --base "$work/base.tar" "$@" >"$work/log" 2>&1 || status=$?
  if [ $status = 77 ]; then cat "$work/log"; echo "skipped: nothing was tried on an empty system"; exit 0; fi
  [ $status = 0 ] || fail "exit status $status: $*"
}
# The log has a line that matches each pattern.
expect() { for pattern; do grep -Eq -- "$pattern" "$work/log" || fail "no line matches '$pattern'"; done; }

start=$SECONDS
clean bookworm make demo
expect '^auto .*100 %|lower bound' 'The same result to the last bit' '^pack: the same bytes by all three' '^kernel +generated' \
  '20 steps|50 steps' 'largest error .*, correct$'
echo "make demo on an empty Debian 12: done in $((SECONDS - start)) s, with its packages"

cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/moved here"
mpicc.openmpi -O2 "$source/examples/heat2d.c" -o "$work/heat2d" -lm
packages=$(sed -n 's/^apt install \(.*[^ ]\) *# \(the command\|programs with Open MPI\)$/\1/p' "$source/docs/install.md" | tr '\n' ' ')
case $packages in *libfmt*openmpi-bin*) ;; *) fail "docs/install.md names no libraries for nodes" ;; esac
# shellcheck disable=SC2016  # expanded inside
clean --read "$work" --install "$packages" bookworm sh -euc '
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
  if command -v c++ || command -v cmake || command -v python3; then echo "this system can build"; exit 1; fi
  cartwright="$1/moved here/bin/cartwright"
  "$cartwright" version
  "$cartwright" doctor || :
  "$cartwright" compare --dims 8x6 --machine 8x6
  mpirun -n 48 "$1/heat2d" 96 5 >/tmp/plain
  "$cartwright" run --nodes 8x6 --report -- mpirun -n 48 "$1/heat2d" 96 5 >/tmp/placed 2>&1
  cat /tmp/placed
  grep "^heat2d:" /tmp/plain >/tmp/expected
  grep "^heat2d:" /tmp/placed | cmp - /tmp/expected' moved "$work"
expect 'between nodes: [0-9,]+ bytes' '^works +tried +interposer' 'openmpi'
echo "what is installed, moved to an empty Debian 12 with libraries to run it: done"
