#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# Makes the packages for Debian of a build and unpacks them into one folder: together they have each file of the installed
# tree once, the command runs, and a program is compiled with the library. packaging/debian/check.sh installs them.
# usage: deb.sh CMAKE CPACK BUILD_DIR SOURCE_DIR LIBDIR
set -eu
cmake=$1 cpack=$2 build=$3 source=$4 libdir=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$cpack" --config "$build/CPackConfig.cmake" -B "$work/deb" -D CPACK_DEBIAN_COMPRESSION_TYPE=none > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
DESTDIR=$work/tree "$cmake" --install "$build" --prefix /usr > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }

echo "-- each file of the installed tree is in one package"
mkdir "$work/root"
for package in "$work"/deb/*.deb; do
  name=$(dpkg-deb --field "$package" Package)
  dpkg-deb --extract "$package" "$work/one"
  (cd "$work/one" && find . ! -type d) >> "$work/files"
  for file in copyright changelog.gz changelog.Debian.gz; do
    test -s "$work/one/usr/share/doc/$name/$file" || { echo "$name has no $file"; exit 1; }
  done
  cp -a "$work/one/." "$work/root/"
  rm -rf "$work/one"
done
# Man pages are compressed in packages, and packages have more documents.
sed 's/\(man1.*\)\.gz$/\1/' "$work/files" | grep -v '/usr/share/doc' | sort > "$work/packaged"
# No package of Debian has an MPI with the standard ABI.
(cd "$work/tree" && find . ! -type d) | grep -v '/usr/share/doc\|/cartwright/abi/\|[-_]abi\.\|[-_]abi-release\.' | sort > "$work/installed"
diff "$work/installed" "$work/packaged"

# Builds in two folders are equal. tools/reproducible.sh compares them whole.
if grep -q '^CMAKE_BUILD_TYPE:STRING=Release' "$build/CMakeCache.txt"; then
  echo "-- no file names a folder of the build"
  if grep -rlF "$source" "$work/root"; then exit 1; fi
fi

echo "-- dependencies"
dpkg-deb --field "$work"/deb/libcartwright-dev_*.deb Depends | grep -q 'libcartwright0 (= '
dpkg-deb --field "$work"/deb/cartwright_*.deb Depends | grep -q libfmt
dpkg-deb --ctrl-tarfile "$work"/deb/libcartwright0_*.deb | tar -xO ./triggers | grep -q ldconfig

echo "-- the command and the library, as unpacked"
"$work/root/usr/bin/cartwright" version
prefix=$work/root/usr
flags=$(PKG_CONFIG_PATH=$prefix/$libdir/pkgconfig pkg-config --define-variable=prefix="$prefix" --cflags --libs cartwright)
# pkg-config escapes letters beyond ASCII for eval.
eval "\${CC:-cc} \"\$source/tests/install/consumer/consumer.c\" $flags -o \"\$work/consumer\""
LD_LIBRARY_PATH=$prefix/$libdir "$work/consumer"
