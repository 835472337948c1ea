# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Input that cannot be used becomes an exception that says why."""

import math
import subprocess
import sys

import numpy as np
import pytest

import cartwright

CASES = [
    (lambda: cartwright.Grid((0,)), cartwright.InvalidArgumentError, "at least 1"),
    (lambda: cartwright.Grid((-3, 2)), cartwright.InvalidArgumentError, "-3"),
    (lambda: cartwright.Grid("5y4"), cartwright.ParseError, "5y4"),
    (lambda: cartwright.Grid((2, 2), (True,)), cartwright.InvalidArgumentError, "1 periods given for 2"),
    (lambda: cartwright.Grid((1,) * 17), cartwright.UnsupportedError, "17 dimensions"),
    (lambda: cartwright.Grid((2**40, 2**40)), cartwright.SizeError, "63 bits"),
    (lambda: cartwright.Grid((2, 2)).coords(4), cartwright.InvalidArgumentError, "cell 4 is outside 0 to 3"),
    (lambda: cartwright.Grid((2, 2)).cell((0, 2)), cartwright.InvalidArgumentError, "coordinate 2 is outside"),
    (lambda: cartwright.Grid((2, 2)).cell((0,)), cartwright.InvalidArgumentError, "1 coordinates"),
    (lambda: cartwright.Stencil("nearest", ndims=2), cartwright.CartwrightError, "nearest"),
    (lambda: cartwright.Stencil("nn"), cartwright.InvalidArgumentError, "needs ndims"),
    (lambda: cartwright.Stencil("nn", [1], ndims=2), cartwright.InvalidArgumentError, "weights go with"),
    (lambda: cartwright.Stencil([]), cartwright.InvalidArgumentError, "needs ndims"),
    (lambda: cartwright.Stencil([(1, 0), (1,)]), cartwright.InvalidArgumentError, ""),
    (lambda: cartwright.Stencil([(1, 0)], [1, 2]), cartwright.InvalidArgumentError, "2 weights given for 1"),
    *[
        (lambda w=w: cartwright.Stencil([(1, 0)], [w]), cartwright.InvalidArgumentError, "weight")
        for w in (-1.0, math.nan, math.inf)
    ],
    (lambda: cartwright.Machine("nonsense"), cartwright.ParseError, "nonsense"),
    (lambda: cartwright.Machine("0x4"), cartwright.CartwrightError, "0"),
    (lambda: cartwright.Machine.from_nodes([]), cartwright.InvalidArgumentError, ""),
    (lambda: cartwright.Machine.from_nodes([3, 0]), cartwright.InvalidArgumentError, ""),
    (lambda: cartwright.Machine.from_nodes([3], ["a", "b"]), cartwright.InvalidArgumentError, ""),
    (lambda: cartwright.Machine.from_text("{"), cartwright.ParseError, ""),
    (lambda: cartwright.Machine("1000000000x48").node_sizes, cartwright.UnsupportedError, "too many"),
    (lambda: cartwright.map((3, 3), "2x4"), cartwright.InvalidArgumentError, "9 processes, the machine has 8"),
    (lambda: cartwright.map((3, 3), "3x3", mapping="best"), cartwright.InvalidArgumentError, "unknown mapping"),
    (lambda: cartwright.map((3, 3), "3x3", tier="most"), cartwright.InvalidArgumentError, "unknown tier"),
    (lambda: cartwright.map((3, 3), "3x3", budget=-1), cartwright.InvalidArgumentError, "budget"),
    (lambda: cartwright.map((3, 3), "3x3", budget=math.nan), cartwright.InvalidArgumentError, "budget"),
    (lambda: cartwright.map((3, 3), "3x3", [(1, 0, 0)]), cartwright.InvalidArgumentError, ""),
    (lambda: cartwright.compare((3, 3), "3x3", mappings=["x"]), cartwright.InvalidArgumentError, "unknown mapping"),
    (lambda: cartwright.evaluate([0, 1, 1, 3], (2, 2), "2x2"), cartwright.InvalidArgumentError, "permutation"),
    (lambda: cartwright.evaluate([0, 1, 2, 9], (2, 2), "2x2"), cartwright.InvalidArgumentError, "permutation"),
    (lambda: cartwright.evaluate([0, 1], (2, 2), "2x2"), cartwright.InvalidArgumentError, "2 entries"),
    (lambda: cartwright.map((2, 2), "2x2").cost("core"), cartwright.InvalidArgumentError, "no level 'core'"),
    (lambda: cartwright.map((2, 2), "2x2").cost(-1), cartwright.InvalidArgumentError, "level -1"),
    (lambda: cartwright.map((2, 2), "2x2").text("pdf"), cartwright.InvalidArgumentError, "unknown format"),
    (lambda: cartwright.map((2, 2), "2x2").write("csv", "/no/such/folder/x"), cartwright.FileError, "/no/such/folder"),
    (lambda: cartwright.dims_create(0, 2), cartwright.InvalidArgumentError, "at least 1"),
    (lambda: cartwright.dims_create(7, (2, 0)), cartwright.InvalidArgumentError, "7"),
    (lambda: cartwright.dims_create(7, -1), cartwright.InvalidArgumentError, "-1 dimensions"),
    (lambda: cartwright.dims_create(7, 2, weights=[1, math.nan]), cartwright.InvalidArgumentError, ""),
    (lambda: cartwright.dims_create_levels([], 2), cartwright.InvalidArgumentError, ""),
]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_case(number):
    call, expected, words = CASES[number]
    with pytest.raises(expected) as caught:
        call()
    assert words in str(caught.value)
    assert isinstance(caught.value, cartwright.CartwrightError)


@pytest.mark.parametrize(
    "call",
    [
        lambda: cartwright.Grid(3),
        lambda: cartwright.Grid((10**30,)),
        lambda: cartwright.Grid((2.5, 2)),
        lambda: cartwright.Machine(None),
        lambda: cartwright.map((4, 4), 16),
        lambda: cartwright.map((4, 4), "4x4", "nn", "auto"),
        lambda: cartwright.map((4, 4), "4x4", seed=-1),
        lambda: cartwright.map((4, 4), "4x4", progress=3),
        lambda: cartwright.evaluate(np.eye(2), (2, 2), "2x2"),
        lambda: cartwright.Mapping(),
    ],
)
def test_other_types_are_type_errors(call):
    with pytest.raises(TypeError):
        call()


def test_errors_are_those_that_python_people_catch():
    assert issubclass(cartwright.InvalidArgumentError, ValueError)
    assert issubclass(cartwright.ParseError, ValueError)
    assert issubclass(cartwright.FileError, OSError)


def test_files_are_kept_unless_they_may_be_replaced(tmp_path):
    mapping = cartwright.map((2, 2), "2x2")
    path = tmp_path / "ranks.csv"
    assert mapping.write("csv", path) == []
    assert path.read_text() == mapping.text("csv")
    with pytest.raises(FileExistsError, match="exists: pass overwrite=True to replace it, or another name") as caught:
        mapping.write("csv", path)
    assert isinstance(caught.value, cartwright.FileError)
    mapping.write("json", str(path), overwrite=True)
    assert path.read_text() == mapping.text("json")


@pytest.mark.parametrize("package", ["mpi", "halo", "fft"])
def test_packages_name_mpi4py_where_it_is_missing(package):
    program = f"import sys; sys.modules['mpi4py'] = None; import cartwright.{package}"
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.endswith("need mpi4py: pip install mpi4py\n"), done.stderr
