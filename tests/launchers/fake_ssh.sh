#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
# Replaces ssh: runs the command here, with the name of the host in FAKE_HOST.
while :; do
  case $1 in -*) shift ;; *) break ;; esac
done
FAKE_HOST=$1
# Daemons of different fake hosts must not share a temporary folder.
TMPDIR=${TMPDIR:-/tmp}/$FAKE_HOST
export FAKE_HOST TMPDIR
mkdir -p "$TMPDIR"
shift
exec sh -c "$*"
