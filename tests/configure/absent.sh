#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: absent.sh CMAKE SOURCE
# Configures the build where an optional dependency is absent, for each of them and for all together. The files of its Debian
# packages are removed from a view of /usr that only this script sees. CMake must succeed, and say which parts it builds.
set -euo pipefail
cmake=$1 source=$2
skip() { echo "skipped: $*"; exit 77; }

if [ "${CARTWRIGHT_ABSENT:-}" != inside ]; then
  command -v dpkg >/dev/null || skip "dpkg names the files of a package, and is missing"
  spaces=(--mount)
  [ "$(id -u)" = 0 ] || spaces+=(--user --map-root-user)
  why=$(unshare "${spaces[@]}" mount -t tmpfs none /mnt 2>&1) || skip "a container must be allowed to make namespaces: $why"
  CARTWRIGHT_ABSENT=inside exec unshare "${spaces[@]}" "$0" "$@"
fi

scratch=$(mktemp -d)
trap 'umount "$scratch"; rmdir "$scratch"' EXIT
mount -t tmpfs none "$scratch"
export PATH=/usr/bin:/bin
unset CC CXX CMAKE_PREFIX_PATH PKG_CONFIG_PATH

# absent NAME EXPECTED [PACKAGE ...] [PATH ...]: configures without these packages and folders. The output must match EXPECTED,
# an extended regular expression, in which ' && ' separates several.
failures=0
absent() {
  local name=$1 expected=$2
  shift 2
  local output status=0 part
  output=$(CARTWRIGHT_HIDDEN="$*" unshare --mount "$BASH" -euc '
    upper=$1/$2
    mkdir -p "$upper/new" "$upper/work" "$upper/empty"
    mount -t overlay overlay -o "lowerdir=/usr,upperdir=$upper/new,workdir=$upper/work" /usr
    for hidden in $CARTWRIGHT_HIDDEN; do
      case $hidden in
        third_party | mpi-abi) [ ! -d "$3/build/$hidden" ] || mount --bind "$upper/empty" "$3/build/$hidden" ;;
        /*) rm -f "$hidden" ;;
        *) dpkg -L "$hidden" | grep ^/usr/ | while read -r file; do if [ ! -d "$file" ] || [ -L "$file" ]; then rm -f "$file"; fi; done ;;
      esac
    done
    exec "$4" -G Ninja -S "$3" -B "$upper/build" -DCMAKE_BUILD_TYPE=Release' \
    absent "$scratch" "$name" "$source" "$cmake" 2>&1) || status=$?
  [ $status = 0 ] || { echo "$name: cmake failed with status $status"; echo "$output"; failures=$((failures + 1)); return; }
  while [ -n "$expected" ]; do
    part=${expected%% && *}
    if [ "$part" = "$expected" ]; then expected=''; else expected=${expected#* && }; fi
    if ! grep -Eq -- "$part" <<<"$output"; then
      echo "$name: nothing in the output of cmake matches '$part':"
      echo "$output"
      failures=$((failures + 1))
    fi
  done
  echo "$name: done"
}

# Packages by the names that they have on this system, where a pattern ends with *.
installed() { dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p' | tr '\n' ' '; }
openmpi=$(installed 'libopenmpi-dev' 'openmpi-bin')
mpich=$(installed 'libmpich-dev' 'mpich')
fftw=$(installed 'libfftw3-dev')
fortran=$(installed 'gfortran' 'gfortran-[0-9]*')
python=$(find /usr/bin /usr/local/bin -name 'python3*' | tr '\n' ' ')
asmjit=$(installed libasmjit-dev) scotch=$(installed 'libscotch*-dev') hwloc=$(installed libhwloc-dev)
for needed in openmpi mpich fftw fortran python asmjit scotch hwloc; do
  [ -n "${!needed}" ] || { echo "absent.sh: no package of $needed is installed, so nothing is tested: tools/install-deps.sh test"; exit 1; }
done

# shellcheck disable=SC2086  # several packages
{
  absent nothing 'Transforms by: FFTW .*pocketfft && libraries for: openmpi, mpich, abi && Scotch: libscotch && Machine code .* AsmJit && Sockets .* hwloc'
  absent asmjit 'No machine code is generated' $asmjit
  absent fftw 'Transforms by: pocketfft' $fftw
  absent pocketfft 'Transforms by: FFTW [0-9.]*$' third_party
  absent fft 'Neither FFTW nor pocketfft found' $fftw third_party
  absent scotch "own bisection" $scotch
  absent hwloc 'Sockets are not found' $hwloc
  absent fortran 'No Fortran compiler works with openmpi && No Fortran compiler works with mpich' $fortran
  absent openmpi 'libraries for: mpich, abi$' $openmpi
  absent mpich 'libraries for: openmpi, abi$' $mpich
  absent mpi 'No MPI found' $openmpi $mpich mpi-abi
  absent python 'libraries for: openmpi, mpich, abi' $python
  absent everything 'No machine code is generated && own bisection && Sockets are not found && No MPI found' \
    $asmjit $scotch $hwloc $fftw $fortran $python $openmpi $mpich third_party mpi-abi
}
[ $failures = 0 ] || exit 1
