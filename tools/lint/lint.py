#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Run the checks that need no program of ours to run.

Each gate prints one line, and what it complains of if it fails. The tools come from PyPI at the versions in
requirements.txt, in an environment below build/lint.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

import environment
import gates

ENVIRONMENT = gates.ROOT / "build" / "lint" / "venv"


def run(gate: gates.Gate) -> bool:
    """Run one gate, print its line, and return whether it passed."""
    start = time.monotonic()
    outputs = []
    passed = True
    for command in gate.commands():
        done = subprocess.run(
            command, cwd=gates.ROOT, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        if done.returncode != 0:
            passed = False
            outputs.append(done.stdout)
    print(f"{'ok    ' if passed else 'FAILED'} {gate.name:<12} {time.monotonic() - start:5.1f} s", flush=True)
    if not passed:
        print("".join(outputs).rstrip())
        print(f"{gate.name}: {gate.remedy}", flush=True)
    return passed


def main() -> int:
    """Run the gates that were asked for, or all of them."""
    names = [gate.name for gate in gates.GATES]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gates", nargs="*", metavar="GATE", help=f"only these: {', '.join(names)}")
    parser.add_argument("--quick", action="store_true", help="all but tidy, which takes minutes the first time")
    parser.add_argument("--set-up", action="store_true", help="only install the tools")
    options = parser.parse_args()
    for name in options.gates:
        if name not in names:
            parser.error(f"gate {name} does not exist: choose from {', '.join(names)}")
    environment.make(ENVIRONMENT, Path(__file__).parent / "requirements.txt")
    if options.set_up:
        return 0
    os.environ["PATH"] = f"{ENVIRONMENT / 'bin'}{os.pathsep}{os.environ['PATH']}"
    chosen = options.gates or [name for name in names if name != "tidy" or not options.quick]
    wanted = [gate for gate in gates.GATES if gate.name in chosen]
    failed = [gate.name for gate in wanted if not run(gate)]
    if failed:
        print(f"{len(failed)} of {len(wanted)} gates failed: {' '.join(failed)}")
        print(f"One of them alone: tools/lint/lint.py {failed[0]}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
