#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
# usage: man.sh MAN FOLDER: renders every man page in the folder. Fails on a warning, a missing page or an empty one.
set -eu
for command in '' -map -compare -evaluate -dims -machine -study -datatype -run -cluster -version; do
  page=$2/cartwright$command.1
  warnings=$(MANROFFOPT="" LC_ALL=C.UTF-8 "$1" -l --warnings "$page" 2>&1 > /dev/null)
  if [ -n "$warnings" ]; then echo "$page: $warnings" >&2; exit 1; fi
  MANWIDTH=80 "$1" -l "$page" | grep -q EXAMPLES || { echo "$page has no examples" >&2; exit 1; }
done
