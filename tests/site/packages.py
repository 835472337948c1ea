# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""docs/install.md names the packages of all libraries that the command and the libraries for an MPI need to run.

packages.py ROOT FILE...
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT, FILES = Path(sys.argv[1]), sys.argv[2:]
#: These come with every system that has a C++ program, and with the packages of an MPI that the page names.
GIVEN = re.compile(r"libc6|libgcc-s1|libstdc\+\+6|libopenmpi3|libmpich12")


def output(*command):
    """Return the output of a command."""
    return subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout


def packages(file):
    """Yield the packages of the libraries that a file names itself, as the loader finds them here."""
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", file)))
    for name, path in re.findall(r"(\S+) => (/\S+)", output("ldd", file)):
        if name in needed and not path.startswith(str(ROOT.resolve())):
            # A package may have it below /lib where the system has one folder for /lib and /usr/lib.
            yield output("dpkg", "-S", "*" + str(Path(path).resolve()).removeprefix("/usr")).partition(":")[0]


page = (ROOT / "docs/install.md").read_text(encoding="utf-8")
named = {word for line in re.findall(r"^apt install (.*)", page, re.MULTILINE) for word in line.split()}
found = {package for file in FILES for package in packages(file)}
missing = {package for package in found - named if not GIVEN.fullmatch(package)}
print("\n".join(f"docs/install.md lacks {package}" for package in sorted(missing)) or f"{len(found)} packages")
sys.exit(1 if missing or not found else 0)
