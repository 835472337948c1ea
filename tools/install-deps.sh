#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: install-deps.sh [build | demo | test | test-all | wheel | site]
# Checks that everything is installed to build Cartwright (build, the default), to build and run the demo (demo), to
# build it and run its tests (test) or all checks (test-all), to build the wheels (wheel), or to build the site (site). On Debian
# and Ubuntu, as root, it installs missing packages. Elsewhere it names them for the package managers at hand. It fails if
# something required is missing; without something optional it says which part of Cartwright is left out. For all tests it
# fetches pocketfft from PyPI.
set -eu

source=${0%/*}/..
purpose=${1:-build}
case $purpose in
  build | demo | test | test-all | wheel | site) ;;
  *) echo "install-deps.sh: unknown purpose '$purpose': use build, demo, test, test-all, wheel or site" >&2; exit 2 ;;
esac

# The check | the part of Cartwright that needs it, or "required" | the packages of apt | dnf | zypper | pacman | brew | spack.
# present() below has the kinds of checks.
build_needs='
cmd make|required|make|make|make|make|make|gmake
cmake 3.25|required|cmake|cmake|cmake|cmake|cmake|cmake
cmd ninja|required|ninja-build|ninja-build|ninja|ninja|ninja|ninja
cxx C++20|required|g++|gcc-c++|gcc-c++|gcc|gcc|gcc
cmd pkg-config|required|pkgconf|pkgconf-pkg-config|pkgconf-pkg-config|pkgconf|pkgconf|pkgconf
lib fmt/core.h|required|libfmt-dev|fmt-devel|fmt-devel|fmt|fmt|fmt
lib nlohmann/json.hpp|required|nlohmann-json3-dev|json-devel|nlohmann_json-devel|nlohmann-json|nlohmann-json|nlohmann-json
lib pugixml.hpp|required|libpugixml-dev|pugixml-devel|pugixml-devel|pugixml|pugixml|pugixml
lib archive.h|required|libarchive-dev|libarchive-devel|libarchive-devel|libarchive|libarchive|libarchive
pkg yaml-0.1|required|libyaml-dev|libyaml-devel|libyaml-devel|libyaml|libyaml|libyaml
lib CLI/CLI.hpp|required|libcli11-dev|cli11-devel|cli11-devel|cli11|cli11|cli11
'
mpi_needs='
mpi MPI|the preload and libcartwright_mpi|openmpi-bin libopenmpi-dev|openmpi-devel|openmpi4-devel|openmpi|open-mpi|openmpi
'
demo_needs='
lib asmjit/asmjit.h|machine code generated for datatypes|libasmjit-dev|asmjit-devel|asmjit-devel|asmjit|asmjit|asmjit
lib fftw3.h|transforms by FFTW|libfftw3-dev|fftw-devel|fftw3-devel|fftw|fftw|fftw
'
optional_needs='
cmd gfortran|the Fortran modules|gfortran|gcc-gfortran|gcc-fortran|gcc-fortran|gcc|gcc
lib scotch/scotch.h|graphs partitioned by Scotch|libscotch-dev|scotch-devel|scotch-devel|scotch|scotch|scotch
pkg hwloc|sockets found by hwloc|libhwloc-dev|hwloc-devel|hwloc-devel|hwloc|hwloc|hwloc
'
# The tests run on Debian and Ubuntu only; other systems get the names of these packages.
test_needs='
cmd mpirun.openmpi|required|openmpi-bin
cmd mpirun.mpich|required|mpich
pkg ompi-c|required|libopenmpi-dev
pkg mpich|required|libmpich-dev
pkg fftw3f|required|libfftw3-dev
pkg fftw3l|required|libfftw3-dev
pkg hwloc|required|libhwloc-dev
pkg gtest|required|libgtest-dev
cmd python3|required|python3-minimal
python ensurepip|required|python3-venv
include Python.h|required|python3-dev
cmd unshare|required|util-linux
'
# All tests compare with other programs, too: compilers, a batch system, simulators, fabrics, a browser.
all_needs='
path /usr/include/fftw3-mpi.h|required|libfftw3-mpi-dev
pocketfft pocketfft_hdronly.h|transforms without FFTW|ca-certificates
pkg benchmark|required|libbenchmark-dev
clang 16|required|clang-16
fuzzer libFuzzer|required|libclang-rt-16-dev
libcxx libc++|required|libc++-16-dev libc++abi-16-dev
cmd aarch64-linux-gnu-gcc|required|gcc-aarch64-linux-gnu
path /usr/aarch64-linux-gnu/lib/libc.a|required|libc6-dev-arm64-cross
cmd qemu-aarch64|required|qemu-user
cmd valgrind|required|valgrind
cmd doxygen|required|doxygen
cmd abidiff|required|abigail-tools
cmd dpkg-shlibdeps|required|dpkg-dev
cmd file|required|file
cmd git|required|git
cmd man|required|man-db
cmd lstopo-no-graphics|required|hwloc-nox
python jsonschema|required|python3-jsonschema
cmd ip|required|iproute2
path /usr/sbin/munged|required|munge
path /usr/sbin/slurmctld|required|slurmctld
path /usr/sbin/slurmd|required|slurmd
cmd srun|required|slurm-client
cmd node|required|nodejs
cmd npm|required|npm
cmd chromium|required|chromium
path /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf|required|fonts-dejavu-core
cmd smpirun|required|libsimgrid-dev
pkg simgrid|required|libsimgrid-dev
cmd mmdebstrap|required|mmdebstrap
path /usr/bin/ibsim|required|ibsim-utils
path /usr/sbin/opensm|required|opensm
path /usr/sbin/dump_fts|required|infiniband-diags
'
# Wheels hold the libraries for two MPIs of Debian, and static libraries. Debian has those beside the shared ones, but for these two.
wheel_needs='
cmd mpirun.openmpi|required|openmpi-bin
cmd mpirun.mpich|required|mpich
pkg ompi-c|required|libopenmpi-dev
pkg mpich|required|libmpich-dev
lib zstd.h|required|libzstd-dev
lib lz4.h|required|liblz4-dev
lib lzma.h|required|liblzma-dev
lib bzlib.h|required|libbz2-dev
lib asmjit/asmjit.h|required|libasmjit-dev
lib scotch/scotch.h|required|libscotch-dev
cmd git|required|git
cmd python3|required|python3-minimal
python ensurepip|required|python3-venv
include Python.h|required|python3-dev
cmd unzip|required|unzip
'
site_needs='
cmd doxygen|required|doxygen|doxygen|doxygen|doxygen|doxygen|doxygen
cmd python3|required|python3-minimal|python3|python3|python|python|python
python ensurepip|required|python3-venv|python3|python3|python|python|python
'
case $purpose in
  build) needs=$build_needs$mpi_needs$demo_needs$optional_needs ;;
  demo) needs=$build_needs$mpi_needs$demo_needs ;;
  test) needs=$build_needs$demo_needs$optional_needs$test_needs ;;
  test-all) needs=$build_needs$demo_needs$optional_needs$test_needs$all_needs ;;
  wheel) needs=$build_needs$wheel_needs ;;
  site) needs=$site_needs ;;
esac

# A package manager and its column above; its command.
managers='
apt-get|3|apt-get install
dnf|4|dnf install
zypper|5|zypper install
pacman|6|pacman -S
brew|7|brew install
spack|8|spack install
'

has_command() { command -v "$1" >/dev/null 2>&1; }

# The compiler that CMake would take: $CXX, or the first one that is there.
compiler() {
  if [ -n "${CXX:-}" ]; then echo "$CXX"; return; fi
  for name in c++ g++ clang++; do
    if has_command "$name"; then echo "$name"; return; fi
  done
  echo c++
}

# Compiles standard input. CXX may be several words, as in "ccache g++".
compiles() { $(compiler) -std=c++20 -fsyntax-only -x c++ - >/dev/null 2>&1; }

# The clang that the tests use, as in cmake/clang.cmake.
clang() {
  for version in 16 17 18 19 20 21 22; do
    if has_command clang++-$version; then echo clang++-$version; return; fi
  done
}

# The version of cmake, if it is at least $1. Both have the form MAJOR.MINOR.
cmake_from() {
  version=$(cmake --version 2>/dev/null | sed -n 's/^cmake version \([0-9]*\.[0-9]*\).*/\1/p')
  [ -n "$version" ] || return 1
  [ "${version%.*}" -gt "${1%.*}" ] || { [ "${version%.*}" -eq "${1%.*}" ] && [ "${version#*.}" -ge "${1#*.}" ]; }
}

