#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Prints an interpreter with its headers and venv for each version of Python from 3.9 to 3.13 that is here: those named in
# $PYTHONS, on the PATH, and of pyenv.
set -eu
usable='import ensurepip, os, sys, sysconfig
header = os.path.join(sysconfig.get_path("include"), "Python.h")
sys.exit(sys.version_info[:2] != (3, int(sys.argv[1])) or not os.path.exists(header))'
for minor in 9 10 11 12 13; do
  # shellcheck disable=SC2086  # PYTHONS is several words
  for python in ${PYTHONS:-} "python3.$minor" python3 "${PYENV_ROOT:-$HOME/.pyenv}/versions/3.$minor".*/bin/python; do
    if "$python" -c "$usable" "$minor" 2>/dev/null; then
      command -v "$python"
      break
    fi
  done
done
