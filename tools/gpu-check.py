#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs every test that can use a GPU on the GPU of this machine, then measures it beside targets.

CARTWRIGHT_TEST_GPU names the driver (libcuda.so.1 by default), CARTWRIGHT_TEST_CUFFT the library of cuFFT. The tests
and benchmarks are those that CTest runs on a pretended driver, with CARTWRIGHT_TEST_GPU in their environment.
docs/gpu.md says more.
"""

import argparse
import ctypes
import dataclasses
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

# What runs once more under compute-sanitizer, of one MPI: messages, fields and transforms on a GPU.
SANITIZED = ("messages_gpu_ask", "same_node_gpu_shared", "halo.gpu.4", "fft_device_shared.2")
SANITIZER = "compute-sanitizer"
OWN_KERNEL = "any layout's kernel in the time of its own"
WORTH = 1 / 0.97  # as clearly_faster in src/base/trial.hpp
COPIES = "time of a kernel in cuMemcpy2D's"
FIGURES = "gpu_figures"  # the label of benchmarks
FOR_FIGURES = 240  # seconds that tests leave for them


@dataclasses.dataclass
class Test:
    """A test as CTest would run it."""

    name: str
    command: list[str]
    environment: dict[str, str]
    labels: list[str]
    limit: float

    def mpi(self) -> str:
        """Return the MPI that the name has, or nothing."""
        parts = self.name.split(".")
        return parts[1] if parts[0] == "mpi" else ""

    def short_name(self) -> str:
        """Return the name without the MPI."""
        return self.name.removeprefix(f"mpi.{self.mpi()}.")


def gpu_tests_of(build: Path) -> list[Test]:
    """Return the tests of a build that name a driver."""
    listed = subprocess.run(
        ["ctest", "--test-dir", build, "--show-only=json-v1"], stdout=subprocess.PIPE, text=True, check=True
    )
    found = []
    for test in json.loads(listed.stdout)["tests"]:
        properties = {one["name"]: one["value"] for one in test.get("properties", [])}
        environment = dict(one.split("=", 1) for one in properties.get("ENVIRONMENT", []) if "=" in one)
        if "CARTWRIGHT_TEST_GPU" in environment and "command" in test:
            limit = float(properties.get("TIMEOUT", 120))
            found.append(Test(test["name"], test["command"], environment, properties.get("LABELS", []), limit))
    return found


def find_cufft() -> str | None:
    """Return the cuFFT that the environment names, or one that the system has."""
    for name in (os.environ.get("CARTWRIGHT_TEST_CUFFT"), "libcufft.so.12", "libcufft.so.11", "libcufft.so.10"):
        try:
            if name is not None:
                ctypes.CDLL(name)
                return name
        except OSError:
            pass
    return None


def find_gpu(driver: str) -> tuple[str, str, bool]:
    """Return the name of the first GPU, or nothing and the reason, and whether several processes may use it."""
    compute_mode, exclusive, prohibited = 20, 3, 2
    pipes = os.environ.get("CUDA_MPS_PIPE_DIRECTORY", "/tmp/nvidia-mps")
    name = ctypes.create_string_buffer(256)
    count, device, mode = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
    try:
        library = ctypes.CDLL(driver)
    except OSError as error:
        return "", str(error), False
    if library.cuInit(0) != 0 or library.cuDeviceGetCount(ctypes.byref(count)) != 0 or count.value == 0:
        return "", f"{driver}: this driver has no GPU", False
    library.cuDeviceGet(ctypes.byref(device), 0)
    library.cuDeviceGetName(name, len(name), device)
    library.cuDeviceGetAttribute(ctypes.byref(mode), compute_mode, device)
    if mode.value == prohibited:
        return "", f"{name.value.decode()}: its compute mode prohibits contexts (nvidia-smi -c)", False
    return name.value.decode(), "", mode.value != exclusive or Path(pipes).exists()


def sanitized(command: list[str], build: Path, tool: str) -> list[str]:
    """Return a command whose program of the build runs under a tool of compute-sanitizer."""
    for i, argument in enumerate(command):
        path = Path(argument).resolve()
        if build in path.parents and ".so" not in path.name and os.access(path, os.X_OK):
            # Tests make calls that fail on purpose, and the driver's answer is what they look at.
            options = [
                "--tool",
                tool,
                "--error-exitcode",
                "86",
                "--target-processes",
                "all",
                "--report-api-errors",
                "no",
            ]
            return [*command[:i], SANITIZER, *options, *command[i:]]
    raise SystemExit(f"no program of {build} in {' '.join(command)}")


def stop(process: "subprocess.Popen[str]") -> str:
    """End a command with all that it started, and return its output."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        os.killpg(process.pid, how)
        try:
            return process.communicate(timeout=5)[0]
        except subprocess.TimeoutExpired:
            pass
    return ""


