# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Packages of Debian: which are missing, how to install them, and the sources of one."""

import os
import pathlib
import subprocess

from lib.machine import version

LOCK = ["-o", "DPkg::Lock::Timeout=600"]


def install(packages, log):
    """Installs missing packages. Raises RuntimeError with their names if it cannot."""
    missing = [package for package in packages if not version(package)]
    if not missing:
        return
    advice = f"missing: {' '.join(missing)}; install them, or run this as root on Debian"
    if os.geteuid() != 0:
        raise RuntimeError(advice)
    log(f"installing {' '.join(missing)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", *LOCK, "-y", "-qq", "--no-install-recommends", "install", *missing]
    if subprocess.run(command, env=environment, stdout=subprocess.DEVNULL).returncode:
        raise RuntimeError(advice)


def fetch_source(package, folder):
    """Fetches and unpacks the source package of Debian into `folder`. Does not change apt's lists."""
    folder = pathlib.Path(folder)
    lists = folder / "apt"
    (lists / "partial").mkdir(parents=True, exist_ok=True)
    release = subprocess.run(
        [". /etc/os-release && echo $VERSION_CODENAME"], shell=True, capture_output=True, text=True
    )
    source = folder / "sources.list"
    source.write_text(f"deb-src http://deb.debian.org/debian {release.stdout.strip()} main\n")
    options = {
        "Dir::Etc::SourceList": source,
        "Dir::Etc::SourceParts": "/dev/null",
        "Dir::State::Lists": lists,
        "APT::Sandbox::User": "root",
    }
    apt = ["apt-get", "-qq"] + [part for name, value in options.items() for part in ("-o", f"{name}={value}")]
    subprocess.run([*apt, "update"], cwd=folder, check=True)
    subprocess.run([*apt, "source", "--download-only", package], cwd=folder, check=True)
    (original,) = folder.glob(f"{package}_*.orig.tar.*")
    (folder / "source").mkdir(exist_ok=True)
    subprocess.run(["tar", "-xf", original, "-C", folder / "source", "--strip-components=1"], check=True)
    return folder / "source"
