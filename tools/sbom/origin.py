# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The packages that the files of other projects belong to, and their licenses."""

from __future__ import annotations

import hashlib
import json
import platform
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from artifact import SbomError

ROOT = Path(__file__).resolve().parents[2]
LICENSES = Path(__file__).with_name("licenses.json")
PAGE = ROOT / "viewer" / "dist" / "view.html"


@dataclass(frozen=True)
class Part:
    """A package of which something was compiled or linked into a file."""

    name: str
    version: str | None
    license: str
    purl: str
    how: str  # "linked" from an archive, or "compiled" from headers and sources
    sha256: str | None = None  # of its only file, where no version is known


def parts(files: set[Path], build: Path) -> list[Part]:
    """The packages of all files that are not Cartwright's. Shared libraries are not part of what is linked with them."""
    table = json.loads(LICENSES.read_text())
    licenses, declarations = table["compiled or linked"], table["only declarations"]
    foreign = {file for file in files if ".so" not in file.suffixes and not _ours(file, build)}
    found: dict[str, Part] = {}
    for package, members in sorted(_by_package(foreign).items()):
        # libstdc++-12-dev and libstdc++-14-dev have one license.
        known = package if package in (*licenses, *declarations) else re.sub(r"-?[\d.]+(?=-dev$)", "", package)
        if known in declarations:
            continue
        if known not in licenses:
            raise SbomError(
                f"{package} was compiled or linked into a file ({min(map(str, members))}), and {LICENSES} does not have its "
                f"license: add it there, or to those of which only declarations are used"
            )
        how = "linked" if any(file.suffix == ".a" for file in members) else "compiled"
        version, purl, sha256 = _about(package, members)
        found[package] = Part(package, version, licenses[known], purl, how, sha256)
    return list(found.values())


def parts_of_page() -> list[Part]:
    """The packages of npm in the page of `cartwright view`, whose notices stand at its beginning."""
    notices = re.search(r"<!-- This page contains:\n(.*?)-->", PAGE.read_text(), re.DOTALL)
    names = re.findall(r"^([a-z0-9-]+):$", notices[1] if notices else "", re.MULTILINE)
    licenses = json.loads(LICENSES.read_text())["compiled or linked"]
    locked = json.loads((ROOT / "viewer" / "package-lock.json").read_text())["packages"]
    found = []
    for name in names:
        package = locked[f"node_modules/{name}"]
        version = package["version"]
        license = licenses.get(name, package["license"])
        found.append(Part(name, version, license, f"pkg:npm/{name}@{version}", "compiled"))
    return found


def _ours(file: Path, build: Path) -> bool:
    return not _copy_of(file) and (file.is_relative_to(build) or file.is_relative_to(ROOT))


def _copy_of(file: Path) -> str | None:
    """The project of a file that no package of Debian has: it came from PyPI, or belongs to another Python."""
    if match := re.search(r"/site-packages/(\w+)/(?:ext/(\w+)/)?", str(file)):
        return match[2] or match[1]
    if match := re.search(r"/build/(?:third_party/(\w+)|mpi-abi)/", str(file)):
        return match[1] or "mpich"
    return "python" if re.search(r"/include/python3\.\d+/", str(file)) else None


def _by_package(files: set[Path]) -> dict[str, list[Path]]:
    packages: dict[str, list[Path]] = {}
    system = []
    for file in sorted(files):
        if package := _copy_of(file):
            packages.setdefault(package, []).append(file)
        else:
            system.append(file)
    for file, package in _owners(system):
        packages.setdefault(package, []).append(file)
    return packages


def _owners(files: list[Path]) -> list[tuple[Path, str]]:
    """The package of Debian of each file."""
    names = {str(file.resolve()): file for file in files}
    done = subprocess.run(["dpkg-query", "--search", *names], capture_output=True, text=True) if names else None
    owners = {}
    for line in done.stdout.splitlines() if done else []:
        owner, _, path = line.partition(": ")
        if path in names and not owner.startswith("diversion "):
            owners[path] = owner.partition(",")[0].partition(":")[0]
    for path in names:
        if path not in owners and path.startswith("/usr/lib"):  # where /lib is a link to it
            other = subprocess.run(["dpkg-query", "--search", path.removeprefix("/usr")], capture_output=True, text=True)
            if other.returncode == 0:
                owners[path] = other.stdout.partition(":")[0]
    missing = sorted(set(names) - set(owners))
    if missing:
        raise SbomError(f"{missing[0]} was read by the build and belongs to no package")
    return [(names[path], owner) for path, owner in owners.items()]


def _about(package: str, members: list[Path]) -> tuple[str | None, str, str | None]:
    """Version, package URL, and the checksum of a single file of no version."""
    if members[0].parent.parent.name == "third_party":
        return None, f"pkg:generic/{package}", hashlib.sha256(members[0].read_bytes()).hexdigest()
    if match := re.search(r"(.*/site-packages)/(\w+)/(ext/)?", str(members[0])):
        (metadata,) = Path(match[1]).glob(f"{match[2]}-*.dist-info")
        version = metadata.name.removesuffix(".dist-info").partition("-")[2]
        # A copy in nanobind has the version of nanobind.
        return (None, f"pkg:generic/{package}", None) if match[3] else (version, f"pkg:pypi/{package}@{version}", None)
    shown = subprocess.run(
        ["dpkg-query", "--show", "--showformat", "${Version} ${Architecture}\n", package], capture_output=True, text=True
    )
    version, architecture = shown.stdout.splitlines()[0].split()
    quoted = version.replace(":", "%3A").replace("+", "%2B")
    system = platform.freedesktop_os_release()["ID"]
    return version, f"pkg:deb/{system}/{package.replace('+', '%2B')}@{quoted}?arch={architecture}", None
