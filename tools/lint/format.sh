#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Formats all C, C++ and CMake files, and mends what ruff can, with the versions of tools/lint/requirements.txt.
set -eu
cd "$(dirname "$0")/../.."
tools/lint/lint.py --set-up
export PATH="$PWD/build/lint/venv/bin:$PATH"
names() { git ls-files --cached --others --exclude-standard -- "$@"; }
names '*.c' '*.h' '*.cpp' '*.hpp' | grep -v -e '^viewer/' -e '^tests/data/' | xargs clang-format -i
names '*CMakeLists.txt' '*.cmake' | xargs gersemi --in-place --quiet
# What it cannot mend is left to `make lint`.
ruff check --fix --quiet . >/dev/null || true
