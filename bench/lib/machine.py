# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The machine on which something was measured."""

import datetime
import os
import pathlib
import platform
import subprocess


def cpuinfo(field):
    """The first value of a field; empty if there is none."""
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith(field):
            return line.partition(":")[2].strip()
    return ""


def processor():
    """AMD EPYC, 2 cores"""
    return f"{cpuinfo('model name') or 'unknown processor'}, {os.cpu_count()} cores"


def system():
    """The processor, the system, and the MPIs of Debian."""
    mpis = [(name, version(package)) for name, package in [("Open MPI", "libopenmpi3"), ("MPICH", "libmpich12")]]
    installed = [f"{name} {found}" for name, found in mpis if found]
    return ", ".join([processor(), platform.freedesktop_os_release().get("PRETTY_NAME", "Linux"), *installed])


def version(package):
    """The installed version of a package, without the revision of Debian; empty if it is not installed."""
    asked = subprocess.run(["dpkg-query", "-W", "-f", "${Status}|${Version}", package], capture_output=True, text=True)
    state, _, found = asked.stdout.partition("|")
    return found.split(":")[-1].split("-")[0].split("+")[0] if state.endswith(" installed") else ""


def today():
    return datetime.date.today().isoformat()


def load():
    """The load of the machine, which other programs add to."""
    return f"load average {os.getloadavg()[0]:.1f}"
