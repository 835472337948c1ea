# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""`make gpu-check` from end to end, on the pretended driver: some tests, and the benchmarks with little data.

usage: gpu_check.py TOOL BUILD DRIVER CUFFT MPI
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

tool, build, driver, cufft, mpi = sys.argv[1:]
STUB = """#!/bin/sh
echo "$2 $*" >>"$0.log"
shift 8
[ -z "$SANITIZER_FAILS" ] || exit 86
exec "$@"
"""
KERNELS = "^kernels$"
ONE_OF_EACH = rf"^kernels$|^mpi\.{mpi}\.fft_device_(shared|aware|late)\.[24]$|gpu_figures\."
# CTest runs all of them.
SOME_TESTS = "Memory.*:Programs.TransposeInTiles:Device.RoundTripsKeepTheData"


def run(only: str, path: str = os.environ["PATH"], **environment: str) -> tuple[int, str]:
    """Run the tool and return its status and its output."""
    named = {
        "CARTWRIGHT_TEST_GPU": driver,
        "CARTWRIGHT_TEST_CUFFT": cufft,
        "PATH": path,
        "GTEST_FILTER": SOME_TESTS,
        **environment,
    }
    done = subprocess.run(
        [tool, build, "--tiny", "--only", only],
        env={**os.environ, **named},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def expect(output: str, *texts: str) -> None:
    """Fail unless the output has all texts."""
    for text in texts:
        assert text in output, f"missing: {text}\n{output}"


status, output = run(ONE_OF_EACH, CARTWRIGHT_TEST_GPU="/no/driver.so")
assert status == 0, output
expect(output, "nothing ran, there is no GPU here: /no/driver.so")

with tempfile.TemporaryDirectory() as folder:
    stub = Path(folder) / "compute-sanitizer"
    stub.write_text(STUB, encoding="utf-8")
    stub.chmod(0o755)
    log = Path(f"{stub}.log")
    path = f"{folder}:{os.environ['PATH']}"

    status, output = run(ONE_OF_EACH, path)
    assert status == 0, output
    expect(output, "GPU: a pretended GPU", "passed    kernels (", "passed    kernels, memcheck")
    expect(output, "passed    kernels, racecheck", "gpu-check: 0 failed")
    for name in ("fft_device_shared.2 (", "fft_device_shared.2, memcheck (", "fft_device_shared.4 ("):
        expect(output, f"passed    mpi.{mpi}.{name}")
    expect(output, f"left out  mpi.{mpi}.fft_device_aware.2: for an MPI that supports memory of GPUs")
    expect(output, f"passed    mpi.{mpi}.fft_device_late.4 (")
    calls = log.read_text(encoding="utf-8").splitlines()
    assert sum(call.startswith("memcheck ") for call in calls) == 1 + 2, calls
    assert sum(call.startswith("racecheck ") for call in calls) == 1, calls

    # Every figure, and none as if it were measured.
    table = output[output.index("\nfigure ") : output.index("\nFigures are only measured on a GPU.")]
    figures = table.splitlines()[2:]
    assert all("not measured" in line for line in figures), output
    for name, target in (
        ("copy on the device", ""),
        ("blocks of 8 B, of the bound by sectors", ">= 0.8"),
        ("blocks of 4096 B, of the copy's rate", ">= 0.9"),
        ("blocks of 4096 B, time in cuMemcpy2D's", "<= 1.1"),
        ("time in cuMemcpy3D's", "<= 1.1"),
        ("a list of blocks of 64 B", "<= 1.2"),
        ("blocks of 8 B, 16 KiB, any layout's kernel in the time of its own", ""),
        ("64 KiB in blocks of 4096 B to the host, time of a kernel in cuMemcpy2D's", ""),
        ("1 KiB in blocks of 64 B to the host, time in cuMemcpy2D's", "<= 1.1"),
        ("1024 KiB in blocks of 1024 B from the host, time in cuMemcpy2D's", "<= 1.1"),
        ("doubles from the host, time in cuMemcpy3D's", "<= 1.1"),
        *((f"halo of 26 neighbors, 8 fields of 6^3 doubles, {n} processes", "<= 12") for n in (1, 2, 4)),
        ("message of 1 KiB in blocks of 8 B, half a round trip", "<= 35"),
        ("blocks of 8 B, half a round trip, time in that of cuMemcpy2D and plain MPI", ""),
        *((f"FFT of 8^3 by {n} processes, time in that of cuFFT's 3-D plan", "") for n in (1, 2, 4)),
        ("FFT of 8^3 by 4 processes, left transposed, time in that of cuFFT's 3-D plan", ""),
    ):
        assert any(name in line and line.endswith(f"not measured {target:>8}".rstrip()) for line in figures), output
    expect(output, "\nGPU: a pretended GPU, CUDA 12.0; MPI: ")
    assert not any(word in output for word in ("reached", "missed", "generator of kernels")), output

    status, output = run(KERNELS, path, SANITIZER_FAILS="yes")
    assert status == 1, output
    expect(output, "FAILED    kernels, memcheck", "gpu-check: 2 failed")

status, output = run(KERNELS, CARTWRIGHT_TEST_CUFFT="/no/cufft.so")
assert status == 0, output
expect(output, "left out  memcheck and racecheck: compute-sanitizer is not installed")
print("gpu-check works on the pretended driver")
