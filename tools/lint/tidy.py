# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Run clang-tidy on the sources, with the checks of .clang-tidy.

A source that passed is checked again only after it, a header of ours that it includes, or the checks have changed.
Sources of a folder are checked together, which takes a quarter of the time; only if something is found in them, one by
one.
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
CHECKS = gates.ROOT / ".clang-tidy"
MOST_TOGETHER = 8


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


def batches(sources: list[Path], commands: dict[Path, dict[str, str]]) -> list[list[Path]]:
    """Return the sources in parts of those that are in one folder and compiled alike."""
    alike: dict[tuple[Path, str], list[Path]] = {}
    for source in sources:
        command = commands[source]["command"].replace(commands[source]["file"], "")
        options = command.split(" -o ")[0]
        alike.setdefault((source.parent, options), []).append(source)
    return [part[i : i + MOST_TOGETHER] for part in alike.values() for i in range(0, len(part), MOST_TOGETHER)]


def including(number: int, batch: list[Path], commands: dict[Path, dict[str, str]]) -> dict[str, str]:
    """Write a source that includes these, and return how it is compiled."""
    together = PASSED / f"batch{number}.cpp"
    lines = [f'#include "{source}"  // NOLINT(bugprone-suspicious-include)\n' for source in batch]
    together.write_text("".join(lines))
    first = commands[batch[0]]
    return {**first, "file": str(together), "command": first["command"].replace(first["file"], str(together))}


def check(source: Path) -> str:
    """Return what clang-tidy finds in a source, or nothing."""
    done = subprocess.run(
        ["clang-tidy", "--quiet", "--warnings-as-errors=*", f"--config-file={CHECKS}", f"-p={PASSED}", str(source)],
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
    requirements = gates.ROOT / "tools" / "lint" / "requirements.txt"
    settings = CHECKS.read_bytes() + requirements.read_bytes()
    stamps = {}
    prints = {}
    for source, command in commands.items():
        stamps[source] = PASSED / (str(source.relative_to(gates.ROOT)).replace("/", "-") + ".passed")
        prints[source] = fingerprint(source, command, settings)
    changed = [
        source for source in commands if not (stamps[source].exists() and stamps[source].read_text() == prints[source])
    ]
    together = [batch for batch in batches(changed, commands) if len(batch) > 1]
    made = [including(number, batch, commands) for number, batch in enumerate(together)]
    (PASSED / "compile_commands.json").write_text(json.dumps([*commands.values(), *made]))
    failed = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for batch, found in zip(together, pool.map(check, [Path(one["file"]) for one in made])):
            if not found:
                for source in batch:
                    stamps[source].write_text(prints[source])
                    changed.remove(source)
        for source, found in zip(changed, pool.map(check, changed)):
            if found:
                failed += 1
                print(found)
            else:
                stamps[source].write_text(prints[source])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
