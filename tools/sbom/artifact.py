# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""What a wheel or a package of Debian holds: its files, and what it says of itself."""

from __future__ import annotations

import email
import hashlib
import re
import subprocess
import zipfile
from dataclasses import dataclass, field
from pathlib import Path


class SbomError(Exception):
    """Why no bill of materials can be written, and what to do."""


@dataclass
class Artifact:
    """An unpacked wheel or package."""

    path: Path
    kind: str  # "pypi" or "deb"
    name: str
    version: str
    architecture: str
    needs: list[str]  # as its metadata names them: "numpy", "libfmt9 (>= 9.1.0+ds1)"
    files: dict[str, str] = field(default_factory=dict)  # the SHA-256 of each
    libraries: dict[str, list[str]] = field(default_factory=dict)  # each ELF file, and the libraries that it needs
    pages: list[str] = field(default_factory=list)  # the ELF files with the page of `cartwright view`


def read(path: Path, folder: Path) -> Artifact:
    """Unpack a wheel or a package into an empty folder."""
    if not path.is_file():
        raise SbomError(f"{path} is not a file: name wheels and packages of Debian")
    if path.suffix == ".whl":
        artifact = _wheel(path, folder)
    elif path.suffix == ".deb":
        artifact = _deb(path, folder)
    else:
        raise SbomError(f"{path} is neither a wheel (.whl) nor a package of Debian (.deb)")
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not file.is_symlink():
            name = file.relative_to(folder).as_posix()
            content = file.read_bytes()
            artifact.files[name] = hashlib.sha256(content).hexdigest()
            if content.startswith(b"\x7fELF"):
                artifact.libraries[name] = _needed(file)
                if b"<!-- This page contains:\n" in content:
                    artifact.pages.append(name)
    return artifact


def _wheel(path: Path, folder: Path) -> Artifact:
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    (metadata,) = folder.glob("*.dist-info/METADATA")
    fields = email.message_from_string(metadata.read_text())
    needs = [need for need in fields.get_all("Requires-Dist", []) if "extra ==" not in need]
    architecture = path.stem.rpartition("-")[2]
    return Artifact(path, "pypi", fields["Name"], fields["Version"], architecture, needs)


def _deb(path: Path, folder: Path) -> Artifact:
    _run("dpkg-deb", "--extract", str(path), str(folder))
    fields = email.message_from_string(_run("dpkg-deb", "--field", str(path)))
    needs = [need.strip() for need in fields.get("Depends", "").split(",") if need.strip()]
    return Artifact(path, "deb", fields["Package"], fields["Version"], fields["Architecture"], needs)


def _needed(file: Path) -> list[str]:
    return re.findall(r"\(NEEDED\).*\[(.*)\]", _run("readelf", "--dynamic", "--wide", str(file)))


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"})
    if done.returncode:
        raise SbomError(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout
