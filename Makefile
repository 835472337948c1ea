# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# The short way in. Everything below is plain CMake underneath: see CMakePresets.json.

.PHONY: help deps deps-test deps-all build python packages wheel sbom site demo test test-all checks rest long lint lint-quick gpu-check fuzz sanitize \
  threads clean-roots odr libcxx bench install clean

# In the order written: tests need what deps-all installs before anything is configured. Only `make checks` lets some go beside
# each other.
ifndef BESIDE
.NOTPARALLEL:
endif

help:
	@echo 'make demo      set everything up, compare mappings, and run a real MPI program without and with Cartwright'
	@echo 'make test      set everything up and pass the tests, in 11 to 21 minutes'
	@echo 'make test-all  pass what each change must: make test, make lint-quick, slower tests, fuzzers, empty systems'
	@echo 'make sanitize  all unit tests under AddressSanitizer; make threads: some under ThreadSanitizer'
	@echo 'make lint      check the text: format, clang-tidy, spelling, English, scripts, types, the floor plan'
	@echo 'make build     only build: the command is build/bin/cartwright'
	@echo 'make python    the Python package, in build/python/venv'
	@echo 'make site      the documentation as a site: build/site/html/index.html'
	@echo 'make wheel     wheels for every Python at hand, built and tested, in build/wheel/dist'
	@echo 'make packages  packages for this Debian or Ubuntu, in build-packages/deb'
	@echo 'make gpu-check  run all tests that can use a GPU on that of this machine, and measure it'
	@echo 'make sbom      bills of materials of the wheels and packages that were built'
	@echo 'make bench     the tables of docs/benchmarks.md, measured here'
	@echo 'make install   install what was built (PREFIX=/usr/local)'
	@echo 'make clean     remove all build folders'

deps:
	@tools/install-deps.sh build

deps-test:
	@tools/install-deps.sh test

deps-all:
	@tools/install-deps.sh test-all

build: deps
	@cmake --preset build --log-level=WARNING
	@cmake --build --preset build

python: deps
	@python/tests/setup.sh build

# Needs doxygen, Python and the command, whose help is on a page; the rest comes from PyPI.
site: deps
	@cmake --preset build --log-level=WARNING
	@cmake --build --preset build --target cartwright
	@tools/site/build.sh build/site

# docs/packages.md says how they are checked.
packages: deps
	@packaging/debian/build.sh

# docs/packages.md says what they hold.
wheel:
	@tools/install-deps.sh wheel
	@tools/wheel/build.sh
	@tools/wheel/test.sh

# docs/packages.md says what they hold.
sbom:
	@tools/sbom/sbom.sh

# Builds only the programs that the demo runs, for one MPI.
demo:
	@tools/install-deps.sh demo
	@cmake --preset build --log-level=WARNING
	@cmake --build --preset demo
	@examples/demo.sh build

# The core, the command, both MPIs, Python. It needs nothing but the packages of the build, both MPIs and GoogleTest.
# Tests under MPI count as two processes, and wait for a third of their time: two of them go at once on two cores.
test: deps-test
	@cmake --preset test --log-level=WARNING
	@cmake --build --preset test
	@ctest --preset test -j 4 --output-junit junit-test.xml --test-output-size-passed 100000000
	@tools/check-skips.py build/junit-test.xml

# A warning is an error there. It is one for `make test` within test-all, too: other options would compile everything again.
test-all checks: export WERROR = ON

# `make test` comes first: the others install compilers, a batch system, simulators and a browser.
test-all: test checks
# Those that have build folders of their own and wait for nothing that is timed go beside each other; each prints when it ends.
# They keep two cores busy, while an empty system waits for its packages.
checks: deps-all
	@$(MAKE) -j 3 --no-print-directory --output-sync=recurse BESIDE=yes clean-roots fuzz lint-quick
	@$(MAKE) rest

lint: deps-all
	@tools/lint/lint.py

# All gates but clang-tidy, which takes minutes the first time.
lint-quick: deps-all
	@tools/lint/lint.py --quick

# Tests that take long and find little: suites of mpi4py, messages on pretended GPUs in many ways, the network study,
# the commands of all pages, and what tests do under another MPI or with fewer processes, too: the probe of collectives,
# counts of instructions, random transforms, collectives that forward, Python under PyPI's.
LONG := ^(python\.mpi4py|suites\.|mpi\..*segments_gpu|mpi\..*gpu\.segments|mpi\.openmpi\.patterns|site\.packages)
LONG := $(LONG)|^(python\.(fft|halo)\..*-pypi|site\.shell|cluster\.calibrate\.openmpi|packages\.sbom|gpu_check|NetworkStudy|mpi\..*\.(fft_bench|large_on|cart_map)|cluster\.network)
LONG := $(LONG)|^(mpi\.mpich\.(instructions|fft_random\.(8|12|28)|fft_timeout)|mpi\..*forwarded\.[678]\.|python\.forwarded\.5)

# The tests that `make test` leaves out, but for those.
rest: deps-all
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release
	@ctest --preset rest -E '$(LONG)' -j 4 --output-junit junit-rest.xml --test-output-size-passed 100000000
	@tools/check-skips.py build/junit-rest.xml

# By hand.
long: deps-all
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release
	@ctest --preset rest -R '$(LONG)' -j 4

# The tests that can use a GPU, by the driver of this machine, and figures. `make rest` runs them by a pretended driver.
gpu-check: deps-all
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release --target gpu_check_programs
	@tools/gpu-check.py build

# The fuzzers, not optimized: that compiles in a quarter of the time.
fuzz: deps-all
	@cmake --preset fuzz --log-level=WARNING
	@cmake --build --preset fuzz
	@ctest --preset fuzz -j 2

# By hand: the unit tests and the fuzzers, in a build that is optimized.
sanitize: deps-all
	@cmake --preset sanitize --log-level=WARNING
	@cmake --build --preset sanitize
	@ctest --preset sanitize -j 2

# By hand, too.
threads: deps-all
	@cmake --preset tsan --log-level=WARNING
	@cmake --build --preset tsan
	@ctest --preset tsan

# The demo in an empty Debian, and what is installed, moved, on a system that has only libraries to run it.
clean-roots: deps-all
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release
	@tests/install/clean.sh build

# Links all libraries and fails if two types have one name. By hand: it compiles everything once more.
odr: deps
	@cmake --preset odr --log-level=WARNING
	@cmake --build --preset odr

# The core and the command with clang and libc++, and without optional libraries. Every source is compiled alone, and must
# include what it uses. Orders of some records differ without Scotch, so their transcripts are left out.
libcxx: deps-all
	@cmake --preset libcxx --log-level=WARNING
	@cmake --build --preset libcxx
	@ctest --preset libcxx -j 2

bench: deps-all
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release --target bench

PREFIX ?= /usr/local
install: build
	@cmake --install build --prefix $(PREFIX)

clean:
	@rm -rf build build-*
