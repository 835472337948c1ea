#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Gets an MPI with the standard ABI of MPI 5 from PyPI into build/mpi-abi, where CMake finds it: MPICH, with its headers and
# launcher. Does nothing if it is there. Fails, with one line, where Python has no venv or PyPI cannot be reached.
set -eu
folder=$(cd "$(dirname "$0")/.." && pwd)/build/mpi-abi
wanted=mpich==5.0.2
[ "$(cat "$folder/installed" 2>/dev/null)" != "$wanted" ] || exit 0

python=python3
[ ! -x /usr/bin/python3 ] || python=/usr/bin/python3
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1
rm -rf "$folder"
if ! command -v "$python" >/dev/null; then
  echo "mpi-abi.sh: cannot install $wanted: there is no python3 (Debian and Ubuntu: the package python3-venv)" >&2
  exit 1
fi
if ! "$python" -c 'import ensurepip' 2>/dev/null; then
  echo "mpi-abi.sh: cannot install $wanted: $python has no venv (Debian and Ubuntu: the package python3-venv)" >&2
  exit 1
fi
if ! problem=$({ "$python" -m venv "$folder" && "$folder/bin/pip" install --quiet --retries 1 "$wanted"; } 2>&1); then
  rm -rf "$folder"
  echo "mpi-abi.sh: cannot install $wanted: $(echo "$problem" | tail -n 1)" >&2
  exit 1
fi
echo "$wanted" >"$folder/installed"