class Check:
    """The runs, their results, and the time that is left."""

    def __init__(self, build: Path, seconds: float, aware: bool) -> None:
        self.build = build
        self.aware = aware
        self.shared = True
        self.end = time.monotonic() + seconds
        self.driver = os.environ.get("CARTWRIGHT_TEST_GPU", "libcuda.so.1")
        self.cufft = find_cufft()
        self.failed: list[str] = []
        self.left_out: list[str] = []

    def environment(self, test: Test) -> dict[str, str]:
        """Return the environment of a test, with the libraries of this machine in place of the pretended ones."""
        own = {name: value for name, value in test.environment.items() if not name.startswith("FAKE_")}
        own["CARTWRIGHT_TEST_GPU"] = self.driver
        if "CARTWRIGHT_TEST_CUFFT" in own and self.cufft is not None:
            own["CARTWRIGHT_TEST_CUFFT"] = self.cufft
        return {**os.environ, **own}

    def why_not(self, test: Test) -> str:
        """Return the reason why a test cannot run here, or nothing."""
        if test.mpi() and not self.shared:
            return (
                "only one process at a time may use this GPU: start MPS, or set its compute mode with nvidia-smi -c 0"
            )
        if "FAKE_CUDA_MEMORY" in test.environment and not self.aware:
            return "for an MPI that supports memory of GPUs: if yours does, give --aware"
        settings = {name for name in test.environment if name.startswith("FAKE_")}
        if settings - {"FAKE_CUDA_MEMORY", "FAKE_CUDA_DELAY"}:
            return "a setting of the pretended driver"
        if "CARTWRIGHT_TEST_CUFFT" in test.environment and self.cufft is None:
            return "no libcufft found: install it, or set CARTWRIGHT_TEST_CUFFT"
        for word in re.split("[ :]", " ".join(test.command)):
            if word.startswith(f"{self.build}/") and not Path(word).exists():
                return f"{word} is not built"
        return ""

    def leave_out(self, name: str, why: str) -> None:
        """Say that something does not run."""
        self.left_out.append(name)
        print(f"left out  {name}: {why}", flush=True)

    def run(
        self,
        name: str,
        command: list[str],
        environment: dict[str, str],
        limit: float,
        keep: float = 0,
        slow: bool = False,
    ) -> str:
        """Run a command in the time that is left, less what is kept, and return its output. A slow one need not end."""
        limit = min(limit, self.end - keep - time.monotonic())
        if limit < 1:
            self.leave_out(name, "no time is left")
            return ""
        begin = time.monotonic()
        with subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        ) as process:
            stopped = False
            try:
                output, _ = process.communicate(timeout=limit)
            except subprocess.TimeoutExpired:
                stopped = True
                output = stop(process)
        taken = time.monotonic() - begin
        if process.returncode == 77:
            self.leave_out(name, (output.strip().splitlines() or ["skipped"])[-1])
        elif stopped and slow:
            self.leave_out(name, f"it was not done after {limit:.0f} s, and had found nothing")
        elif stopped:
            self.failed.append(name)
            print(f"FAILED    {name}: stopped after {limit:.0f} s\n{output}", flush=True)
        elif process.returncode == 0:
            print(f"passed    {name} ({taken:.1f} s)", flush=True)
        else:
            self.failed.append(name)
            print(f"FAILED    {name} ({taken:.1f} s)\n{output}", flush=True)
        return output


def run_tests(check: Check, tests: list[Test], with_kernels: bool, sanitizer: bool) -> None:
    """Run the tests of kernels and of MPI, then some of them again under compute-sanitizer."""
    program = [str(check.build / "bin" / "gpu_tests")]
    environment = {**os.environ, "CARTWRIGHT_TEST_GPU": check.driver}
    again: list[tuple[str, list[str], dict[str, str]]] = []
    if with_kernels:
        check.run("kernels", program, environment, 240, FOR_FIGURES)
        again += [
            (f"kernels, {tool}", sanitized(program, check.build, tool), environment)
            for tool in ("memcheck", "racecheck")
        ]
    for test in tests:
        if FIGURES in test.labels:
            continue
        if why := check.why_not(test):
            check.leave_out(test.name, why)
            continue
        check.run(test.name, test.command, check.environment(test), test.limit, FOR_FIGURES)
        if test.short_name() in SANITIZED and test.mpi() == first_mpi(tests):
            command = sanitized(test.command, check.build, "memcheck")
            again.append((f"{test.name}, memcheck", command, check.environment(test)))
    for name, command, its_environment in again if sanitizer else ():
        check.run(name, command, its_environment, 60, FOR_FIGURES, slow=True)