# A header that the compiler finds, or in a folder where CMake looks: Spack and pip have their packages there. It is not compiled:
# some need others before them.
has_header() {
  if printf '#if !__has_include(<%s>)\n#error\n#endif\n' "$1" | compiles; then return 0; fi
  (
    IFS=:
    for prefix in ${CMAKE_PREFIX_PATH:-}; do
      if [ -e "$prefix/include/$1" ]; then exit 0; fi
    done
    exit 1
  )
}

# Headers and a launcher, of any MPI. On a Cray the compilers themselves know MPI.
has_mpi() {
  has_command mpirun || has_command mpiexec || has_command srun || return 1
  has_command mpicc || pkg-config --exists ompi-c 2>/dev/null || pkg-config --exists mpich 2>/dev/null || [ -n "${CRAY_MPICH_DIR:-}" ]
}

present() {
  case $1 in
    cmd) has_command "$2" ;;
    path) [ -e "$2" ] ;;
    pkg) pkg-config --exists "$2" 2>/dev/null ;;
    lib) has_header "$2" ;;
    pocketfft) has_header "$2" || [ -e "$source/build/third_party/pocketfft/$2" ] ;;
    cmake) cmake_from "$2" ;;
    cxx) printf '#include <ranges>\n#include <span>\nstatic_assert(std::ranges::range<std::span<int>>);\n' | compiles ;;
    mpi) has_mpi ;;
    python) # Debian's packages are for /usr/bin/python3; another Python may come first on the PATH.
      /usr/bin/python3 -c "import $2" >/dev/null 2>&1 || python3 -c "import $2" >/dev/null 2>&1 ;;
    include) # a header of the interpreter
      for python in /usr/bin/python3 python3; do
        [ ! -e "$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))' 2>/dev/null)/$2" ] || return 0
      done
      return 1 ;;
    clang) [ -n "$(clang)" ] ;;
    fuzzer) # libFuzzer and the sanitizers belong to one version of clang.
      test -n "$(find "$($(clang) -print-resource-dir 2>/dev/null)/lib" -name 'libclang_rt.fuzzer-*.a' 2>/dev/null)" ;;
    libcxx) echo '#include <ranges>' | $(clang) -stdlib=libc++ -std=c++20 -fsyntax-only -x c++ - >/dev/null 2>&1 ;;
  esac
}

