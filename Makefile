# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# The short way in. Everything below is plain CMake underneath: see CMakePresets.json.

.PHONY: help deps deps-test build python packages wheel sbom site demo test lint lint-quick check gpu-check sanitize threads odr libcxx bench install clean

# In the order written: tests need what deps-test installs before anything is configured.
.NOTPARALLEL:

help:
	@echo 'make demo      set everything up, compare mappings, and run a real MPI program without and with Cartwright'
	@echo 'make test      set everything up and pass all tests (also under sanitizers, and a short fuzzing run)'
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

build: deps
	@cmake --preset build --log-level=WARNING
	@cmake --build --preset build

python: deps
	@python/tests/setup.sh build

# Needs doxygen and Python; the rest comes from PyPI.
site:
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

test: lint check sanitize threads

lint: deps-test
	@tools/lint/lint.py

# All gates but clang-tidy, which takes two minutes the first time.
lint-quick: deps-test
	@tools/lint/lint.py --quick

check: deps-test
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release
	@ctest --preset release -j 2

# The tests that can use a GPU, by the driver of this machine, and figures. `make check` runs them by a pretended driver.
gpu-check: deps-test
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release --target gpu_check_programs
	@tools/gpu-check.py build

# The unit tests and the fuzzers, in one build by clang.
sanitize: deps-test
	@cmake --preset sanitize --log-level=WARNING
	@cmake --build --preset sanitize
	@ctest --preset sanitize -j 2

threads: deps-test
	@cmake --preset tsan --log-level=WARNING
	@cmake --build --preset tsan
	@ctest --preset tsan

# Links all libraries and fails if two types have one name. By hand: it compiles everything once more.
odr: deps
	@cmake --preset odr --log-level=WARNING
	@cmake --build --preset odr

# The core and the command with clang and libc++, and without optional libraries. Every source is compiled alone, and must
# include what it uses. Orders of some records differ without Scotch, so their transcripts are left out.
libcxx: deps-test
	@cmake --preset libcxx --log-level=WARNING
	@cmake --build --preset libcxx
	@ctest --preset libcxx -j 2

bench: deps-test
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release --target bench

PREFIX ?= /usr/local
install: build
	@cmake --install build --prefix $(PREFIX)

clean:
	@rm -rf build build-*
