# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""HDF5's parallel tests. Debian packages the library without them, so they are built from its source package, which apt
fetches. They write files through MPI-IO, with datatypes of every kind."""

import os
import re
import subprocess

import packages
from suite import Case, Suite, lines

# Not run: t_bigio needs many gigabytes, t_cache_image takes hours on two busy cores, t_pread starts a launcher,
# t_pflush1 ends without MPI_Finalize, and t_prestart needs a file that another test leaves.
PROGRAMS = [
    "testphdf5",
    "t_mpi",
    "t_cache",
    "t_shapesame",
    "t_filters_parallel",
    "t_init_term",
    "t_pshutdown",
]
TIMES = r"(?i)second|elapsed|\btime\b|^\s*\[|seed"


def folder_of(workplace, mpi):
    return workplace.folder / "hdf5" / mpi


def setup(workplace):
    here = workplace.folder / "hdf5"
    here.mkdir(parents=True, exist_ok=True)
    source = here / "source"
    if not (source / "configure").exists():
        workplace.log("fetching the source package of HDF5")
        packages.fetch_source("hdf5", here)
    for mpi in workplace.mpis:
        folder = folder_of(workplace, mpi)
        if (folder / "testpar/testphdf5").exists():
            continue
        workplace.log(f"building HDF5 for {mpi}")
        folder.mkdir(exist_ok=True)
        environment = {**os.environ, "CC": f"mpicc.{mpi}", "CFLAGS": "-O1 -w"}
        log = (folder / "build.log").open("w")
        for command in (
            ["sh", source / "configure", "--enable-parallel", "--disable-shared", "--disable-hl"],
            ["make", "-j2", "-C", "src"],
            ["make", "-j2", "-C", "test", "libh5test.la"],
            ["make", "-j2", "-C", "testpar", *PROGRAMS],
        ):
            subprocess.run(command, cwd=folder, env=environment, stdout=log, stderr=log, check=True)


def cases(workplace):
    for mpi in workplace.mpis:
        built = folder_of(workplace, mpi) / "testpar"
        for program in PROGRAMS:
            for ranks in (2, 3):
                yield Case(
                    name=program,
                    mpi=mpi,
                    ranks=ranks,
                    command=[built / program],
                    results=results,
                    ways=("preloaded", "always", "ordered"),
                    may_fail=True,
                )


def results(output, folder):
    """Names and results of tests. Ranks print in any order, so the number of each line is compared."""
    kept = [re.sub(r"\s+", " ", line).strip() for line in lines(output, drop=TIMES).values()]
    return {line: f"{kept.count(line)} times" for line in kept}


suite = Suite(
    "hdf5",
    "HDF5's parallel tests (MPI-IO)",
    cases,
    packages=("libopenmpi-dev", "libmpich-dev"),
    setup=setup,
    version=lambda workplace: source_version(workplace),
)


def source_version(workplace):
    text = (workplace.folder / "hdf5/source/src/H5public.h").read_text()
    return ".".join(
        re.search(rf"#define H5_VERS_{part}\s+(\d+)", text).group(1) for part in ("MAJOR", "MINOR", "RELEASE")
    )