# The lines of `needs` that are not met.
find_missing() {
  echo "$needs" | while IFS= read -r line; do
    [ -n "$line" ] || continue
    # shellcheck disable=SC2086  # two words: the kind and the name
    present ${line%%|*} || echo "$line"
  done
}

# The words of a check for people.
label() {
  case $1 in
    cmake) echo "CMake $2 or later" ;;
    cxx) echo "a compiler for $2" ;;
    *) echo "$2" ;;
  esac
}

# packages COLUMN: those of the missing lines, in one line.
packages() { echo "$missing" | cut -d'|' -f"$1" | tr ' ' '\n' | sort -u | tr '\n' ' ' | sed 's/^ *//; s/ *$//'; }

# If a part of MPICH is installed and nothing of Open MPI, the rest of MPICH is the smaller step.
prefer_installed_mpi() {
  if has_command mpirun.mpich && ! has_command mpirun.openmpi; then
    sed 's/libopenmpi-dev/libmpich-dev/; s/openmpi-bin/mpich/'
  else
    cat
  fi
}

install_with_apt() {
  export DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes
  apt-get update -qq || echo "apt-get update failed" >&2
  wanted=$(packages 3 | prefer_installed_mpi)
  if [ "$purpose" = test-all ]; then
    # A release without clang 16 has newer ones.
    if ! apt-cache show clang-16 >/dev/null 2>&1; then
      newest=$(apt-cache search --names-only '^clang-[0-9]+$' | sed -n 's/^clang-\([0-9]*\) .*/\1/p' | sort -n | tail -n 1)
      wanted=$(echo "$wanted" | sed -E "s/(clang|clang-rt|libc\+\+|libc\+\+abi)-16/\1-${newest:-16}/g")
    fi
    # The daemons of munge and Slurm are not started: in a container that fails, and the installation with it.
    policy=/usr/sbin/policy-rc.d
    if [ ! -e $policy ]; then
      trap 'rm -f $policy' EXIT
      printf '#!/bin/sh\nexit 101\n' >$policy
      chmod 755 $policy
    fi
  fi
  # An older release may lack an optional package; apt-get would then install none.
  wanted=$(for package in $wanted; do if apt-cache show "$package" >/dev/null 2>&1; then printf '%s ' "$package"; fi; done)
  echo "installing: $wanted"
  # shellcheck disable=SC2086  # many packages
  apt-get install -y -qq --no-install-recommends $wanted >/dev/null || echo "apt-get install failed" >&2
}

