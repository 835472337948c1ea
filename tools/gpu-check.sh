#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: gpu-check.sh GPU_TESTS
# Runs the tests of kernels on the GPU of this machine, by its own driver, or says that there is none.
set -eu
driver=${CARTWRIGHT_TEST_DRIVER:-libcuda.so.1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0
CARTWRIGHT_TEST_DRIVER=$driver "$1" >"$folder/out" 2>&1 || status=$?
if grep -q '^GPU: ' "$folder/out"; then
  cat "$folder/out"
  exit "$status"
fi
echo "gpu-check: nothing ran, there is no GPU here: $(grep -m 1 -F "$driver" "$folder/out" || tail -n 1 "$folder/out")"
