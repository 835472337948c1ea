# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the symbols that a shared library exports with the functions of its public headers. It names no MPI to load.

usage: exports.py OBJDUMP LIBRARY HEADER...     each function, at version CARTWRIGHT_0.1, and nothing else
       exports.py OBJDUMP LIBRARY --unversioned each symbol without a version, among them those of MPI
"""

import re
import subprocess
import sys

VERSION = "CARTWRIGHT_0.1"
EVERYWHERE = {"cw_last_error", "cw_set_last_error", "cw_status_string"}  # of status.h, in every library
PUBLIC = re.compile(r"(cw_|__asan_default_options|mca_common_monitoring_|ucp_(dt_create_generic|ep_create|tag_send_nbx|worker_get_address)|MPIX_|MPI_|PMPI_|MPII_Comm_[sg]et_attr|(p?mpi|ompi)_(comm_[sg]et_attr|attr_(get|put))_)")


def exported(objdump, library):
    """Symbol -> version, "" without one."""
    table = subprocess.run([objdump, "-T", library], check=True, capture_output=True, text=True).stdout
    symbols = {}
    for line in table.splitlines():
        # address, flags, section, tab, size, version (in parentheses when hidden), name
        found = re.match(r"[0-9a-f]{8,} (.{7}) (\S+)\t[0-9a-f]+\s+(.*?)(\S+)$", line)
        if found and found[2] not in ("*UND*",) and not (found[2] == "*ABS*" and found[4] == VERSION):
            version = found[3].replace(".hidden", "").replace(".protected", "").strip()
            symbols[found[4]] = "" if version == "Base" else version
    return symbols


def needed(objdump, library):
    """The names of the libraries that are loaded with it."""
    sections = subprocess.run([objdump, "-p", library], check=True, capture_output=True, text=True).stdout
    return re.findall(r"^\s*NEEDED\s+(\S+)$", sections, flags=re.MULTILINE)


def declared(headers):
    """The functions that are marked with CW_API."""
    functions = set()
    for header in headers:
        with open(header, encoding="utf-8") as file:
            text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.DOTALL)
        functions |= set(re.findall(r"^CW_API\s[^;]*?\b(\w+)\(", text, flags=re.MULTILINE))
    return functions


def main(objdump, library, *headers):
    symbols = exported(objdump, library)
    if headers == ("--unversioned",):
        wrong = [f"{name} has the version {version}" for name, version in symbols.items() if version]
        wrong += [f"{name} is exported" for name in symbols if not PUBLIC.match(name) or name in EVERYWHERE]
        if "MPI_Send" not in symbols:
            wrong.append("MPI_Send is not exported")
    else:
        functions = declared(headers)
        if not functions:
            sys.exit(f"no function is declared in {', '.join(headers)}")
        functions |= EVERYWHERE
        wrong = [f"{name} is exported, and not declared" for name in symbols.keys() - functions]
        wrong += [f"{name} is declared, and not exported: add it to exports.map" for name in functions - symbols.keys()]
        wrong += [f"{name} has the version '{version}'" for name, version in symbols.items() if version != VERSION]
    wrong += [f"{name} is loaded with it" for name in needed(objdump, library) if name.startswith("libmpi")]
    for line in sorted(wrong):
        print(f"{library}: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
