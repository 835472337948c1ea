#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Builds the packages for this release of Debian or Ubuntu into build-packages/deb, and checks them with lintian, if it is
# installed. usage: build.sh [CMake options], such as -DCARTWRIGHT_MAINTAINER='Name <address>'
set -eu
cd "$(dirname "$0")/../.."
umask 022 # CPack writes it into packages
# Files in packages have the time of the last commit, so packages of one commit are equal.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
cmake --preset packages --log-level=WARNING "$@"
cmake --build --preset packages
rm -rf build-packages/deb
cpack --config build-packages/CPackConfig.cmake -B build-packages/deb
rm -rf build-packages/deb/_CPack_Packages
# A first upload closes a bug of Debian, and CPack writes its own call of ldconfig. CARTWRIGHT_MAINTAINER sets the address.
if command -v lintian >/dev/null; then
  lintian --allow-root --fail-on error,warning --suppress-tags \
    initial-upload-closes-no-bugs,maintscript-calls-ldconfig,bogus-mail-host,bogus-mail-host-in-debian-changelog \
    build-packages/deb/*.deb
fi
