#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""usage: doctor.py CARTWRIGHT FOLDER_OF_MPI FOLDER_OF_OTHER_MPI MPIRUN

Each line of `cartwright doctor`: an installation with one MPI, in which one thing after another is broken, and the line
that must say so. FOLDER_OF_MPI is lib/NAME of the build.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

cartwright, folder, other, mpirun = (pathlib.Path(argument).absolute() for argument in sys.argv[1:5])
mpi = folder.name

# Functions of libc that fail as they do on other machines, one at a time.
DENY = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
static int denied(const char* what) { const char* deny = getenv("DENY"); return deny != NULL && strcmp(deny, what) == 0; }
void* mmap(void* at, size_t bytes, int protection, int flags, int file, off_t offset) {
  void* (*real)(void*, size_t, int, int, int, off_t);
  *(void**)&real = dlsym(RTLD_NEXT, "mmap");
  if (denied("code") && (protection & PROT_EXEC) != 0 && file >= 0) { errno = EACCES; return MAP_FAILED; }
  return real(at, bytes, protection, flags, file, offset);
}
int statvfs(const char* path, struct statvfs* result) {
  int (*real)(const char*, struct statvfs*);
  *(void**)&real = dlsym(RTLD_NEXT, "statvfs");
  const int status = real(path, result);
  if (denied("shm")) result->f_blocks = 1;
  return status;
}
int open(const char* path, int flags, ...) {
  int (*real)(const char*, int, ...);
  va_list arguments;
  va_start(arguments, flags);
  const int mode = va_arg(arguments, int);
  va_end(arguments);
  *(void**)&real = dlsym(RTLD_NEXT, "open");
  if (denied("memory") && strncmp(path, "/proc/", 6) == 0 && strstr(path, "/fd/") != NULL) { errno = EACCES; return -1; }
  return real(path, flags, mode);
}
"""


class Installation:
    def __init__(self, work: pathlib.Path) -> None:
        self.work = work
        self.lib = work / "prefix/lib" / mpi
        self.command = work / "prefix/bin/cartwright"
        (work / "prefix/bin").mkdir(parents=True)
        (work / "bin").mkdir()
        (work / "cache").mkdir()
        shutil.copy(cartwright, self.command)
        shutil.copytree(folder, self.lib, symlinks=True)
        for tool in ("env", "ldd", "sh", "bash", "sleep"):
            path = shutil.which(tool)
            if path:
                (work / "bin" / tool).symlink_to(path)
        (work / "deny.c").write_text(DENY)
        self.compile("deny.c", "-shared", "-fPIC", "-o", "deny.so", "-ldl")

    def compile(self, *arguments: str) -> None:
        subprocess.run(["cc", *arguments], cwd=self.work, check=True)

    def doctor(self, **variables: str) -> tuple[dict[str, list[dict[str, str]]], list[str]]:
        """The findings by topic, and the next steps."""
        environment = {**os.environ, "PATH": str(self.work / "bin"), "XDG_CACHE_HOME": str(self.work / "cache"), **variables}
        run = subprocess.run([self.command, "doctor", "--json"], env=environment, capture_output=True, text=True)
        assert run.stdout, run.stderr
        report = json.loads(run.stdout)["doctor"]
        findings: dict[str, list[dict[str, str]]] = {}
        for finding in report["findings"]:
            findings.setdefault(finding["topic"], []).append(finding)
        troubles = [finding for finding in report["findings"] if finding["state"] == "trouble"]
        assert run.returncode == (1 if troubles else 0), (run.returncode, troubles)
        return findings, report["next"]

    def says(self, topic: str, state: str, text: str, obtained: str = "tried", **variables: str) -> None:
        findings, _ = self.doctor(**variables)
        assert any((f["state"], f["obtained"]) == (state, obtained) and text in f["what"] + f.get("advice", "")
                   for f in findings[topic]), (topic, state, obtained, text, findings[topic])

    def broken(self, name: str, topic: str, state: str, text: str, replacement: pathlib.Path | None) -> None:
        """Puts another file in the place of a library, and restores it."""
        file = (self.lib / name).resolve()
        kept = file.with_name(file.name + ".kept")
        file.rename(kept)
        if replacement:
            shutil.copy(replacement, file)
        try:
            self.says(topic, state, text, "queried" if state == "absent" else "tried")
        finally:
            file.unlink(missing_ok=True)
            kept.rename(file)


def libraries(installed: Installation) -> None:
    findings, _ = installed.doctor()
    expected = {"MPIX": "libcartwright_mpi.so.0", "halo": "libcartwright_halo.so.0", "FFT": "libcartwright_fft.so.0"}
    libs = {topic: name for topic, name in expected.items() if (installed.lib / name).exists()}
    for topic in ["interposer", "hwloc", *libs]:
        assert any((finding["state"], finding["obtained"]) == ("works", "tried") for finding in findings[topic]), (
            findings[topic])

    empty = installed.work / "empty"
    empty.touch()
    (installed.work / "stub.c").write_text("int nothing(void); int call_it(void) { return nothing(); }\n")
    (installed.work / "nothing.c").write_text("int nothing(void) { return 0; }\n")
    installed.compile("nothing.c", "-shared", "-fPIC", "-o", "libnothing.so")
    installed.compile("stub.c", "-shared", "-fPIC", "-o", "stub.so", "-L.", "-lnothing")
    (installed.work / "libnothing.so").unlink()
    (installed.work / "crash.c").write_text("#include <stdlib.h>\n__attribute__((constructor)) static void end(void) { abort(); }\n")
    installed.compile("crash.c", "-shared", "-fPIC", "-o", "crash.so")
    stub, crash = installed.work / "stub.so", installed.work / "crash.so"

    for topic, name in libs.items():
        installed.broken(name, topic, "trouble", "file too short", empty)
    installed.broken(libs["MPIX"], "MPIX", "absent", "not built", None)
    installed.broken(libs["MPIX"], "MPIX", "trouble", "libnothing.so", stub)
    installed.broken(libs["MPIX"], "MPIX", "trouble", "Aborted", crash)
    installed.broken(libs["MPIX"], "MPIX", "trouble", "undefined symbol", other / libs["MPIX"])

    for name in ("preload", "in_order", "interposer"):
        installed.broken(f"libcartwright_{name}.so", "interposer", "trouble", "file too short", empty)
    installed.broken("libcartwright_preload.so", "interposer", "absent", "not built", None)
    installed.broken("libcartwright_in_order.so", "interposer", "trouble", "is missing", None)
    installed.broken("libcartwright_interposer.so", "interposer", "trouble", "libnothing.so", stub)
    installed.broken("libcartwright_interposer.so", "interposer", "trouble", "undefined symbol",
                     other / "libcartwright_interposer.so")
    installed.says("interposer", "trouble", "CARTWRIGHT=off switches it off", CARTWRIGHT="off")

    # The MPI, or hwloc, is not here.
    (installed.work / "main.c").write_text("int nothing(void); int main(void) { return nothing(); }\n")
    for missing, topic, state, text in (("libmpi.so.77", "interposer", "absent", "not tried without this MPI"),
                                        ("libmpi.so.77", "hwloc", "absent", "not tried without one"),
                                        ("libmpi.so.77", "FFT", "absent", "not tried without its MPI"),
                                        ("libhwloc.so.77", "hwloc", "trouble", "libhwloc.so.77")):
        if topic == "FFT" and topic not in libs:
            continue
        library = installed.work / missing
        installed.compile("nothing.c", "-shared", "-fPIC", f"-Wl,-soname,{missing}", "-o", missing)
        installed.compile("main.c", "-o", "main", missing)
        library.unlink()
        installed.broken("cartwright_measure", topic, state, text, installed.work / "main")


def launchers(installed: Installation) -> None:
    findings, steps = installed.doctor()
    assert steps[0].startswith("load the module of an MPI"), steps
    assert findings["launcher"][0]["obtained"] == "queried", findings["launcher"]
    fake = installed.work / "bin/mpirun"
    version = "Open MPI" if mpi == "openmpi" else "HYDRA"
    fake.write_text(f'#!/bin/sh\n[ "$1" != --version ] || {{ echo "mpirun ({version}) 1"; exit 0; }}\necho no slots\nexit 3\n')
    fake.chmod(0o755)
    allow = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    installed.says("launcher", "trouble", "it did not start a process with the interposer: no slots", **allow)
    fake.unlink()
    installed.says("launcher", "works", mpirun.name, **allow, PATH=f"{mpirun.parent}:{os.environ['PATH']}")


def machine(installed: Installation) -> None:
    deny = {"LD_PRELOAD": str(installed.work / "deny.so")}
    findings, _ = installed.doctor(**deny)
    if findings["machine code"][0]["state"] == "works":
        installed.says("machine code", "trouble", "Permission denied", DENY="code", **deny)
    if findings["shared memory"][0]["state"] == "works":
        installed.says("shared memory", "trouble", "cannot open each other", DENY="memory", **deny)
    installed.says("/dev/shm", "trouble", "MPI may need more", "queried", DENY="shm", **deny)
    processor = min(os.sched_getaffinity(0))
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {processor})
    installed.says("processors", "works", "1 of ", "queried")
    os.sched_setaffinity(0, before)


def files(installed: Installation) -> None:
    """What nobody measured is assumed, and what a file says is read."""
    unset = {"CARTWRIGHT_MEASURED": "", "CARTWRIGHT_NETWORK": ""}
    installed.says("measured links", "absent", "speeds are assumed", "assumed", **unset)
    installed.says("measured links", "trouble", "no-such-file", "read", CARTWRIGHT_MEASURED="no-such-file")
    installed.says("network", "works", "torus", "read", CARTWRIGHT_NETWORK="torus:dims=2x2x2")
    installed.says("network", "trouble", "no-such-file", "read", CARTWRIGHT_NETWORK="no-such-file")


with tempfile.TemporaryDirectory() as name:
    one = Installation(pathlib.Path(name))
    libraries(one)
    launchers(one)
    machine(one)
    files(one)
