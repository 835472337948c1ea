#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
# Installs the build into a fresh folder, and builds programs against it by find_package and by pkg-config: with the C
# library, and with the libraries of each MPI. The Fortran compiler of an MPI, and FFTW, may be absent. MPI_ABI is the folder of
# an MPI with the standard ABI.
# usage: run.sh CMAKE BUILD_DIR SOURCE_DIR LIBDIR [MPI:[MPIFORT]:[fft] ...]
set -eu
cmake=$1 build=$2 source=$3 libdir=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$cmake" --install "$build" --prefix "$work/first" > "$work/log" || { cat "$work/log"; exit 1; }
# An installed tree may be moved.
mv "$work/first" "$work/prefix"
prefix=$work/prefix

echo "-- find_package"
"$cmake" -S "$source/consumer" -B "$work/consumer" -DCMAKE_PREFIX_PATH="$prefix" > "$work/log" || { cat "$work/log"; exit 1; }
"$cmake" --build "$work/consumer" > "$work/log" || { cat "$work/log"; exit 1; }
"$work/consumer/consumer"

echo "-- headers"
# Each compiles without another, in C and in C++. Those for MPI are compiled with the programs for MPI.
for header in "$prefix"/include/cartwright/*; do
  grep -q 'cartwright/fft\|cartwright/halo\|cartwright/mpix\|<mpi.h>' "$header" && continue
  case $header in
    *.h) flags="-x c -std=c99 -pedantic" compiler=${CC:-cc} ;;
    *) flags="-x c++ -std=c++20 -pedantic" compiler=${CXX:-c++} ;;
  esac
  # shellcheck disable=SC2086  # the flags are words
  "$compiler" $flags -Wall -Wextra -Werror -I"$prefix/include" -include "$header" -fsyntax-only /dev/null
done

echo "-- headers, C++17"
# Each header for C++20 gives one error, with the way out. A pretended mpi.h is enough.
mkdir "$work/mpi"
echo 'typedef int MPI_Comm, MPI_Info, MPI_Datatype, MPI_Win;' > "$work/mpi/mpi.h"
for header in "$prefix"/include/cartwright/*.hpp; do
  "${CXX:-c++}" -std=c++17 -I"$prefix/include" -I"$work/mpi" -x c++ -include "$header" -fsyntax-only /dev/null 2> "$work/log" && exit 1
  if [ "$(grep -c 'error:' "$work/log")" -ne 1 ] || ! grep -q 'need C++20' "$work/log"; then
    cat "$work/log"
    exit 1
  fi
done

echo "-- find_package, versions"
"$cmake" -S "$source/versions" -B "$work/versions" -DCMAKE_PREFIX_PATH="$prefix" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }

echo "-- pkg-config"
PKG_CONFIG_PATH=$prefix/$libdir/pkgconfig
export PKG_CONFIG_PATH
# compile PACKAGE COMPILER ARGUMENT...: with the flags of a package. pkg-config escapes letters beyond ASCII for eval.
compile() {
  flags=$(pkg-config --cflags --libs "$1")
  shift
  eval "\"\$@\" $flags"
}
compile cartwright "${CC:-cc}" "$source/consumer/consumer.c" -o "$work/plain"
"$work/plain"

for built in "$@"; do
  mpi=${built%%:*} fft=${built##*:} mpifort=${built#*:}
  mpifort=${mpifort%:*}
  abi=
  [ "$mpi" != abi ] || abi=$MPI_ABI/bin
  echo "-- find_package, $mpi"
  # The wrapper of an MPI with the standard ABI says where that MPI is.
  "$cmake" ${abi:+"-DCMAKE_C_COMPILER=$abi/mpicc_abi" "-DCMAKE_CXX_COMPILER=$abi/mpicxx_abi"} \
    -S "$source/mpi_consumer" -B "$work/$mpi" -DCMAKE_PREFIX_PATH="$prefix" -DMPI="$mpi" -DFFT="$fft" \
    ${mpifort:+-DCMAKE_Fortran_COMPILER="$mpifort"} > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  "$cmake" --build "$work/$mpi" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  for program in "$work/$mpi"/consumer_*; do
    "$program" || { echo "$program: exit status $?" >&2; exit 1; }
  done
  test -x "$prefix/$libdir/cartwright/$mpi/cartwright_measure"
  # The compiler wrapper brings the MPI itself.
  [ -n "$mpifort" ] || continue
  echo "-- pkg-config, $mpi"
  compile "cartwright-mpi-fortran-$mpi" "$mpifort" "$source/mpi_consumer/consumer.f90" -o "$work/plain_$mpi"
  "$work/plain_$mpi"
  compile "cartwright-layout-fortran-$mpi" "$mpifort" "$source/mpi_consumer/consumer_layout.f90" -o "$work/layout_$mpi"
  LD_LIBRARY_PATH=$prefix/$libdir "$work/layout_$mpi"
  compile "cartwright-halo-fortran-$mpi" "$mpifort" "$source/mpi_consumer/consumer_halo.f90" -o "$work/halo_$mpi"
  "$work/halo_$mpi"
  [ -n "$fft" ] || continue
  compile "cartwright-fft-fortran-$mpi" "$mpifort" "$source/mpi_consumer/consumer_fft.f90" -o "$work/fft_$mpi"
  "$work/fft_$mpi"
done

echo "-- command, man page, completion"
"$prefix/bin/cartwright" version
# The program of `measure` is found in the installed tree.
if command -v mpirun > /dev/null; then
  "$prefix/bin/cartwright" measure --dry-run -- mpirun -n 2 | grep -q "$libdir/cartwright/[a-z]*/cartwright_measure 10\$"
fi
test -s "$prefix/share/man/man1/cartwright-map.1"
bash -n "$prefix/share/bash-completion/completions/cartwright"
