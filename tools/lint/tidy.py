# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Run clang-tidy on the sources, with the checks of .clang-tidy.

A source that passed is checked again only after it, a header of ours that it includes, or the checks have changed.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import gates
import includes

BUILD = gates.ROOT / "build" / "lint" / "commands"
PASSED = gates.ROOT / "build" / "lint" / "tidy"


def compile_commands() -> dict[Path, dict[str, str]]:
    """Configure a build that is never built, and return how each source in src is compiled there.

    A source that is compiled for several MPIs is checked for the first.
    """
    configured = subprocess.run(
        ["cmake", "--preset", "lint", "--log-level=WARNING"],
        cwd=gates.ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    if configured.returncode != 0:
        sys.exit(f"cannot configure:\n{configured.stdout}{configured.stderr}")
    commands: dict[Path, dict[str, str]] = {}
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        path = Path(entry["file"])
        if path.suffix == ".cpp" and (gates.ROOT / "src") in path.parents:
            commands.setdefault(path, entry)
    return commands


def fingerprint(source: Path, command: dict[str, str], settings: bytes) -> str:
    """Return a hash of all that decides what clang-tidy finds in a source, but for the headers of others."""
    digest = hashlib.sha256(settings + command["command"].encode())
    for path in sorted(includes.closure(source)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def check(source: Path) -> str:
    """Return what clang-tidy finds in a source, or nothing."""
    done = subprocess.run(
        ["clang-tidy", "--quiet", "--warnings-as-errors=*", f"-p={PASSED}", str(source)],
        cwd=gates.ROOT,
        check=False,
        text=True,
        capture_output=True,
    )
    return "" if done.returncode == 0 else done.stdout + ("" if done.stdout else done.stderr)


def main() -> int:
    """Check what has changed since it passed."""
    commands = compile_commands()
    if not commands:
        sys.exit(f"{BUILD}/compile_commands.json names no source in src: remove {BUILD} and try again")
    PASSED.mkdir(parents=True, exist_ok=True)
    (PASSED / "compile_commands.json").write_text(json.dumps(list(commands.values())))
    settings = b"".join((gates.ROOT / name).read_bytes() for name in (".clang-tidy", "tools/lint/requirements.txt"))
    stamps = {}
    prints = {}
    for source, command in commands.items():
        stamps[source] = PASSED / (str(source.relative_to(gates.ROOT)).replace("/", "-") + ".passed")
        prints[source] = fingerprint(source, command, settings)
    changed = [
        source for source in commands if not (stamps[source].exists() and stamps[source].read_text() == prints[source])
    ]
    failed = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, found in zip(changed, pool.map(check, changed)):
            if found:
                failed += 1
                print(found)
            else:
                stamps[source].write_text(prints[source])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
