# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
#
# In a folder with a blank, `run` preloads through a link, or refuses if there are several hosts: separators.sh tests
# that. All other tests of launchers take a copy elsewhere.

# usable_copy CARTWRIGHT FOLDER: prints the path of the command, or of a copy with its libraries in FOLDER.
usable_copy() {
  local real
  real=$(realpath "$1")
  if [[ $real == *[\ :\$\;,]* ]]; then
    mkdir -p "$2/bin"
    cp "$real" "$2/bin/"
    cp -R "${real%/bin/*}/lib" "$2/"
    echo "$2/bin/cartwright"
  else
    echo "$1"
  fi
}
