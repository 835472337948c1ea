#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
# usage: completion.sh FILE: checks the completions that bash offers for incomplete command lines.
set -u
# shellcheck disable=SC1090
source "$1"
compopt() { :; }  # exists only in an interactive bash
status=0

# offers WANTED WORD...: the last word is the one to complete.
offers() {
  local wanted=$1
  shift
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
  _cartwright
  if [[ ${COMPREPLY[*]} != "$wanted" ]]; then
    echo "$*: offers '${COMPREPLY[*]}', not '$wanted'" >&2
    status=1
  fi
}

offers "map machine" cartwright ma
offers "--machine --mapping" cartwright map --ma
offers "fast balanced best" cartwright map --tier ""
offers "morton" cartwright map --mapping mo
offers "rankfile= rankfile4= ranks=" cartwright map --write ra
offers "nn" cartwright compare --stencil nn
offers "/dev/null" cartwright map --machine /dev/nul
offers "/dev/null" cartwright map --write csv = /dev/nul
offers "show" cartwright datatype sh
offers "--force" cartwright study --f
exit $status
