# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The package has the structs, constants and defaults of the headers as a C compiler sees them. No MPI is needed."""

import ctypes
import pathlib
import subprocess
import sys

import pytest

from cartwright import _headers

ROOT = pathlib.Path(__file__).parents[3]
BEGINNING = """\
#include <cartwright/fft.h>
#include <cartwright/fft_operators.h>
#include <cartwright/halo.h>
#include <cartwright/mpix.h>
#include <cartwright/poisson.h>
#include <stdio.h>
static void print(const void* made, size_t size) {
  for (size_t i = 0; i < size; ++i) printf("%02x", ((const unsigned char*)made)[i]);
  printf("\\n");
}
int main(void) {
"""


def test_a_compiler_agrees(tmp_path):
    numbers, defaults = {}, {}
    for name, thing in vars(_headers).items():
        if isinstance(thing, int):
            numbers[name] = thing
        elif isinstance(thing, dict) and name.startswith("cw_"):
            numbers.update(thing)
        elif isinstance(thing, type) and name.startswith("cw_"):
            numbers[f"sizeof({name})"] = ctypes.sizeof(thing)
            for field, kind in thing._fields_:
                numbers[f"offsetof({name}, {field.rstrip('_')})"] = getattr(thing, field).offset
                numbers[f"sizeof((({name}*)0)->{field.rstrip('_')})"] = ctypes.sizeof(kind)
        elif name.endswith("_INIT"):
            defaults[name] = bytes(thing()).hex()
    assert len(numbers) > 200 and len(defaults) > 5
    lines = [f'printf("%lld\\n", (long long)({expression}));' for expression in numbers]
    lines += [f"{{ static const {name[:-5].lower()} made = {name}; print(&made, sizeof made); }}" for name in defaults]
    (tmp_path / "mpi.h").write_text("typedef int MPI_Comm, MPI_Datatype, MPI_Info, MPI_Win;\n")
    (tmp_path / "headers.c").write_text("\n".join([BEGINNING, *lines, "}"]))
    command = ["cc", f"-I{tmp_path}", f"-I{ROOT / 'include'}", "headers.c", "-o", "headers"]
    subprocess.run(command, cwd=tmp_path, check=True)
    printed = subprocess.run([tmp_path / "headers"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    assert dict(zip([*numbers, *defaults], printed)) == {**{name: str(n) for name, n in numbers.items()}, **defaults}


@pytest.mark.parametrize(
    "good, bad",
    [
        ("double fft; ", "long double fft; "),
        ("double fft; ", "double fft, more; "),
        ("CW_FFT_FOURIER = 0,", "CW_FFT_FOURIER = FIRST,"),
        ("const int64_t n[]", "const int64_t n[2][2]"),
        ("cw_fft_array* array);", "cw_array* array);"),
        ("{sizeof(cw_fft_times), 0,", "{sizeof(cw_fft_times),"),
        ("CW_API int cw_fft_version(void);", "int cw_fft_version(void);"),
    ],
)
def test_a_header_of_another_style_ends_the_build(tmp_path, good, bad):
    status, fft, wrong = ROOT / "include/cartwright/status.h", ROOT / "include/cartwright/fft.h", tmp_path / "fft.h"
    wrong.write_text(fft.read_text().replace(good, bad))
    for header, result in ((fft, 0), (wrong, 1)):
        command = [sys.executable, "-B", ROOT / "python/bindings.py", tmp_path / "made.py", status, header]
        ran = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
        assert ran.returncode == result, ran.stderr
    line = wrong.read_text().partition(bad)[0].count("\n") + 1
    named, declared = ran.stderr.split(":")[:2]
    assert named == str(wrong) and line - 20 < int(declared) <= line, ran.stderr
