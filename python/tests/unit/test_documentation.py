# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Docstrings run, and type checkers see the whole package."""

import doctest
import inspect
import os
import pathlib
import subprocess
import sys

import pytest

import cartwright

PUBLIC = [getattr(cartwright, name) for name in cartwright.__all__ if name != "__version__"]


def documented():
    yield "cartwright", cartwright
    for thing in PUBLIC:
        yield thing.__name__, thing
        if inspect.isclass(thing):
            for name, member in vars(thing).items():
                if not name.startswith("_"):
                    yield f"{thing.__name__}.{name}", member


@pytest.mark.parametrize("name, thing", list(documented()), ids=lambda value: value if isinstance(value, str) else "")
def test_docstring(name, thing):
    text = inspect.getdoc(thing)
    assert text, f"{name} has no docstring"
    examples = doctest.DocTestParser().get_doctest(text, {"cartwright": cartwright}, name, None, None)
    failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples)
    assert failed == 0


def test_every_function_has_an_example():
    for thing in (
        cartwright.map,
        cartwright.compare,
        cartwright.evaluate,
        cartwright.dims_create,
        cartwright.place_job,
    ):
        assert ">>> " in thing.__doc__


@pytest.mark.skipif(sys.version_info < (3, 10), reason="an older nanobind writes other stubs")
def test_the_stub_describes_the_module(tmp_path):
    """_core.pyi in the sources is what nanobind writes: for editors, type checkers, and the reference."""
    made = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "cartwright._core", "-o", made]
    subprocess.run(command, check=True)
    kept = pathlib.Path(__file__).parents[2] / "cartwright" / "_core.pyi"
    if os.environ.get("UPDATE"):
        kept.write_bytes(made.read_bytes())
    assert kept.read_text() == made.read_text(), f"{kept} differs: run this test with UPDATE=1"


def mypy(*arguments):
    command = [sys.executable, "-m", "mypy", "--no-incremental", "--cache-dir=/dev/null", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("program", ["typed_program.py", "typed_fft_program.py", "typed_halo_program.py"])
def test_a_program_passes_strict_type_checking(program):
    checked = mypy("--strict", pathlib.Path(__file__).with_name(program))
    assert checked.returncode == 0, checked.stdout


def test_type_checking_finds_mistakes(tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import cartwright\ncartwright.map((4, 4), 16)\ncartwright.Grid('4x4').sizes\n")
    checked = mypy("--strict", wrong)
    assert "[arg-type]" in checked.stdout and "[attr-defined]" in checked.stdout


def test_the_package_itself_passes_strict_type_checking():
    checked = mypy("--strict", "-p", "cartwright")
    assert checked.returncode == 0, checked.stdout
