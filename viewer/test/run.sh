#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
# Tests the viewer in a copy of its sources, which leaves no files among them.
# usage: run.sh SOURCE_DIR WORK_DIR modules|bundle|unit|browser
set -eu
source=$1 work=$2
mkdir -p "$work" && cd "$work"
case $3 in
  modules) # installs the modules of package-lock.json once
    cp "$source/package.json" "$source/package-lock.json" .
    cmp -s package-lock.json node_modules/.lock && exit 0
    npm ci --ignore-scripts --no-audit --no-fund
    cp package-lock.json node_modules/.lock ;;
  bundle) # the committed page must be the one that the sources make
    rm -rf src test
    cp -R "$source/src" "$source/test" "$source/build.mjs" "$source/tsconfig.json" .
    npm run check
    npm run build
    cmp dist/view.html "$source/dist/view.html" || {
      echo "viewer/dist/view.html differs from the page of the sources: cp $work/dist/view.html $source/dist/" >&2
      exit 1
    } ;;
  unit) node test/unit/run.mjs ;;
  browser) node --test test/browser/view.test.mjs ;;
esac
