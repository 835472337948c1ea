#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: elsewhere.sh openmpi|mpich FOLDER PRELOAD PROCESSES SETTINGS
# forwarded.c under the MPI in a folder, without the interposer and with it, which was compiled with another version.
set -eu
folder=$2 preload=$3 processes=$4 settings=$5
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$folder/bin/mpicc" -o "$work/forwarded" "$here/forwarded.c"
if [ "$1" = openmpi ]; then
  oversubscribe=--oversubscribe load="-x LD_PRELOAD=$preload"
else
  oversubscribe='' load="-genv LD_PRELOAD $preload"
fi
# shellcheck disable=SC2086
{
  "$folder/bin/mpirun" $oversubscribe -n "$processes" "$work/forwarded" 35 > "$work/plain"
  "$folder/bin/mpirun" $oversubscribe -n "$processes" $load "$here/settings.sh" "$settings" "$work/forwarded" 35 \
    > "$work/preloaded"
}
[ -s "$work/plain" ]
diff "$work/plain" "$work/preloaded"
