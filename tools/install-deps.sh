#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Makes sure that everything needed to build Cartwright is there, and with the argument "test" also what its tests are
# held against. On Debian and Ubuntu, as root, it installs what is missing; elsewhere it names it, with the package to
# ask for, and stops.
set -eu

# What has to be there | the Debian package that brings it. A line "cmd NAME" is a command to find on the
# PATH, "pkg NAME" a package known to pkg-config, "file NAME" a header, "path NAME" a file, "python NAME" a module,
# "include NAME" a header of the interpreter.
needs='
cmd make|make
cmd cmake|cmake
cmd ninja|ninja-build
cmd g++|g++
cmd gfortran|gfortran
cmd pkg-config|pkgconf
cmd clang++|clang
cmd python3|python3-minimal
cmd man|man-db
cmd valgrind|valgrind
python jsonschema|python3-jsonschema
python ensurepip|python3-venv
include Python.h|python3-dev
cmd ip|iproute2
cmd unshare|util-linux
cmd mpirun.openmpi|openmpi-bin
cmd mpirun.mpich|mpich
pkg hwloc|libhwloc-dev
pkg fmt|libfmt-dev
pkg nlohmann_json|nlohmann-json3-dev
pkg pugixml|libpugixml-dev
pkg libarchive|libarchive-dev
pkg yaml-0.1|libyaml-dev
pkg fftw3|libfftw3-dev
pkg fftw3f|libfftw3-dev
pkg fftw3l|libfftw3-dev
path /usr/include/fftw3-mpi.h|libfftw3-mpi-dev
pkg gtest|libgtest-dev
pkg benchmark|libbenchmark-dev
pkg ompi-c|libopenmpi-dev
pkg mpich|libmpich-dev
file CLI/CLI.hpp|libcli11-dev
file scotch/scotch.h|libscotch-dev
file asmjit/asmjit.h|libasmjit-dev
cmd aarch64-linux-gnu-gcc|gcc-aarch64-linux-gnu
path /usr/aarch64-linux-gnu/lib/libc.a|libc6-dev-arm64-cross
cmd qemu-aarch64|qemu-user
clang fuzzer|libclang-rt-14-dev
'

# What only tests are held against: a batch system, a simulator, fabrics, a browser.
test_needs='
path /usr/sbin/munged|munge
path /usr/sbin/slurmctld|slurmctld
path /usr/sbin/slurmd|slurmd
cmd srun|slurm-client
cmd node|nodejs
cmd npm|npm
cmd chromium|chromium
path /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf|fonts-dejavu-core
cmd smpirun|libsimgrid-dev
pkg simgrid|libsimgrid-dev
path /usr/bin/ibsim|ibsim-utils
path /usr/sbin/opensm|opensm
path /usr/sbin/dump_fts|infiniband-diags
'
if [ "${1:-}" = test ]; then needs=$needs$test_needs; fi

present() {
  case $1 in
    cmd) command -v "$2" >/dev/null 2>&1 ;;
    path) [ -e "$2" ] ;;
    pkg) pkg-config --exists "$2" 2>/dev/null ;;
    file) printf '#include <%s>\n' "$2" | g++ -std=c++17 -fsyntax-only -x c++ - >/dev/null 2>&1 ;;
    python) # of the system, which packages are for, or of whoever comes first on the PATH
      /usr/bin/python3 -c "import $2" >/dev/null 2>&1 || python3 -c "import $2" >/dev/null 2>&1 ;;
    include)
      for python in /usr/bin/python3 python3; do
        [ ! -e "$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))' 2>/dev/null)/$2" ] || return 0
      done
      return 1 ;;
    clang) # libFuzzer and the sanitizers come with the runtime library of whichever clang is installed
      test -n "$(find "$(clang++ -print-resource-dir 2>/dev/null)/lib" -name 'libclang_rt.fuzzer-*.a' 2>/dev/null)" ;;
  esac
}

missing() {
  echo "$needs" | while IFS='|' read -r need package; do
    [ -n "$need" ] || continue
    # shellcheck disable=SC2086  # two words: the kind and the name
    present $need || echo "$package|${need#* }"
  done
}

lacking=$(missing)
[ -n "$lacking" ] || exit 0
packages=$(echo "$lacking" | cut -d'|' -f1 | sort -u | tr '\n' ' ')

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "installing: $packages"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  # The version of clang, and with it of its runtime, differs between releases.
  runtime=$(apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\).*/libclang-rt-\1-dev/p' | head -n 1)
  packages=$(echo "$packages" | sed "s/libclang-rt-14-dev/${runtime:-libclang-rt-14-dev}/")
  # No daemon of a package (munge, Slurm) is started: in a container that fails, and the installation with it.
  policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    trap 'rm -f $policy' EXIT
    printf '#!/bin/sh\nexit 101\n' >$policy
    chmod 755 $policy
  fi
  # shellcheck disable=SC2086
  apt-get install -y -qq --no-install-recommends $packages >/dev/null
  lacking=$(missing)
  [ -n "$lacking" ] || exit 0
fi

echo "Cartwright cannot be built${1:+ and tested} yet. Missing (and the Debian package that has it):" >&2
echo "$lacking" | while IFS='|' read -r package name; do echo "  $name ($package)" >&2; done
echo "Install them, or on Debian and Ubuntu run this again as root." >&2
exit 1
