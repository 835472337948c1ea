# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
# Common functions of the scripts in this folder, which set $cartwright.

fail() {
  echo "$0: $*" >&2
  exit 1
}

# Skips the test, with the reason, if this machine cannot make a cluster. This depends only on the command's error
# message: any other failure is a real one.
skip_unless_possible() {
  output=$("$cartwright" cluster --hosts 1 "$@" -- true 2>&1) && return
  case $output in
    *'needs root'* | *'needs the tool'* | *'in a container'* | *'which this kernel lacks'*)
      echo "skipped: $output"
      exit 77
      ;;
    *) fail "$output" ;;
  esac
}