def show(figures: list[dict[str, object]], machines: set[str]) -> None:
    """Print figures beside their targets, and the GPU, its driver and the MPI."""
    print()
    print(*sorted(machines), sep="\n")
    print(f"\n{'figure':<84} {'measured':>14} {'target':>8} {'measured/target':>16}")
    for figure in figures:
        value = figure.get("value")
        measured = "not measured" if value is None else f"{value:.4g} {figure['unit']}"
        target = ratio = verdict = ""
        for kind, sign in (("at_least", ">="), ("at_most", "<=")):
            if kind in figure:
                target = f"{sign} {figure[kind]}"
                if value is not None:
                    ratio = f"{value / figure[kind]:.3g}"
                    reached = value >= figure[kind] if kind == "at_least" else value <= figure[kind]
                    verdict = "reached" if reached else "missed"
        print(f"{figure['figure']:<84} {measured:>14} {target:>8} {ratio:>16} {verdict}".rstrip())
    if any("value" not in figure for figure in figures):
        print("Figures are only measured on a GPU. This driver is a pretended one.")
    else:
        decide(figures)


def decide(figures: list[dict[str, object]]) -> None:
    """Say in words what the figures without a target decide."""
    own = {figure["figure"]: float(figure["value"]) for figure in figures if str(figure["figure"]).endswith(OWN_KERNEL)}
    if own:
        faster = [ratio for ratio in own.values() if ratio > WORTH]
        print(f"\nThe layout's own kernel is faster by more than 3 % in {len(faster)} of {len(own)} cases", end="")
        print(f", at most by a factor of {max(faster):.2f}:" if faster else ":", end=" ")
        print("keep the generator of kernels." if faster else "remove the generator of kernels (docs/gpu.md).")
    copies = [(str(figure["figure"]), float(figure["value"])) for figure in figures if COPIES in str(figure["figure"])]
    if copies:
        slower = [name.split(" to ")[0] for name, ratio in copies if ratio > 1]
        print(
            f"Copies of the driver beat kernels for {', '.join(slower) or 'none of the blocks'}: "
            "large_block and few_blocks in src/gpu/block_copies.hpp should say so."
        )


def main() -> int:
    """Run everything and return the status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path, help="the folder of the build")
    parser.add_argument("--only", default="", help="a regular expression for the names of tests")
    parser.add_argument("--aware", action="store_true", help="the MPIs read and write memory of GPUs")
    parser.add_argument("--minutes", type=float, default=9.5, help="for all runs together")
    parser.add_argument("--tiny", action="store_true", help="benchmarks with little data, each once")
    options = parser.parse_args()
    check = Check(options.build.resolve(), 60 * options.minutes, options.aware)

    gpu, reason, check.shared = find_gpu(check.driver)
    if not gpu:
        print(f"gpu-check: nothing ran, there is no GPU here: {reason}")
        return 0
    print(f"GPU: {gpu}", flush=True)
    sanitizer = shutil.which(SANITIZER) is not None
    if not sanitizer:
        check.leave_out("memcheck and racecheck", f"{SANITIZER} is not installed: it is part of the CUDA toolkit")
    tests = [test for test in gpu_tests_of(check.build) if re.search(options.only, test.name)]
    run_tests(check, tests, re.search(options.only, "kernels") is not None, sanitizer)

    figures = []
    machines: set[str] = set()
    for test in tests:
        if FIGURES not in test.labels or test.mpi() not in ("", first_mpi(tests)):
            continue
        if why := check.why_not(test):
            check.leave_out(test.name, why)
            continue
        command = [argument for argument in test.command if options.tiny or argument != "--tiny"]
        output = check.run(test.name, command, check.environment(test), test.limit)
        figures += [json.loads(line) for line in output.splitlines() if line.startswith('{"figure"')]
        machines.update(line for line in output.splitlines() if line.startswith("GPU: "))
    if figures:
        show(figures, machines)
    print(f"\ngpu-check: {len(check.failed)} failed, {len(check.left_out)} left out", *check.failed, sep="\n  ")
    return 1 if check.failed else 0


def first_mpi(tests: list[Test]) -> str:
    """Return the first MPI of some tests."""
    return next((test.mpi() for test in tests if test.mpi()), "")


if __name__ == "__main__":
    sys.exit(main())
