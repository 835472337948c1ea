#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Fetch the header and the license of pocketfft into build/third_party/pocketfft, where CMake finds them.

Debian and Ubuntu have no package of pocketfft. The sources of numpy on PyPI contain it: they are downloaded (20 MB), compared
with their checksum, and these two files are kept. Nothing is done if the header is there.
"""

import hashlib
import io
import sys
import tarfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "third_party" / "pocketfft"
NUMPY = "numpy-2.2.6"
URL = (
    "https://files.pythonhosted.org/packages/76/21/7d2a95e4bba9dc13d043ee156a356c0a8f0c6309dff6b21b4d71a073b8a8/"
    f"{NUMPY}.tar.gz"
)
SHA256 = "e29554e2bef54a90aa5cc07da6ce955accb83f21ab5de01a62c8478897b264fd"
FILES = ["LICENSE.md", "pocketfft_hdronly.h"]  # the header last: it says that all are there


def main() -> int:
    """Fetch the files, or say in one line why not."""
    if (FOLDER / FILES[-1]).exists():
        return 0
    try:
        with urllib.request.urlopen(URL, timeout=30) as answer:
            archive = answer.read()
        found = hashlib.sha256(archive).hexdigest()
        if found != SHA256:
            raise ValueError(f"its checksum is {found}, not {SHA256}")
        FOLDER.mkdir(parents=True, exist_ok=True)
        with tarfile.open(fileobj=io.BytesIO(archive)) as sources:
            for name in FILES:
                member = sources.extractfile(f"{NUMPY}/numpy/fft/pocketfft/{name}")
                if member is None:
                    raise ValueError(f"it has no file {name}")
                partial = FOLDER / f"{name}.partial"
                partial.write_bytes(member.read())
                partial.rename(FOLDER / name)
    except (OSError, ValueError, KeyError, tarfile.TarError) as error:
        print(f"get_pocketfft.py: {URL} cannot be used: {error}", file=sys.stderr)
        return 1
    print(f"pocketfft from {NUMPY}: {FOLDER}")
    return 0


sys.exit(main())
