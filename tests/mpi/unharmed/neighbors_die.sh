#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
# neighbors_die.sh COMMAND ...: a process is killed in a neighborhood collective. The launcher must end the others.
set -u
timeout 90 "$@" > /dev/null 2>&1 < /dev/null
status=$?
if ((status == 0 || status == 124)); then
  echo "ended with $status" >&2
  exit 1
fi
