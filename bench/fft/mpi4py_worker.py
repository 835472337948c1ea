# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""usage: mpi4py_worker.py PROCESSES KIND N REPORT WISDOM, under mpirun: mpi4py-fft as a contender of run.py, with KIND c2c
or r2c on an N^3 grid of doubles. FFTW's wisdom is read from and kept in the folder WISDOM, unless that is off.

Prints "ready" after it has planned and checked its results. Each line of the standard input of process 0 is then a
number of rounds to run, of one forward and one backward transform each. At the end of the input the seconds of each
round are written to the file REPORT. Waiting processes sleep."""

import json
import os
import sys
import time

import numpy
from mpi4py import MPI
from mpi4py_fft import PFFT, fftw, newDistArray

comm = MPI.COMM_WORLD
processes, kind, n, path, folder = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[5]
if comm.size != processes:
    raise RuntimeError(f"{processes} processes were started, and this one sees {comm.size}: mpi4py is built for another MPI")
WAVE = (1, 2, 3)


def sleep_until(request):
    while not request.Test():
        time.sleep(0.001)


def next_turn():
    rounds = numpy.zeros(1, dtype="i")
    if comm.rank == 0:
        rounds[0] = int(sys.stdin.readline() or 0)
    sleep_until(comm.Ibcast(rounds))
    return int(rounds[0])


class Transforms:
    """Unscaled, like the others, which saves a pass over the data."""

    def __init__(self, grid, collapse):
        self.plan = PFFT(comm, (n, n, n), axes=(0, 1, 2), dtype="D" if kind == "c2c" else "d", grid=grid, collapse=collapse)
        self.physical, self.spectral = newDistArray(self.plan, False), newDistArray(self.plan, True)

    def forward(self):
        self.plan.forward(self.physical, self.spectral, normalize=False)

    def backward(self):
        self.plan.backward(self.spectral, self.physical, normalize=False)

    def pair(self):
        """Seconds of the slowest process."""
        comm.Barrier()
        start = MPI.Wtime()
        self.forward()
        self.backward()
        return comm.allreduce(MPI.Wtime() - start, MPI.MAX)

    def check(self):
        """A plane wave has one coefficient, and for real data that of its conjugate, which is not stored."""
        starts = [part.start for part in self.physical.local_slice()]
        parts = [
            numpy.exp(2j * numpy.pi * (wave * (start + numpy.arange(count)) % n) / n)
            for wave, start, count in zip(WAVE, starts, self.physical.shape)
        ]
        wave = parts[0][:, None, None] * parts[1][None, :, None] * parts[2][None, None, :]
        self.physical[:] = wave if kind == "c2c" else wave.real
        self.forward()
        index = tuple(wave - part.start for wave, part in zip(WAVE, self.spectral.local_slice()))
        if all(0 <= i < count for i, count in zip(index, self.spectral.shape)):
            self.spectral[index] -= n**3 if kind == "c2c" else n**3 / 2
        self.agree(numpy.abs(self.spectral).max(initial=0) / n**3, "the spectrum of a plane wave")

    def agree(self, error, what):
        error = comm.allreduce(error, MPI.MAX)
        if not error <= 10 * numpy.finfo(float).eps * 3 * numpy.log2(n):
            raise RuntimeError(f"{what} is wrong by {error}")


def noise(array, seed):
    numbers = numpy.random.default_rng([seed, comm.rank]).random(array.size * (2 if kind == "c2c" else 1))
    return (numbers.view(array.dtype) - (0.5 + 0.5j if kind == "c2c" else 0.5)).reshape(array.shape)


def best():
    """The fastest here of slabs or the default grid, with axes collapsed or not."""
    choices = {}
    for grid in [(-1,), None]:
        for collapse in [False, True]:
            transforms = Transforms(grid, collapse)
            transforms.physical[:] = 0
            seconds = min(transforms.pair() for _ in range(3))
            choices[seconds] = (grid, collapse)
            transforms.plan.destroy()
            del transforms
    return choices[min(choices)]


class Wisdom:
    """Each process keeps its wisdom. mpi4py-fft uses files whose names begin with the kind of number and the rank."""

    def __init__(self):
        self.name = f"mpi4py-fft-{comm.size}"
        self.known = False
        if folder != "off":
            os.chdir(folder)  # mpi4py-fft prepends letters to the names of files, so they cannot contain a folder
            fftw.fftn(fftw.aligned((2, 2), dtype="D"))  # FFTW refuses wisdom unless its threads have been started
            try:
                fftw.import_wisdom(self.name)
                self.known = True
            except AssertionError:
                pass  # there is none yet, or another FFTW has written it

    def save(self):
        if folder != "off":
            fftw.export_wisdom(self.name)


start = MPI.Wtime()
wisdom = Wisdom()
setting = comm.bcast(best(), 0)
transforms = Transforms(*setting)
wisdom.save()
planning = MPI.Wtime() - start
transforms.check()
given = noise(transforms.physical, 1)
seconds = []
while True:
    if comm.rank == 0:
        print("ready", flush=True)
    rounds = next_turn()
    if rounds <= 0:
        break
    transforms.forward()  # not measured: after a sleep, cores and caches have to warm up
    for _ in range(rounds):
        transforms.physical[:] = given
        seconds.append(transforms.pair())
        transforms.agree(numpy.abs(transforms.physical / n**3 - given).max(initial=0), "forward and backward")
if comm.rank == 0:
    result = {
        "name": "mpi4py-fft",
        "title": "mpi4py-fft",
        "family": "mpi4py-fft",
        "transposed": True,
        "mpi": MPI.Get_library_version().split(",")[0],
        "setting": {"grid": setting[0], "collapse": setting[1]},
        "planning": planning,
        "wisdom": wisdom.known,
        "seconds": seconds,
    }
    with open(path, "w", encoding="ascii") as file:
        json.dump({"results": [result]}, file)
