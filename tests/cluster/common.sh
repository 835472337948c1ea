# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
# For the scripts beside it, which set $cartwright: what they share.

fail() {
  echo "$0: $*" >&2
  exit 1
}

# Skips the test, and says why, where this machine cannot make a cluster. Only what the command says of the machine
# counts: any other failure is one.
skip_unless_possible() {
  said=$("$cartwright" cluster --hosts 1 "$@" -- true 2>&1) && return
  case $said in
    *'needs root'* | *'needs the tool'* | *'in a container'* | *'which this kernel lacks'*)
      echo "skipped: $said"
      exit 77
      ;;
    *) fail "$said" ;;
  esac
}