# For each package manager found, the command that installs the missing packages. Spack needs no root.
print_commands() {
  found=$(echo "$managers" | while IFS='|' read -r name column command; do
    if [ -n "$name" ] && { has_command "$name" || [ "$name" = spack ]; }; then echo "$name|$column|$command"; fi
  done)
  # With none of them, all are printed.
  [ "$found" != 'spack|8|spack install' ] || has_command spack || found=$managers
  echo "$found" | while IFS='|' read -r name column command; do
    [ -z "$name" ] || echo "  $command $(packages "$column")"
  done
}

# An MPI with the standard ABI of MPI 5, from PyPI: without it the libraries for that ABI are left out.
get_abi() {
  case $purpose in demo | test | site) return 0 ;; esac
  "$source/tools/mpi-abi.sh" || echo "left out without it: the libraries for the standard ABI of MPI 5" >&2
}

missing=$(find_missing)
if [ -n "$missing" ] && [ "$(id -u)" = 0 ] && has_command apt-get; then
  install_with_apt
  missing=$(find_missing)
fi

# No release of Debian or Ubuntu has a package of it.
case $missing in
  *'pocketfft '*) python3 "$source/tools/get_pocketfft.py" && missing=$(find_missing) ;;
esac

required=$(echo "$missing" | grep '|required|' || :)
[ -n "$required" ] || get_abi
[ -n "$missing" ] || exit 0
optional=$(echo "$missing" | grep -v '|required|' || :)
{
  if [ -n "$required" ]; then
    echo "Missing and required ($purpose):"
    # shellcheck disable=SC2086  # two words
    echo "$required" | while IFS='|' read -r need _ package _; do echo "  $(label $need) (Debian: $package)"; done
  fi
  if [ -n "$optional" ]; then
    echo "Missing and optional:"
    echo "$optional" | while IFS='|' read -r need part _; do echo "  ${need#* }: left out with it: $part"; done
  fi
  if [ "$purpose" = wheel ]; then
    echo "Wheels are built on Debian and Ubuntu; as root, $0 wheel installs these packages there."
  elif [ "$purpose" = test ] || [ "$purpose" = test-all ]; then
    echo "The tests run on Debian and Ubuntu; as root, $0 $purpose installs these packages there."
  else
    echo "To install the missing packages, use one of these commands (all but Homebrew and Spack need root):"
    print_commands
  fi
} >&2
[ -z "$required" ] || exit 1
