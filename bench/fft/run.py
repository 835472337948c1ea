#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Measures Cartwright's FFT, and writes tables and JSON.

  table    compared with FFTW with threads, FFTW-MPI and mpi4py-fft, and whether the targets are reached
  scaling  over numbers of processes, with the fit T = C p^-gamma
  methods  MPI_Alltoallw on datatypes, packing and MPI_Alltoallv, and the others
  orders   ranks row-major, in Morton order, and mapped to the topology

Contenders run in turns, with transparent huge pages; progress is printed to standard error. FFTW's planning takes most
of the first run; its wisdom is kept for later runs. --launch is the command that starts a program, with {p} for the
processes: `BUILD/bin/cartwright cluster --hosts 4 --slots 2 -- mpirun -n {p}` has four emulated hosts."""

import argparse
import functools
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import compare
import scaling
import table
from jobs import Launcher

# What measures, what makes the table, and the default rounds and numbers of processes.
MODES = {
    "table": (table.run, table, 11, ""),
    "scaling": (scaling.run, scaling, 15, "1,2,4,8"),
    "methods": (functools.partial(compare.run, varied=compare.METHODS), compare, 15, "2,4"),
    "orders": (functools.partial(compare.run, varied=compare.ORDERS), compare, 15, "4,8,16"),
}


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", help="folder where bench_fft_MPI was built")
    parser.add_argument("mode", choices=MODES)
    parser.add_argument("--out", help="folder for fft-MODE.txt and .json (default: bench/results of the build)")
    parser.add_argument("--quick", action="store_true", help="small grids and few rounds")
    parser.add_argument("--repeats", type=int, help="rounds")
    parser.add_argument("--effort", default="measure", choices=["estimate", "measure", "patient"], help="planning effort")
    parser.add_argument("--mpi", default="openmpi", help="one of the MPIs it was built for")
    parser.add_argument("--launch", help="command that starts a program on {p} processes")
    parser.add_argument("--ranks", help="numbers of processes, for example 1,2,4")
    parser.add_argument("--n", help="sizes, for example 128 or 256x128x64")
    parser.add_argument("--real", action="store_true", help="r2c instead of c2c; not for table, which has both")
    parser.add_argument("--grid", help="process grid, for orders")
    parser.add_argument("--wisdom", help="folder where each contender keeps the wisdom of FFTW, or off "
                        "(default: bench/fft-wisdom of the build)")
    parser.add_argument("--peer-python", help="for table: a Python that has mpi4py-fft (default: from PyPI)")
    parser.add_argument("--reports", nargs="+", help="for scaling: read reports that the program wrote elsewhere with --json")
    return parser.parse_args()


settings = parse()
build = pathlib.Path(settings.build)
run, module, repeats, ranks = MODES[settings.mode]
settings.repeats = settings.repeats or (3 if settings.quick else repeats)
settings.wisdom = settings.wisdom or str(build / "bench/fft-wisdom")
settings.ranks = [int(p) for p in (settings.ranks or ranks).split(",") if p]
out = pathlib.Path(settings.out or build / "bench/results")
out.mkdir(parents=True, exist_ok=True)
with tempfile.TemporaryDirectory() as scratch:
    document = run(Launcher(settings, scratch), settings)
text = module.text(document)
(out / f"fft-{settings.mode}.json").write_text(json.dumps(document, indent=1) + "\n")
(out / f"fft-{settings.mode}.txt").write_text(text)
print("", text, sep="\n")
