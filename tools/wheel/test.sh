#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Installs the wheels of build/wheel/dist into empty environments, one for each Python, where nothing else of Cartwright and
# no compiler is on the PATH, and uses them under every MPI. usage: test.sh [PYTHON ...]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(cd "$here/../.." && pwd)/build/wheel
dist=$work/dist
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_QUIET=1
[ $# -gt 0 ] || mapfile -t found < <("$here/pythons.sh")
[ $# -gt 0 ] || set -- "${found[@]}"
"$here/mpis.sh" "$work" >"$work/mpis"

fail() {
  echo "test.sh: $1" >&2
  cat "$work/output" "$work/errors" >&2
  exit 1
}

echo "-- the wheels"
: >"$work/output" && : >"$work/errors"
mapfile -t wheels < <(find "$dist" -name '*.whl')
[ ${#wheels[@]} -gt 0 ] || fail "no wheel in $dist: run tools/wheel/build.sh"
for wheel in "${wheels[@]}"; do
  # It names no wheel of another platform, is small, and has the licenses of all that it contains.
  [[ $wheel == *-manylinux_2_*_x86_64.whl ]] || fail "$wheel has no tag of manylinux"
  [ "$(stat -c %s "$wheel")" -lt 20000000 ] || fail "$wheel has 20 MB or more"
  unzip -l "$wheel" >"$work/output"
  for file in scripts/cartwright lib/cartwright/{openmpi,mpich,abi}/libcartwright_{preload,in_order,interposer}.so \
    lib/cartwright/{openmpi,mpich,abi}/libcartwright_{halo,fft}.so.0 licenses/{LICENSE,libarchive-dev.txt,nanobind.txt,pocketfft.txt}; do
    grep -q "/$file\$" "$work/output" || fail "$wheel has no $file"
  done
  # No library names an MPI to load.
  rm -rf "$work/unpacked"
  unzip -q "$wheel" -d "$work/unpacked"
  find "$work/unpacked" -type f \( -name '*.so*' -o -path '*/cartwright/*/cartwright_measure' \) -exec readelf -d {} + >"$work/needed"
  ! grep 'NEEDED.*libmpi' "$work/needed" >"$work/errors" || fail "a library in $wheel names an MPI"
  # FFTW has another license.
  ! grep -qi fftw "$work/output" || fail "$wheel contains FFTW"
done

# clean COMMAND...: with an environment that has the folders of the system, of the wheel, and nothing else.
clean() {
  env -i HOME="$work/home" PATH="$venv/bin:/usr/bin:/bin" LANG=C.UTF-8 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
    OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe "${variables[@]}" "$@" </dev/null
}
variables=()

# prints WANTED COMMAND...: its output is one line.
prints() {
  local wanted=$1
  shift
  clean timeout 120 "$@" >"$work/output" 2>"$work/errors" || fail "status $? of: $*"
  [ "$(cat "$work/output")" = "$wanted" ] || fail "not '$wanted' from: $*"
}

for python in "$@"; do
  version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  echo "-- Python $version"
  venv=$work/venv$version
  rm -rf "$venv"
  "$python" -m venv "$venv"
  "$venv/bin/pip" install --no-index --find-links "$dist" --no-deps cartwright-mpi
  "$venv/bin/pip" install numpy
  cd "$work" # not in the source tree, where Python would find another cartwright
  clean cartwright --version | grep -qx 'cartwright [0-9.]*' || fail 'cartwright --version'
  clean cartwright doctor >"$work/output" || [ $? = 1 ] || fail 'cartwright doctor'
  [ "$(grep -cE "(works|absent) .*interposer .*$venv/lib/cartwright" "$work/output")" = 3 ] || fail 'doctor does not find three interposers'
  clean cartwright map --dims 50x48 --machine 50x48 >"$work/output" || fail 'cartwright map'
  grep -q '2400 processes' "$work/output" || fail 'cartwright map'
  for packed in gzip bzip2 xz zstd; do
    command -v $packed >/dev/null || continue
    $packed -c <"$here/../../tests/data/networks/hosts.json" >"$work/network.packed"
    clean cartwright network info "$work/network.packed" >"$work/output" 2>"$work/errors" || fail "cartwright network with a file of $packed"
  done
  prints 16.0 python -c 'import cartwright; print(cartwright.map((4, 4), "4x4", "nn").cost().j_sum)'
  for package in mpi halo fft; do # they need mpi4py, which the wheel does not ask for, and say so
    ! clean python -c "import cartwright.$package" 2>"$work/errors" || fail "cartwright.$package without mpi4py"
    grep -q 'ModuleNotFoundError: .*: pip install mpi4py' "$work/errors" || fail "cartwright.$package without mpi4py"
  done
  while IFS='|' read -r name launcher compiler library; do
    echo "   $name"
    program=$work/order_$name
    [ -x "$program" ] || "$compiler" -O1 "$here/order.c" -o "$program"
    prints kept "$launcher" -n 4 "$program"
    prints moved cartwright run --nodes cyclic:2x2 -- "$launcher" -n 4 "$program"
    rm -f "$work/record"
    clean timeout 120 cartwright record --output "$work/record" -- "$launcher" -n 4 "$program" >"$work/output" 2>"$work/errors" ||
      fail "cartwright record under $name"
    clean cartwright traffic "$work/record" >"$work/output" 2>"$work/errors" || fail "cartwright traffic under $name"
    grep -q ': 4 ranks on 1 host' "$work/output" || fail "cartwright traffic under $name"
    clean timeout 120 cartwright measure --budget 0.2 --mpi "${name%-pypi}" -- "$launcher" -n 2 >"$work/output" 2>"$work/errors" ||
      fail "cartwright measure under $name"
  done <"$work/mpis"

  echo "   with mpi4py"
  "$venv/bin/pip" install mpi4py==4.1.2
  while IFS='|' read -r name launcher compiler library; do
    case $name in
      abi) continue ;; # mpi4py's wheel has no module for the ABI
      mpich) variables=(MPI4PY_LIBMPI=libmpi.so.12 LD_LIBRARY_PATH="$(dirname "$library")") ;;
      *) variables=(MPI4PY_LIBMPI="$library") ;;
    esac
    clean timeout 120 "$launcher" -n 2 "$venv/bin/python" "$here/use.py" >"$work/output" 2>&1 || fail "use.py under $name"
    grep -q '^halo and transform ' "$work/output" || fail "use.py under $name"
    variables=()
  done <"$work/mpis"
done
echo "-- all passed"
