#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: run.sh INSTALL_DEPS
# tools/install-deps.sh on machines that stubs on the PATH describe: which package managers there are, and which
# libraries are absent.
set -euo pipefail
tools=$(realpath "$(dirname "$1")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# What it fetches goes to the folder beside its own.
mkdir tools
cp "$tools/install-deps.sh" tools
printf '#!/bin/sh\n' >tools/mpi-abi.sh
chmod +x tools/mpi-abi.sh
install_deps=$work/tools/install-deps.sh

fail() {
  echo "$case: $1" >&2
  head -n 50 printed errors >&2
  exit 1
}

stub() { printf '#!/bin/sh\n%s\n' "$2" >"bin/$1" && chmod +x "bin/$1"; }

# A machine with everything but the libraries named, on which the caller is not root.
machine() {
  case=$1
  shift
  rm -rf bin
  mkdir bin
  for tool in sh cat chmod cut find grep head rm sed sort tr; do ln -s "$(command -v $tool)" bin/$tool; done
  printf '%s\n' "$@" >absent
  for tool in make ninja gfortran mpicc mpirun python3; do stub $tool 'exit 0'; done
  stub cmake 'echo "cmake version 3.25.1"'
  stub c++ "! grep -qFf '$work/absent'"
  stub pkg-config "for name; do :; done; ! grep -qxF \"\$name\" '$work/absent'"
  stub id 'echo 1000'
}

# run STATUS ARGS...: its output is in the files `printed` and `errors`.
run() {
  local wanted=$1 status=0
  shift
  env -i PATH="$work/bin" "${variables[@]}" sh "$install_deps" "$@" >printed 2>errors || status=$?
  [ $status = "$wanted" ] || fail "status $status, not $wanted"
}
variables=()

expect_errors() { printf '%s\n' "$@" | diff - errors >&2 || fail "other output than expected"; }
use='To install the missing packages, use one of these commands (all but Homebrew and Spack need root):'

machine 'nothing is missing' none
run 0
if [ -s printed ] || [ -s errors ]; then fail 'it prints something'; fi
run 0 demo

# The names that each package manager has for the same packages.
while IFS='|' read -r manager command; do
  machine "required and optional libraries are missing, $manager" CLI/CLI.hpp nlohmann/json.hpp yaml-0.1 fftw3.h
  stub "$manager" 'exit 0'
  rm bin/mpirun
  run 1
  expect_errors 'Missing and required (build):' '  nlohmann/json.hpp (Debian: nlohmann-json3-dev)' '  yaml-0.1 (Debian: libyaml-dev)' \
    '  CLI/CLI.hpp (Debian: libcli11-dev)' 'Missing and optional:' \
    '  MPI: left out with it: the preload and libcartwright_mpi' \
    '  fftw3.h: left out with it: transforms by FFTW' \
    "$use" "  $command" '  spack install cli11 fftw libyaml nlohmann-json openmpi'
done <<'END'
apt-get|apt-get install libcli11-dev libfftw3-dev libopenmpi-dev libyaml-dev nlohmann-json3-dev openmpi-bin
dnf|dnf install cli11-devel fftw-devel json-devel libyaml-devel openmpi-devel
zypper|zypper install cli11-devel fftw3-devel libyaml-devel nlohmann_json-devel openmpi4-devel
pacman|pacman -S cli11 fftw libyaml nlohmann-json openmpi
brew|brew install cli11 fftw libyaml nlohmann-json open-mpi
END

machine 'only optional parts are missing' fftw3.h scotch/scotch.h asmjit/asmjit.h hwloc
stub dnf 'exit 0'
rm bin/gfortran
run 0 build
expect_errors 'Missing and optional:' '  asmjit/asmjit.h: left out with it: machine code generated for datatypes' \
  '  fftw3.h: left out with it: transforms by FFTW' \
  '  gfortran: left out with it: the Fortran modules' \
  '  scotch/scotch.h: left out with it: graphs partitioned by Scotch' \
  '  hwloc: left out with it: sockets found by hwloc' \
  "$use" '  dnf install asmjit-devel fftw-devel gcc-gfortran hwloc-devel scotch-devel' '  spack install asmjit fftw gcc hwloc scotch'
# The demo shows two of them, and does without all.
run 0 demo
expect_errors 'Missing and optional:' '  asmjit/asmjit.h: left out with it: machine code generated for datatypes' \
  '  fftw3.h: left out with it: transforms by FFTW' "$use" '  dnf install asmjit-devel fftw-devel' '  spack install asmjit fftw'

machine 'there is no Python' none
rm bin/python3
sed 's|/usr/bin/python3|/nowhere/python3|' "$tools/mpi-abi.sh" >tools/mpi-abi.sh
ln -s "$(command -v dirname)" bin/dirname
run 0 demo
[ ! -s errors ] || fail 'the demo asks for Python'
run 0
expect_errors 'mpi-abi.sh: cannot install mpich==5.0.2: there is no python3 (Debian and Ubuntu: the package python3-venv)' \
  'left out without it: the libraries for the standard ABI of MPI 5'
printf '#!/bin/sh\n' >tools/mpi-abi.sh

machine 'the site' none
rm bin/python3
stub dnf 'exit 0'
run 1 site
# The modules of /usr/bin/python3 are those of this machine.
grep -qx 'Missing and required (site):' errors || fail 'it does not say that the site needs something'
grep -qx '  doxygen (Debian: doxygen)' errors || fail 'doxygen is not named'
grep -qx '  python3 (Debian: python3-minimal)' errors || fail 'python3 is not named'

machine 'no package manager is known' pugixml.hpp
run 1
expect_errors 'Missing and required (build):' '  pugixml.hpp (Debian: libpugixml-dev)' "$use" '  apt-get install libpugixml-dev' \
  '  dnf install pugixml-devel' '  zypper install pugixml-devel' '  pacman -S pugixml' '  brew install pugixml' '  spack install pugixml'

machine 'only Spack is there' archive.h
stub spack 'exit 0'
run 1
expect_errors 'Missing and required (build):' '  archive.h (Debian: libarchive-dev)' "$use" '  spack install libarchive'
mkdir -p prefix/include
touch prefix/include/archive.h
variables=("CMAKE_PREFIX_PATH=/nowhere:$work/prefix")
run 0
variables=()

machine 'CMake is too old' none
stub cmake 'echo "cmake version 3.24.9"'
run 1
expect_errors 'Missing and required (build):' '  CMake 3.25 or later (Debian: cmake)' "$use" '  apt-get install cmake' '  dnf install cmake' \
  '  zypper install cmake' '  pacman -S cmake' '  brew install cmake' '  spack install cmake'
stub cmake 'echo "cmake version 4.0.2"'
run 0

machine 'the compiler knows no C++20' '<ranges>'
stub zypper 'exit 0'
run 1
expect_errors 'Missing and required (build):' '  a compiler for C++20 (Debian: g++)' "$use" '  zypper install gcc-c++' '  spack install gcc'
stub new 'exit 0'
stub launcher '"$@"'
variables=(CXX=new)
run 0
variables=()

# As root on Debian. The stub of apt-get installs everything and records its arguments.
debian() {
  machine "$@"
  stub id 'echo 0'
  stub apt-cache "[ \$2 != libasmjit-dev ] || exit 100"
  stub apt-get "echo \"\$@\" >>'$work/asked'; if [ \$1 = install ]; then echo none >'$work/absent'; fi"
  rm -f asked
}
asked() { printf '%s\n' 'update -qq' "install -y -qq --no-install-recommends $1" | diff - asked >&2 || fail 'other packages'; }

debian 'as root on Debian' fmt/core.h hwloc
run 0
asked 'libfmt-dev libhwloc-dev'
grep -qx 'installing: libfmt-dev libhwloc-dev ' printed || fail 'it does not name the packages'

debian 'an older Debian lacks an optional package' archive.h asmjit/asmjit.h
run 0
asked 'libarchive-dev'

debian 'a part of MPICH is installed' ompi-c mpich
rm bin/mpicc bin/mpirun
stub mpirun.mpich 'exit 0'
stub apt-get "echo \"\$@\" >>'$work/asked'"
run 0 demo
asked 'libmpich-dev mpich'
grep -qx '  MPI: left out with it: the preload and libcartwright_mpi' errors || fail 'MPI is not named'

debian 'the installation fails' fmt/core.h
stub apt-get 'exit 100'
run 1
expect_errors 'apt-get update failed' 'apt-get install failed' 'Missing and required (build):' '  fmt/core.h (Debian: libfmt-dev)' \
  "$use" '  apt-get install libfmt-dev' '  spack install fmt'

machine 'a purpose that does not exist' none
run 2 tests
expect_errors "install-deps.sh: unknown purpose 'tests': use build, demo, test, test-all, wheel or site"

# Where Debian's packages cannot be installed, the tests name them.
machine 'the tests' valgrind gtest
run 1 test
grep -qx '  gtest (Debian: libgtest-dev)' errors || fail 'gtest is not named'
if grep -q valgrind errors; then fail 'valgrind is for all tests only'; fi
run 1 test-all
grep -qx '  gtest (Debian: libgtest-dev)' errors || fail 'gtest is not named'
grep -qx '  valgrind (Debian: valgrind)' errors || fail 'valgrind is not named'

# pocketfft is fetched where there is no package of it. Without a network the tests go on without it.
machine 'pocketfft cannot be fetched' pocketfft valgrind
stub python3 'exit 1'
run 1 test-all
grep -qx '  pocketfft_hdronly.h: left out with it: transforms without FFTW' errors || fail 'pocketfft is not named'
machine 'pocketfft is fetched' pocketfft valgrind
stub python3 "[ \$1 != '$work/tools/../tools/get_pocketfft.py' ] || { mkdir -p build/third_party/pocketfft; : >build/third_party/pocketfft/pocketfft_hdronly.h; }"
ln -s "$(command -v mkdir)" bin/mkdir
run 1 test-all
if grep -q pocketfft errors; then fail 'pocketfft is still missing'; fi
