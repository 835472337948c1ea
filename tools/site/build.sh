#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: build.sh FOLDER
# Builds the site of docs/ as FOLDER/html, and fails on a warning, a broken link, or a page that needs the network. It needs
# doxygen and Python, which it installs where it can; the other tools come from PyPI at the versions in requirements.txt, in
# the environment FOLDER/venv. The help of build/bin/cartwright, or of CARTWRIGHT_COMMAND, is on a page.
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
tools/install-deps.sh site
python3 tools/lint/environment.py "$folder/venv" tools/site/requirements.txt

# The descriptions of the public headers, for Breathe. The gate doxygen complains of what they lack.
(
  cat docs/Doxyfile
  echo "OUTPUT_DIRECTORY = $folder"
  echo "GENERATE_HTML = NO"
  echo "GENERATE_XML = YES"
  # Breathe has no anchors for files.
  echo "AUTOLINK_SUPPORT = NO"
  echo "SHOW_HEADERFILE = NO"
  echo "SHOW_INCLUDE_FILES = NO"
  echo "WARN_IF_UNDOCUMENTED = NO"
  echo "WARN_NO_PARAMDOC = NO"
) | doxygen -
# It writes private classes and friends, too, and Breathe would show them.
sed -i -e '/<innerclass .*prot="private"/d' -e '/<memberdef kind="friend" .*prot="private"/,/<\/memberdef>/d' "$folder"/xml/*.xml

CARTWRIGHT_DOXYGEN_XML=$folder/xml PYTHONDONTWRITEBYTECODE=1 \
  "$folder/venv/bin/sphinx-build" --quiet -W --keep-going --nitpicky -b html -d "$folder/doctrees" docs "$folder/html"
python3 tools/site/check.py "$folder/html" reference-python.html python/cartwright
echo "$folder/html/index.html"
