# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Every block of commands runs, page by page, and the output of `console` blocks is that of the page.

shell.py ROOT BUILD [PAGE...]

Each page has a folder of its own, with links to the folders of the source and to the build. ./app is one of the examples, and
mpirun starts 4 processes where a page asks for more than 16. UPDATE=1 writes the output into the pages.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from blocks import blocks

ROOT, BUILD = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
PAGES = set(sys.argv[3:])
MPIRUN = """#!/bin/bash
# 4 processes in place of more than 16.
arguments=("$@")
for ((i = 0; i < $#; ++i)); do
  [[ ${arguments[i]} == -n && ${arguments[i + 1]} -gt 16 ]] && arguments[i + 1]=4
done
exec mpirun.openmpi "${arguments[@]}"
"""
LIMIT = 150  # seconds for a block
#: Readers follow it again: its commands also work where they ran before.
TWICE = Path("docs/tutorial.md")
TIME = re.compile(r"[0-9.e+-]+ (us|ms|s)\b")


def set_up(folder):
    """Make the folder of a page, and return its environment."""
    for path in ROOT.iterdir():
        if path.is_dir() and not path.name.startswith((".", "build")):
            (folder / path.name).symlink_to(path)
    (folder / "build").symlink_to(BUILD)
    (folder / "hosts.txt").write_text("n0 slots=2\nn1 slots=2\n")
    (folder / "app").write_text(f"#!/bin/sh\nexec \"{BUILD}/examples/openmpi/heat2d\" 96 5\n")
    (folder / "app").chmod(0o755)
    tools = folder / ".tools"
    tools.mkdir()
    (tools / "mpirun").write_text(MPIRUN)
    (tools / "make").write_text(f'#!/bin/sh\n# Builds and installations have tests of their own: here the targets exist.\nexec /usr/bin/make -n -C "{ROOT}" "$@"\n')
    (tools / "browser").write_text('#!/bin/sh\ntest -s "$1"\n')
    for tool in tools.iterdir():
        tool.chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{tools}:{BUILD / 'bin'}:{os.environ['PATH']}",
        "HOME": str(folder),
        "BROWSER": "browser",
        "TMPDIR": str(folder),
        "LANG": "C.UTF-8",
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_rmaps_base_oversubscribe": "1",
        "OMPI_MCA_mpi_yield_when_idle": "1",
    }


def run(command, folder, environment):
    """Run commands in bash and return the status and the output."""
    process = subprocess.Popen(
        ["bash", "-e", "-o", "pipefail", "-c", command],
        cwd=folder, env=environment, text=True, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        output, _ = process.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        return 124, f"{output}not done after {LIMIT} s\n"
    return process.returncode, output


def commands(text):
    """Yield each command of a `console` block with the output below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        lines = part.split("\n")
        end = next(number for number, line in enumerate(lines) if not line.endswith("\\")) + 1
        yield "\n".join(lines[:end]), "\n".join(lines[end:]).rstrip()


def masked(text, block):
    """Return an output without what differs from run to run: times, or all numbers where a page says so."""
    text = re.sub(r"[0-9][0-9.,]*", "0", text) if "numbers vary" in block.marks else TIME.sub("TIME", text)
    return [re.sub(r" +|-{3,}", " ", line).rstrip() for line in text.strip().split("\n")]


def check_console(block, folder, environment):
    """Run the commands of a block and compare their output. Return the faults."""
    faults, actual = [], []
    for command, expected in commands(block.text):
        _, output = run(command, folder, environment)
        actual += [f"$ {command}", *output.rstrip().split("\n")] if output.strip() else [f"$ {command}"]
        if masked(output, block) != masked(expected, block):
            faults.append(f"{block}: {command} printed\n{output}in place of\n{expected}")
    if faults and os.environ.get("UPDATE") == "1":
        path = ROOT / block.page
        path.write_text(path.read_text(encoding="utf-8").replace(block.text, "\n".join(actual)), encoding="utf-8")
        return []
    return faults


def check_script(block, folder, environment):
    """Run a block as a script. Return the faults."""
    status, output = run(block.text, folder, environment)
    return [f"{block}: exit status {status}\n{block.text}\n{output}"] if status != 0 else []


def main():
    """Run the blocks of all pages, or of some."""
    pages = {}
    for block in blocks(ROOT, "sh", "console"):
        if not PAGES or str(block.page) in PAGES:
            pages.setdefault(block.page, []).append(block)
    failed = False
    for of_page in pages.values():
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            environment = set_up(folder)
            for block in of_page * (2 if of_page[0].page == TWICE else 1):
                start = time.monotonic()
                check = check_console if block.language == "console" else check_script
                found = check(block, folder, environment)
                print(f"{'FAILED' if found else 'ok    '} {time.monotonic() - start:5.1f} s {block}", flush=True)
                if found:
                    print("\n".join(found), flush=True)
                    failed = True
    return 1 if failed else 0


sys.exit(main())
