#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks the easyconfig with EasyBuild (style, and a dry run that finds all dependencies), and renders the conda recipe for each
# MPI with rattler-build. Both come from PyPI into build/recipes. EasyBuild needs Lmod, and as root a checkout that others can
# read. usage: check-recipes.sh
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$PWD/build/recipes
lmod=${LMOD_CMD:-/usr/share/lmod/lmod/libexec/lmod}
[ -x "$lmod" ] || { echo "check-recipes.sh: no Lmod at $lmod: install the package lmod, or set LMOD_CMD" >&2; exit 1; }
if ! cmp -s packaging/requirements.txt "$tools/requirements.txt"; then
  /usr/bin/python3 -m venv --clear "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check -r packaging/requirements.txt
  cp packaging/requirements.txt "$tools/"
fi

"$tools/bin/python" packaging/conda/check.py

# EasyBuild refuses to run as root.
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
as_user=()
if [ "$(id -u)" = 0 ]; then
  chown nobody "$home"
  as_user=(setpriv --reuid nobody --regid nogroup --clear-groups)
fi
for check in --check-style --dry-run; do
  (cd "$home" && "${as_user[@]}" env HOME="$home" EB_PYTHON="$tools/bin/python" PATH="$tools/bin:$PATH" \
    LMOD_CMD="$lmod" \
    "$tools/bin/eb" $check --robot="$tools/easybuild/easyconfigs" "$OLDPWD"/packaging/easybuild/*.eb)
done
