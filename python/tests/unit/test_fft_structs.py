# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""cartwright.fft has the structs and constants of cartwright/fft.h as a C compiler sees them. No MPI is needed."""

import ctypes
import importlib.util
import pathlib
import subprocess

import pytest

import cartwright

INCLUDE = pathlib.Path(__file__).parents[3] / "include"
# By its file: the package cartwright.fft loads an MPI.
spec = importlib.util.spec_from_file_location(
    "structs", pathlib.Path(cartwright.__file__).parent / "fft" / "_structs.py"
)
structs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(structs)

TYPES = {
    "cw_fft_box": structs.Box,
    "cw_fft_options": structs.Options,
    "cw_fft_array": structs.Array,
    "cw_fft_times": structs.Times,
}
CONSTANTS = {
    "CW_FFT_MAX_DIMS": structs.MAX_DIMS,
    **{f"CW_FFT_{name}": number for number, name in enumerate(("DOUBLE", "FLOAT", "LONG_DOUBLE"))},
    **{f"CW_FFT_{name}": number for number, name in enumerate(structs.KINDS)},
    **{f"CW_FFT_SCALE_{name}": n for n, name in enumerate(("NONE", "BACKWARD", "FORWARD", "UNITARY"))},
    **{f"CW_FFT_{name.upper()}": number for number, name in enumerate(structs.EFFORTS)},
    **{f"CW_FFT_{name.upper()}": number for number, name in enumerate(structs.SPACES)},
}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """expression in C -> its value"""
    work = tmp_path_factory.mktemp("structs")
    (work / "mpi.h").write_text("typedef int MPI_Comm;\n")
    expressions = list(CONSTANTS)
    for name, struct in TYPES.items():
        expressions.append(f"sizeof({name})")
        for field, *_ in struct._fields_:
            field = field.rstrip("_")
            expressions += [f"offsetof({name}, {field})", f"sizeof((({name}*)0)->{field})"]
    lines = [f'  printf("%lld\\n", (long long)({expression}));' for expression in expressions]
    source = [
        "#include <cartwright/fft.h>",
        "#include <stddef.h>",
        "#include <stdio.h>",
        "int main(void) {",
        *lines,
        "}",
    ]
    (work / "structs.c").write_text("\n".join(source))
    subprocess.run(["cc", f"-I{work}", f"-I{INCLUDE}", "structs.c", "-o", "structs"], cwd=work, check=True)
    printed = subprocess.run([work / "structs"], capture_output=True, text=True, check=True).stdout
    return dict(zip(expressions, map(int, printed.split())))


@pytest.mark.parametrize("name", TYPES)
def test_struct(compiled, name):
    struct = TYPES[name]
    assert compiled[f"sizeof({name})"] == ctypes.sizeof(struct)
    for field, kind in struct._fields_:
        assert compiled[f"offsetof({name}, {field.rstrip('_')})"] == getattr(struct, field).offset
        assert compiled[f"sizeof((({name}*)0)->{field.rstrip('_')})"] == ctypes.sizeof(kind)


def test_constants(compiled):
    assert {name: compiled[name] for name in CONSTANTS} == CONSTANTS


def test_norms_are_numpys():
    assert structs.NORMS == ("none", "backward", "forward", "ortho")
    assert structs.PRECISIONS == ("float64", "float32", "longdouble")
