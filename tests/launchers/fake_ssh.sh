#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
# Stands in for ssh: runs the command here and tells it which host it was meant for.
while :; do
  case $1 in -*) shift ;; *) break ;; esac
done
FAKE_HOST=$1
# Daemons that believe to be on different hosts must not meet in one folder.
TMPDIR=${TMPDIR:-/tmp}/$FAKE_HOST
export FAKE_HOST TMPDIR
mkdir -p "$TMPDIR"
shift
exec sh -c "$*"
