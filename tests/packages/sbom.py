# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""tools/sbom/sbom.sh names what packages hold: each file with its checksum, each bundled package, and what they need.

sbom.py CPACK BUILD SOURCE: makes the packages of BUILD.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

CPACK, BUILD, SOURCE = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
ENVIRONMENT = {**os.environ, "CARTWRIGHT_SBOM_VENV": str(SOURCE / "build" / "sbom")}


def sbom(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run sbom.sh."""
    command = [str(SOURCE / "tools" / "sbom" / "sbom.sh"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT)


def expect(good: bool, message: object) -> None:
    """End the test unless something holds."""
    if not good:
        sys.exit(f"sbom.py: {message}")


def expect_error(words: str, done: subprocess.CompletedProcess[str]) -> None:
    """End the test unless a command failed with these words."""
    expect(done.returncode == 1 and words in done.stderr, f"no {words!r} with status 1 but {done.returncode}: {done.stderr}")


def described(package: Path) -> tuple[dict[str, str], dict[str, dict], set[str]]:
    """Files with their checksums, bundled packages, and needed ones, of a bill of materials."""
    bill = json.loads(Path(f"{package}.cdx.json").read_text())
    inside = bill["metadata"]["component"]["components"]
    files = {part["name"]: part["hashes"][0]["content"] for part in inside if part["type"] == "file"}
    bundled = {part["name"]: part for part in inside if part["type"] == "library"}
    return files, bundled, {part["name"] for part in bill.get("components", [])}


def into(part: dict) -> set[str]:
    """The names of the files that a bundled package was compiled or linked into."""
    return {Path(entry["value"]).name.partition(".")[0] for entry in part["properties"]}


with tempfile.TemporaryDirectory() as scratch:
    work = Path(scratch)
    command = [CPACK, "--config", BUILD / "CPackConfig.cmake", "-B", work, "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=none"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    packages = {path.name.partition("_")[0]: path for path in work.glob("*.deb")}
    done = sbom(BUILD, *packages.values())
    expect(done.returncode == 0, done.stderr)

    for name, package in packages.items():
        files, bundled, needed = described(package)
        # Every file, as dpkg-deb and sha256sum see it.
        root = work / "root" / name
        root.mkdir(parents=True)
        subprocess.run(["dpkg-deb", "--extract", package, root], check=True)
        regular = [path.relative_to(root) for path in root.rglob("*") if path.is_file() and not path.is_symlink()]
        sums = subprocess.run(["sha256sum", "--", *regular], cwd=root, check=True, capture_output=True, text=True).stdout
        wanted = {line[66:]: line[:64] for line in sums.splitlines()}
        expect(files == wanted, f"{name}: other files or checksums: {set(files.items()) ^ set(wanted.items())}")
        # Every dependency.
        depends = subprocess.run(["dpkg-deb", "--field", package, "Depends"], check=True, capture_output=True, text=True).stdout
        wanted_names = {need.split()[0] for need in depends.split(",") if need.strip()}
        expect(needed == wanted_names, f"{name}: needs {needed}, and the package {wanted_names}")
        expect(all(part["licenses"][0]["expression"] for part in bundled.values()), f"{name}: a license is missing")
        # The copyright file of the package names each of them, libstdc++-dev without its version.
        (notices,) = root.glob("usr/share/doc/*/copyright")
        named = set(re.split(r"[\s,:]+", notices.read_text()))
        for part in bundled:
            known = {part, re.sub(r"-?[\d.]+(?=-dev$)", "", part)}
            expect(bool(known & named), f"{notices} does not name {part}")
        expect(not bundled or any(path.suffix == ".0" or "bin" in path.parts for path in regular), f"{name} has no programs")

    # nlohmann-json and CLI11 are headers; only the command reads options.
    command_has = described(packages["cartwright"])[1]
    library_has = described(packages["libcartwright0"])[1]
    expect({"nlohmann-json3-dev", "libcli11-dev", "d3-scale-chromatic"} <= set(command_has), f"the command has {set(command_has)}")
    expect(into(command_has["libcli11-dev"]) == {"cartwright"}, command_has["libcli11-dev"])
    expect("libcli11-dev" not in library_has, f"the library has {set(library_has)}")
    expect(not described(packages["cartwright-doc"])[1], "the documents contain a package")
    # The FFT names its backends; pocketfft is in no other library, and FFTW is a library beside it.
    for mpi in ("openmpi", "mpich"):
        package = packages.get(f"cartwright-{mpi}")
        if package is None:
            continue
        (fft,) = (work / "root" / f"cartwright-{mpi}").rglob("libcartwright_fft.so.*.*")
        text = fft.read_bytes()
        _, bundled, needed = described(package)
        has = "pocketfft" in bundled
        expect(has == (b"pocketfft" in text), f"{package.name}: pocketfft is {'' if has else 'not '}listed")
        expect(not has or into(bundled["pocketfft"]) == {"libcartwright_fft"}, bundled.get("pocketfft"))
        expect(any(name.startswith("libfftw3") for name in needed) == (b"FFTW" in text), f"{package.name} needs {needed}")
        expect("libfftw3-dev" not in bundled, f"{package.name} contains FFTW")

    # The same again, byte for byte.
    package = packages["libcartwright0"]
    first = Path(f"{package}.cdx.json").read_bytes()
    sbom(BUILD, package)
    expect(first == Path(f"{package}.cdx.json").read_bytes(), "two bills of materials of one package differ")

    # What cannot be described is an error, not a gap.
    expect_error("is not a file", sbom(BUILD, work / "none.deb"))
    expect_error("neither a wheel", sbom(BUILD, BUILD / "build.ninja"))
    expect_error("no build.ninja", sbom(work, package))
    (work / "empty").mkdir()
    (work / "empty" / "build.ninja").touch()
    expect_error("no step of", sbom(work / "empty", package))
    table = work / "licenses.json"
    table.write_text((SOURCE / "tools" / "sbom" / "licenses.json").read_text().replace('"nlohmann-json3-dev"', '"another"'))
    program = f"import sys; sys.path.insert(0, {str(SOURCE / 'tools' / 'sbom')!r}); import origin, sbom; " + (
        f"origin.LICENSES = origin.Path({str(table)!r}); sys.exit(sbom.main(sys.argv[1:]))"
    )
    python = [ENVIRONMENT["CARTWRIGHT_SBOM_VENV"] + "/bin/python", "-c", program, str(BUILD), str(package)]
    failed = subprocess.run(python, capture_output=True, text=True)
    expect_error("nlohmann-json3-dev was compiled or linked into", failed)
    # A wheel has the text of each license.
    library = next((work / "root" / "libcartwright0").rglob("libcartwright.so.*.*"))
    wheel = work / "cartwright_mpi-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("cartwright_mpi-0.1.0.dist-info/METADATA", "Name: cartwright-mpi\nVersion: 0.1.0\nRequires-Dist: numpy\n")
        archive.write(library, "lib/libcartwright.so.0")
    expect_error("and not its license", sbom(BUILD, wheel))
    with zipfile.ZipFile(wheel, "a") as archive:
        for name in library_has:
            archive.writestr(f"cartwright_mpi-0.1.0.dist-info/licenses/{name}.txt", "the license")
    done = sbom(BUILD, wheel)
    expect(done.returncode == 0, done.stderr)
    _, bundled, needed = described(wheel)
    expect(set(bundled) == set(library_has), f"the wheel has {set(bundled)}")
    expect({"numpy", "libc.so.6"} <= needed and "libcartwright.so.0" not in needed, f"the wheel needs {needed}")
