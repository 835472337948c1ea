# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""cartwright.fft and cartwright.halo have the structs and constants of the headers as a C compiler sees them. No MPI is
needed."""

import ctypes
import importlib.util
import pathlib
import subprocess

import pytest

import cartwright

INCLUDE = pathlib.Path(__file__).parents[3] / "include"


def structs_of(part):
    """The module, by its file: the package of that part loads an MPI."""
    path = pathlib.Path(cartwright.__file__).parent / part / "_structs.py"
    spec = importlib.util.spec_from_file_location(f"{part}_structs", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


fft, halo = structs_of("fft"), structs_of("halo")
TYPES = {
    "cw_fft_box": fft.Box,
    "cw_fft_options": fft.Options,
    "cw_fft_array": fft.Array,
    "cw_fft_times": fft.Times,
    "cw_halo_block": halo.GridBlock,
    "cw_halo_field": halo.Field,
    "cw_halo_neighbor": halo.Neighbor,
    "cw_halo_options": halo.Options,
    "cw_halo_part": halo.Part,
}
CONSTANTS = {
    "CW_FFT_MAX_DIMS": fft.MAX_DIMS,
    **{f"CW_FFT_{name}": number for number, name in enumerate(("DOUBLE", "FLOAT", "LONG_DOUBLE"))},
    **{f"CW_FFT_{name}": number for number, name in enumerate(fft.KINDS)},
    **{f"CW_FFT_SCALE_{name}": n for n, name in enumerate(("NONE", "BACKWARD", "FORWARD", "UNITARY"))},
    **{f"CW_FFT_{name.upper()}": number for number, name in enumerate(fft.EFFORTS)},
    **{f"CW_FFT_MEMORY_{name.upper()}": number for number, name in enumerate(fft.MEMORIES)},
    **{f"CW_FFT_{name.upper()}": number for number, name in enumerate(fft.SPACES)},
    "CW_HALO_MAX_DIMS": halo.MAX_DIMS,
    **{f"CW_HALO_{name}": number for number, name in enumerate(("BYTES", "FLOAT", "DOUBLE", "INT32", "INT64"))},
    **{f"CW_HALO_{name.upper()}": number for number, name in enumerate(halo.SHAPES)},
    **{f"CW_HALO_{name.upper()}": number for number, name in enumerate(halo.EFFORTS)},
    **{f"CW_HALO_JOIN_{name.upper()}": number for number, name in enumerate(halo.JOININGS)},
    **{f"CW_HALO_CORNERS_{name.upper()}": number for number, name in enumerate(halo.CORNERS)},
    **{f"CW_HALO_{name.upper()}": number for number, name in enumerate(halo.OPERATIONS)},
}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """expression in C -> its value"""
    work = tmp_path_factory.mktemp("structs")
    (work / "mpi.h").write_text("typedef int MPI_Comm, MPI_Win;\n")
    expressions = list(CONSTANTS)
    for name, struct in TYPES.items():
        expressions.append(f"sizeof({name})")
        for field, *_ in struct._fields_:
            field = field.rstrip("_")
            expressions += [f"offsetof({name}, {field})", f"sizeof((({name}*)0)->{field})"]
    lines = [f'  printf("%lld\\n", (long long)({expression}));' for expression in expressions]
    source = [
        "#include <cartwright/fft.h>",
        "#include <cartwright/halo.h>",
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


def test_names_are_numpys():
    assert fft.NORMS == ("none", "backward", "forward", "ortho")
    assert fft.PRECISIONS == ("float64", "float32", "longdouble")
    assert halo.TYPES == ("bytes", "float32", "float64", "int32", "int64")
