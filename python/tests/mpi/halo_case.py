# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""A random field in blocks on a grid of processes, and what its points are after an exchange or an accumulation."""

import itertools
import math

import numpy as np
from mpi4py import MPI

from cartwright.halo import HaloArray

DTYPES = ("f4", "f8", "i4", "i8", "c8", "c16", "u1", "?", "f2", "M8[s]", [("a", "i2"), ("b", "f8", (3,))])
NUMBERS = DTYPES[:6]


def random_grid(comm, rng):
    """A Cartesian communicator of all processes, and the borders of the blocks along each axis."""
    ndim = int(rng.integers(1, 4))
    dims = MPI.Compute_dims(comm.size, [0] * ndim)
    dims = [dims[axis] for axis in rng.permutation(ndim)]
    periods = [bool(period) for period in rng.integers(0, 2, ndim)]
    borders = [np.concatenate([[0], np.cumsum(rng.integers(2, 6, dim))]) for dim in dims]
    return comm.Create_cart(dims, periods), borders


def whole_array(rng, shape, dtype):
    """Random bits of a type; whole numbers for those that have a sum, so that sums are exact."""
    kind = np.dtype(dtype)
    if kind.kind in "fic" and kind.itemsize > 2:
        values = rng.integers(-99, 99, shape)
        return np.asarray(values + 1j * rng.integers(-99, 99, shape) if kind.kind == "c" else values).astype(kind)
    if kind.kind == "b":
        return np.asarray(rng.integers(0, 2, shape)).astype(kind)
    return np.frombuffer(rng.bytes(math.prod(shape) * kind.itemsize), kind).reshape(shape)


class Case:
    """One field: the whole of it on all processes, and the block of this one."""

    def __init__(self, cart, borders, rng, dtype):
        self.cart, self.ndim = cart, cart.ndim
        self.components = tuple(int(n) for n in rng.integers(1, 4, rng.integers(0, 3)))
        self.low = tuple(int(n) for n in rng.integers(0, 3, self.ndim))
        self.high = tuple(int(n) for n in rng.integers(0, 3, self.ndim))
        self.whole = whole_array(rng, (*self.components, *(border[-1] for border in borders)), dtype)
        self.start = [int(border[at]) for border, at in zip(borders, cart.coords)]
        self.sizes = [int(border[at + 1] - border[at]) for border, at in zip(borders, cart.coords)]
        self.borders = borders
        self.kind = int(rng.integers(0, 4))
        self.background = whole_array(rng, (), dtype)

    def make(self):
        """What is given to the plan, and all points as an array of numpy."""
        pairs = list(zip(self.low, self.high))
        dtype = self.whole.dtype
        if self.kind < 2:
            made = HaloArray(self.sizes, pairs, dtype, components=self.components, order="CF"[self.kind])
            points = made.all
        else:
            shape = (*self.components, *(sum(numbers) for numbers in zip(self.low, self.sizes, self.high)))
            if self.kind == 2:
                made = points = np.empty(shape, dtype)
            else:
                # Every other point of a larger array, backward along the last axis, with axes in another order.
                points = np.empty([2 * length for length in reversed(shape)], dtype).T
                made = points = points[tuple(slice(None, None, 2) for _ in shape)][..., ::-1]
        return made, points

    def indices(self, rank=None):
        """For each point of the block along each axis its index in the whole, and whether it is a ghost point."""
        coords = self.cart.Get_coords(self.cart.rank if rank is None else rank)
        for axis, (border, at) in enumerate(zip(self.borders, coords)):
            index = np.arange(border[at] - self.low[axis], border[at + 1] + self.high[axis])
            ghost = (index < border[at]) | (index >= border[at + 1])
            yield index, ghost

    def filled(self, fill=None):
        """All points after an exchange of ghost points where `fill` is true."""
        axes = list(self.indices())
        index = np.ix_(*(index % length for (index, _), length in zip(axes, self.whole.shape[-self.ndim :])))
        expected = self.whole[(..., *index)].copy()
        ghosts = np.meshgrid(*(ghost for _, ghost in axes), indexing="ij", sparse=True)
        inside = np.ones(expected.shape[expected.ndim - self.ndim :], bool)
        for axis, (index, _) in enumerate(axes):
            if not self.cart.periods[axis]:
                there = (index >= 0) & (index < self.borders[axis][-1])
                inside &= there.reshape([-1 if other == axis else 1 for other in range(self.ndim)])
        own = np.ones_like(inside)
        count = np.zeros(inside.shape, int)
        for ghost in ghosts:
            own &= ~ghost
            count = count + ghost
        taken = own | (inside if fill is None else inside & fill(count, axes))
        expected[..., ~taken] = self.background
        return expected, own

    def accumulated(self):
        """The own points after each process has added its ghost points, where all points are those of the whole."""
        total = self.whole.copy()
        for rank in range(self.cart.size):
            axes = list(self.indices(rank))
            for ghosts in itertools.product(*(range(len(index)) for index, _ in axes)):
                if not any(ghost[at] for (_, ghost), at in zip(axes, ghosts)):
                    continue
                at = [int(index[i]) for (index, _), i in zip(axes, ghosts)]
                lengths = [int(border[-1]) for border in self.borders]
                if all(period or 0 <= i < n for i, n, period in zip(at, lengths, self.cart.periods)):
                    point = (..., *(i % n for i, n in zip(at, lengths)))
                    total[point] += self.whole[point]
        own = tuple(slice(start, start + size) for start, size in zip(self.start, self.sizes))
        return total[(..., *own)]
