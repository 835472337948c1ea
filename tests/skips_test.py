#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""tools/check-skips.py on results that CTest writes here.

usage: skips_test.py CHECK_SKIPS CTEST
"""

import subprocess
import sys
import tempfile
from pathlib import Path

check, ctest = sys.argv[1:]
GTEST = """[ RUN      ] Link.IsFast
/a clone/src/link_test.cpp:7: Skipped
no link

[  SKIPPED ] Link.IsFast (0 ms)
[ RUN      ] Link.IsThere
[       OK ] Link.IsThere (0 ms)
[  SKIPPED ] 1 test, listed below:
[  SKIPPED ] Link.IsFast
"""
PYTEST = """....s [100%]
SKIPPED [1] /a clone/tests/test_link.py:16: no link
"""
RULES = """# tests of links
cluster | *needs root* | root is needed
mpi.*:Link.* | no link | this machine has no link
python:test_link.py | no link | the same
"""

scratch = tempfile.TemporaryDirectory()
folder = Path(scratch.name)


def run_ctest(**outputs: str) -> Path:
    """Run tests that print texts, those that begin with `skipped` with the exit status of a skip."""
    lines = []
    for name, text in outputs.items():
        (folder / name).write_text(text, encoding="utf-8")
        lines.append(f'add_test({name} "sh" "-c" "cat {folder}/{name}; ! grep -q ^skipped {folder}/{name} || exit 77")')
        lines.append(f"set_tests_properties({name} PROPERTIES SKIP_RETURN_CODE 77)")
    (folder / "CTestTestfile.cmake").write_text("\n".join(lines), encoding="utf-8")
    results = folder / "results.xml"
    subprocess.run(
        [ctest, "--test-dir", folder, "--output-junit", results, "--test-output-size-passed", "100000"],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return results


def expect(status: int, texts: list[str], results: Path, rules: str = RULES) -> None:
    """Fail unless the check ends with a status and prints all texts."""
    allowed = folder / "allowed.txt"
    allowed.write_text(rules, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, check, results, "--allowed", allowed],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == status, f"exit status {done.returncode}:\n{done.stdout}"
    for text in texts:
        assert text in done.stdout, f"missing: {text}\n{done.stdout}"


expect(0, ["0 skips in 1 tests"], run_ctest(unit="fine\n"))

# A list allows a skip by its name and by what it says.
expect(
    0, ["cluster: root is needed", "1 skips in 2 tests"], run_ctest(unit="fine\n", cluster="skipped: it needs root\n")
)
expect(1, ["cluster was skipped", "It says: no tool"], run_ctest(cluster="skipped: no tool\n"))
expect(1, ["slurm was skipped", "It says: it needs root"], run_ctest(slurm="skipped: it needs root\n"))

# Parts of tests that pass.
parts = {"mpi.parts": GTEST, "python": PYTEST}
expect(0, ["mpi.*:Link.*: this machine has no link", "2 skips in 2 tests"], run_ctest(**parts))
expect(1, ["mpi.parts:Link.IsFast was skipped"], run_ctest(**parts), RULES.replace("mpi.*", "other"))
expect(1, ["python:test_link.py was skipped"], run_ctest(**parts), RULES.replace("test_link", "test_node"))

# Nothing is taken for granted of what cannot be read.
expect(
    1, ["allowed.txt:2: expected 'test | what it says | the reason', not 'unit'"], run_ctest(unit="fine\n"), "\nunit\n"
)
expect(1, ["this is not a result of CTest"], folder / "none.xml")
cut = run_ctest(unit="long\n" * 30000)
expect(1, ["unit: its output was cut"], cut)

# The list of Cartwright's own tests can be read.
subprocess.run([sys.executable, check, run_ctest(unit="fine\n")], check=True)
