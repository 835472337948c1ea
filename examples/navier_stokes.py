# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""navier_stokes.cpp in Python, where the method and the cases are described: incompressible flow in a periodic box, by a
pseudo-spectral method and RK4. The two read each other's checkpoints.

usage: mpirun -n 4 python navier_stokes.py [--case taylor-green] [--points 32] [--picture spectrum.png] ...

With MPICH, --checkpoint and --restart need version 4.1: before it, files did not support the datatypes that mpi4py makes.
"""

import argparse
import json
import sys

import numpy as np
from mpi4py import MPI

from cartwright.fft import Plan


def initial(case, x, y, z):
    """The velocity at the points."""
    sin, cos = np.sin, np.cos
    if case == "plane":
        return 1 + sin(x) * cos(y), 0.5 - cos(x) * sin(y), 0.25
    u, v = sin(x) * cos(y) * cos(z), -cos(x) * sin(y) * cos(z)
    return (u, v, 0) if case == "taylor-green" else (u + sin(z) + cos(y), v + sin(x) + cos(z), sin(y) + cos(x))


class Flow:
    """The coefficients `u_hat` of the velocity, and the arrays of a step."""

    def __init__(self, plan, case, viscosity):
        self.plan, self.viscosity, self.forced = plan, viscosity, case == "forced"
        self.steps, self.time = 0, 0.0
        self.k = plan.wavenumbers()
        self.square = sum(k**2 for k in self.k)
        self.shell = np.rint(np.sqrt(self.square)).astype(int)
        # A wave of n/2 has no direction: it is dropped. Coefficients stand for their conjugates, too, except for kz = 0.
        self.kept = np.prod(np.broadcast_arrays(*(2 * k != plan.shape[0] for k in self.k)), axis=0, dtype=bool)
        self.weight = np.where(self.k[2] == 0, 0.5, 1.0)
        self.velocity, self.vorticity, self.product = (plan.empty("physical") for _ in range(3))
        self.u_hat, self.stage, self.rate, self.next = (plan.empty("spectral") for _ in range(4))
        for component, values in zip(self.velocity, initial(case, *plan.points())):
            component[...] = values
        plan.forward(self.velocity, self.u_hat)

    def sums(self, u_hat):
        """The energy, the enstrophy, and the energies of the shells round(|k|)."""
        energy = self.weight * sum(c.real**2 + c.imag**2 for c in u_hat)
        mine = np.bincount(self.shell.ravel(), energy.ravel(), self.plan.shape[0] + 1)
        mine[-1] = np.vdot(self.square, energy)
        *shells, enstrophy = MPI.COMM_WORLD.allreduce(mine, MPI.SUM)
        return sum(shells), enstrophy, shells

    def rate_of(self, u_hat):
        """Sets `rate` to du/dt. Returns the rate at which energy is lost."""
        for i, a, b in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
            self.rate[i] = 1j * (self.k[a] * u_hat[b] - self.k[b] * u_hat[a])
        v, w = self.plan.backward(u_hat, self.velocity), self.plan.backward(self.rate, self.vorticity)
        for i, a, b in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
            np.subtract(v[a] * w[b], v[b] * w[a], out=self.product[i])
        self.plan.forward(self.product, self.rate)

        _, enstrophy, shells = self.sums(u_hat)
        loss = 2 * self.viscosity * enstrophy
        growth = -self.viscosity * self.square
        if self.forced:
            growth[(self.shell == 1) | (self.shell == 2)] += loss / (2 * (shells[1] + shells[2]))
        # The pressure removes the part along k.
        along = sum(k * rate for k, rate in zip(self.k, self.rate)) / np.maximum(self.square, 1)
        for k, rate, u in zip(self.k, self.rate, u_hat):
            rate += growth * u - k * along
            rate *= self.kept
        return 0 if self.forced else loss

    def step(self, dt):
        """One step of RK4. Returns the energy that the viscosity took and the force did not give back."""
        lost = 0
        self.stage[...] = self.next[...] = self.u_hat
        for weight, ahead in ((dt / 6, dt / 2), (dt / 3, dt / 2), (dt / 3, dt), (dt / 6, 0)):
            lost += weight * self.rate_of(self.stage)
            self.next += weight * self.rate
            self.stage[...] = self.u_hat + ahead * self.rate
        self.u_hat, self.next = self.next, self.u_hat
        self.steps, self.time = self.steps + 1, self.time + dt
        return lost

    def checkpoint(self, path, write):
        """Writes or reads points, bytes of a number, step and time, then u_hat as [component][x][y][z]."""
        part, rank = self.plan.spectral, MPI.COMM_WORLD.rank
        element = MPI.Datatype.fromcode(part.dtype.char)
        in_file = element
        if 0 not in part.shape:
            starts = [axis.start for axis in part.slices]
            in_file = element.Create_subarray(part.global_shape, part.shape, starts).Commit()
        head = np.array([self.plan.shape[0], part.dtype.itemsize // 2, self.steps, self.time])
        size = head.nbytes + np.prod(part.global_shape) * part.dtype.itemsize
        expected = (size, *head[:2])
        values = np.ascontiguousarray(self.u_hat)  # memory is in the order of the last transpose
        file = MPI.File.Open(MPI.COMM_WORLD, path, MPI.MODE_CREATE | MPI.MODE_WRONLY if write else MPI.MODE_RDONLY)
        if write:
            file.Set_size(size)
            file.Write_at_all(0, head[: 4 if rank == 0 else 0])
        else:
            file.Read_at_all(0, head)
            if (file.Get_size(), *head[:2]) != expected:
                sys.exit(f"navier_stokes.py: {path} is not a checkpoint of these points and this precision")
            self.steps, self.time = int(head[2]), float(head[3])
        file.Set_view(head.nbytes, element, in_file)
        if write:
            file.Write_all(values)
        else:
            file.Read_all(values)
            self.u_hat[...] = values
        file.Close()


def draw(shells, path):
    """The spectrum, and the slope of the inertial range."""
    from matplotlib import pyplot

    k = np.arange(1, len(shells) // 2)
    figure, axes = pyplot.subplots(figsize=(5, 4), layout="constrained")
    axes.loglog(k, shells[1 : len(k) + 1], marker=".")
    axes.loglog(k, shells[1] * k ** (-5 / 3), color="gray", linestyle="--", label="$k^{-5/3}$")
    axes.set(xlabel="wave number", ylabel="energy", ylim=(1e-16, None))
    axes.legend()
    figure.savefig(path, dpi=110)


def main():
    parser = argparse.ArgumentParser(description="Incompressible flow in a periodic box.")
    parser.add_argument("--case", choices=("taylor-green", "plane", "forced"), default="taylor-green")
    for name, default in (("points", 32), ("steps", 100), ("dt", 0.01), ("viscosity", 0.01)):
        parser.add_argument(f"--{name}", type=type(default), default=default)
    parser.add_argument("--precision", choices=("float", "double"), default="double")
    for name in ("restart", "checkpoint", "spectrum", "picture"):
        parser.add_argument(f"--{name}", metavar="FILE")
    options = parser.parse_args()
    if options.points < 4:
        parser.error(f"--points {options.points}: give at least 4")

    dtype = np.float32 if options.precision == "float" else np.float64
    shape = [options.points] * 3
    with Plan(MPI.COMM_WORLD, shape, dtype=dtype, fields=(3,), padding=1.5, norm="forward", transposed=True) as plan:
        flow = Flow(plan, options.case, options.viscosity)
        if options.restart:
            flow.checkpoint(options.restart, write=False)
        first = flow.sums(flow.u_hat)[0]
        begin = MPI.Wtime()
        lost = sum(flow.step(options.dt) for _ in range(options.steps))
        seconds = (MPI.Wtime() - begin) / max(options.steps, 1)
        energy, enstrophy, shells = flow.sums(flow.u_hat)
        if options.checkpoint:
            flow.checkpoint(options.checkpoint, write=True)
    error = abs(energy + lost - first) / first
    right = error < (1e-4 if options.precision == "float" else 1e-6)
    if MPI.COMM_WORLD.rank == 0:
        print(
            f"step {flow.steps}, time {flow.time:.6g}: energy {energy:.15g}, enstrophy {enstrophy:.15g}, energy balance "
            f"off by {error:.1e}, {'correct' if right else 'wrong'}; {seconds:.3g} s a step"
        )
        if options.spectrum:
            result = {"time": flow.time, "energy": energy, "enstrophy": enstrophy, "spectrum": shells}
            with open(options.spectrum, "w", encoding="utf-8") as file:
                json.dump(result, file)
        if options.picture:
            draw(shells, options.picture)
    if not right:
        sys.exit(1)


main()
