#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Writes the bill of materials of each wheel and Debian package beside it, as NAME.cdx.json, in the format CycloneDX 1.6: all
# files with their checksums, what was compiled or linked into them with its license, and what they need besides.
# usage: sbom.sh [BUILD FILE...]
# BUILD is the folder of the build that made the files; without arguments, all wheels of `make wheel` and packages of `make
# packages` are described. The tools come from PyPI into build/sbom.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
venv=${CARTWRIGHT_SBOM_VENV:-$here/../../build/sbom}
if ! cmp -s "$here/requirements.txt" "$venv/requirements.txt"; then
  python=python3
  [ ! -x /usr/bin/python3 ] || python=/usr/bin/python3
  "$python" -m venv --clear "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"
  cp "$here/requirements.txt" "$venv/"
fi
if [ $# -gt 0 ]; then exec "$venv/bin/python" "$here/sbom.py" "$@"; fi

cd "$here/../.."
described=
describe() {
  [ -e "$2" ] || return 0
  "$venv/bin/python" "$here/sbom.py" "$@"
  described=yes
}
describe build/wheel/cmake build/wheel/dist/*.whl
describe build-packages build-packages/deb/*.deb
[ -n "$described" ] || { echo "sbom.sh: neither wheels nor packages: run make wheel or make packages" >&2; exit 1; }
