#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Builds the wheels into build/wheel/dist: one for each Python before 3.12, and one for all later ones, which share a stable
# ABI. Everything but the C library and the MPI is linked statically, so that a wheel runs on other distributions. auditwheel
# finds the oldest C library that it needs, and names the wheel by it. usage: build.sh [PYTHON ...]
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$source/build/wheel
mkdir -p "$work"
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_QUIET=1
[ $# -gt 0 ] || mapfile -t found < <("$source/tools/wheel/pythons.sh")
[ $# -gt 0 ] || set -- "${found[@]}"
[ $# -gt 0 ] || { echo "build.sh: no Python from 3.9 to 3.13 with headers and venv: install python3-dev and python3-venv" >&2; exit 1; }

"$source/tools/mpi-abi.sh"
"$source/tools/get_pocketfft.py"
[ -x "$work/tools/bin/auditwheel" ] || {
  "${!#}" -m venv "$work/tools" # auditwheel needs a newer Python than the wheels
  "$work/tools/bin/pip" install -r "$source/tools/wheel/requirements.txt"
}
export PATH="$work/tools/bin:$PATH"
if command -v ccache >/dev/null; then
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi
# Files in a wheel have the time of the last commit.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$source" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

# All Pythons share a build folder: only the module is compiled for each.
settings=(
  "build-dir=$work/cmake"
  "cmake.define.CARTWRIGHT_STATIC=ON"
  "cmake.define.CARTWRIGHT_WITH_HWLOC=OFF" # these MPIs find sockets themselves
  "cmake.define.CARTWRIGHT_WITH_FFTW=OFF" # it has another license; pocketfft transforms
  "cmake.define.CARTWRIGHT_MPI_ABI=$source/build/mpi-abi"
  # Each library has only what it uses of the static ones. With -O3 it would have a tenth more.
  "cmake.define.CMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG"
  "cmake.define.CMAKE_C_FLAGS=\"-ffile-prefix-map=$source=.\" -ffunction-sections -fdata-sections"
  "cmake.define.CMAKE_CXX_FLAGS=\"-ffile-prefix-map=$source=.\" -ffunction-sections -fdata-sections"
  "cmake.define.CMAKE_SHARED_LINKER_FLAGS=-Wl,--gc-sections"
  "cmake.define.CMAKE_MODULE_LINKER_FLAGS=-Wl,--gc-sections"
  "cmake.define.CMAKE_EXE_LINKER_FLAGS=-Wl,--gc-sections"
)
rm -rf "$work/plain" "$work/dist"
stable=
for python in "$@"; do
  version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  case $version in
    3.9 | 3.10 | 3.11) ;;
    *) # one wheel for all of them
      [ -z "$stable" ] || continue
      stable=$version ;;
  esac
  echo "-- Python $version"
  [ -x "$work/python$version/bin/nanobind" ] || [ -e "$work/python$version/ready" ] || {
    "$python" -m venv "$work/python$version"
    "$work/python$version/bin/pip" install 'scikit-build-core>=0.10' 'nanobind>=2.4' numpy
    touch "$work/python$version/ready"
  }
  "$work/python$version/bin/pip" wheel --no-build-isolation --no-deps -w "$work/plain" "${settings[@]/#/--config-settings=}" "$source"
done
for wheel in "$work"/plain/*.whl; do
  auditwheel repair -z 9 --exclude 'libmpi*.so.*' -w "$work/dist" "$wheel" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
done
for wheel in "$work"/dist/*.whl; do
  echo "$(stat -c %s "$wheel" | numfmt --to=si --format=%.1f) $(basename "$wheel")"
done
