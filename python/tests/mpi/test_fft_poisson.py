# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Poisson against the solution of its linear equations by scipy, and by transforms of the whole array."""

import functools
import math

import fft_case
import fft_reference
import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.linalg
import scipy.special
from mpi4py import MPI

from cartwright.errors import InvalidArgumentError
from cartwright.fft import Plan, Poisson

world = MPI.COMM_WORLD
SHAPE = (7, 6, 5)
LENGTHS = (1.0, 2.0, 3.0)


def differences(boundaries, centering, n, length):
    """The matrix of the second derivative, by differences between neighbors."""
    made = scipy.sparse.diags([np.ones(n - 1), np.full(n, -2.0), np.ones(n - 1)], [-1, 0, 1]).tolil()
    if boundaries == "PP":
        made[0, n - 1] += 1
        made[n - 1, 0] += 1
    else:
        for side, (wall, neighbor) in zip(boundaries, [(0, 1), (n - 1, n - 2)]):
            if centering == "C":
                made[wall, wall] += 1 if side == "N" else -1
            elif side == "N":
                made[wall, neighbor] += 1
    walls = {"DD": 1, "NN": -1}.get(boundaries, 0) if centering == "N" else 0
    return made.tocsr() / (length / (n + walls)) ** 2


def laplacian(boundaries, centering):
    total = scipy.sparse.csr_matrix((math.prod(SHAPE),) * 2)
    for axis in range(3):
        factors = [scipy.sparse.identity(n) for n in SHAPE]
        factors[axis] = differences(boundaries.split()[axis], centering[axis], SHAPE[axis], LENGTHS[axis])
        total = total + functools.reduce(scipy.sparse.kron, factors)
    return total.tocsr()


@pytest.mark.parametrize("boundaries", ["DD PP NN", "DN ND DD", "NN NN PP", "PP DN ND"])
@pytest.mark.parametrize("centering", ["CCC", "NNN", "CNC"])
@pytest.mark.parametrize("dtype", [float, np.complex64])
def test_differences(boundaries, centering, dtype):
    options = {"boundaries": boundaries, "centering": centering, "lengths": LENGTHS, "lambda_": 0.6}
    whole = fft_case.random_array((2, *SHAPE), np.dtype(dtype), 1)
    matrix = laplacian(boundaries, centering) - 0.6 * scipy.sparse.identity(math.prod(SHAPE))
    expected = np.array([scipy.sparse.linalg.spsolve(matrix.tocsc(), f.ravel()).reshape(SHAPE) for f in whole])
    with Poisson(world, SHAPE, laplacian="second_order", dtype=dtype, fields=(2,), **options) as solver:
        f = solver.empty("physical")
        f[...] = whole[solver.physical.slices]
        u = solver.solve(f)
        near = 1e-12 if dtype is float else 1e-4
        np.testing.assert_allclose(u, expected[solver.physical.slices], rtol=near, atol=near)
        np.testing.assert_array_equal(f, whole[solver.physical.slices])
        assert solver.solve(f, f) is f
        np.testing.assert_array_equal(f, u)
        assert solver.times.forward == 2


KINDS = {
    "PP": ("FOURIER", "FOURIER"),
    "DD": ("RODFT10", "RODFT00"),
    "NN": ("REDFT10", "REDFT00"),
    "DN": ("RODFT11", "RODFT01"),
    "ND": ("REDFT11", "REDFT01"),
}
"""Cells, nodes."""


@pytest.mark.parametrize("boundaries", ["DD PP NN", "DN ND PP", "NN PP NN"])
@pytest.mark.parametrize("centering", ["CCC", "NNN", "NCC"])
def test_spectral(boundaries, centering):
    kinds = [KINDS[sides][letter == "N"] for sides, letter in zip(boundaries.split(), centering)]
    numbers = []
    for sides, n in zip(boundaries.split(), SHAPE):
        first = {"PP": 0, "DD": 1, "NN": 0}.get(sides, 0.5)
        numbers.append(np.fft.fftfreq(n, 0.5 / n) if sides == "PP" else np.arange(n) + first)
    squares = sum((math.pi * k / length) ** 2 for k, length in zip(np.ix_(*numbers), LENGTHS))
    factors = np.divide(-1, squares, out=np.zeros_like(squares), where=squares > 0)
    whole = fft_case.random_array(SHAPE, np.dtype(complex), 2)
    expected = fft_reference.backward(fft_reference.forward(whole, kinds, SHAPE) * factors, kinds, SHAPE)
    with Poisson(world, SHAPE, boundaries=boundaries, centering=centering, lengths=LENGTHS, dtype=complex) as solver:
        f = solver.empty("physical")
        f[...] = whole[solver.physical.slices]
        np.testing.assert_allclose(solver.solve(f), expected[solver.physical.slices], rtol=1e-11, atol=1e-11)
        first, spacing = (0.5 if centering[0] == "C" else boundaries[0] == "D"), LENGTHS[0] / 7
        if centering[0] == "N" and boundaries[:2] != "DN":
            spacing = LENGTHS[0] / (8 if boundaries[0] == "D" else 6)
        expected = (first + np.arange(7)[solver.physical.slices[0]]) * spacing
        np.testing.assert_allclose(solver.points()[0].ravel(), expected)
        np.testing.assert_allclose(solver.points([2, 2, 2])[0].ravel(), 2 * expected)
        assert [kind.upper() for kind in solver.report["problem"]["kinds"]] == kinds
        np.testing.assert_allclose(solver.backward(solver.forward(f)), f, atol=1e-13)


def test_wavenumbers():
    with Poisson(world, SHAPE, boundaries="DD PP NN", centering="NCN", lengths=LENGTHS) as solver:
        x, y, z = solver.points()
        u = solver.empty("physical")
        u[...] = np.sin(3 * math.pi * x / 1) * np.cos(2 * math.pi * y / 2) * np.cos(2 * math.pi * z / 3)
        squares = sum(k**2 for k in solver.wavenumbers())
        expected = -u * ((3 * math.pi) ** 2 + math.pi**2 + (2 * math.pi / 3) ** 2)
        u_hat = solver.forward(u)
        u_hat *= -squares
        np.testing.assert_allclose(solver.backward(u_hat), expected, atol=1e-10)


@pytest.mark.parametrize("centering", ["CC", "NN"])
@pytest.mark.parametrize("dtype", [float, complex])
def test_unbounded(centering, dtype):
    """The logarithmic potential of a Gaussian."""
    with Poisson(world, (48, 52), boundaries="UU UU", centering=centering, lengths=(2, 2.2), dtype=dtype) as solver:
        x, y = solver.points()
        square = (x - 0.95) ** 2 + (y - 1.13) ** 2
        width = 0.1
        f = solver.empty("physical")
        f[...] = np.exp(-square / (2 * width**2)) / (2 * math.pi * width**2)
        expected = (scipy.special.exp1(square / (2 * width**2)) + np.log(square)) / (4 * math.pi)
        np.testing.assert_allclose(solver.solve(f), expected, rtol=1e-9)
        assert solver.physical.global_shape == (48, 52)
        np.testing.assert_allclose(solver.backward(solver.forward(f)), f, atol=1e-12)


@pytest.mark.parametrize("boundaries", ["DU UU", "UN UD", "PP NU"])
@pytest.mark.parametrize("centering", ["CC", "NN"])
def test_unbounded_beside_walls(boundaries, centering):
    """A product of Gaussians, with their mirror images in the walls."""
    with Poisson(world, (40, 48), boundaries=boundaries, centering=centering, lengths=(1.5, 1.2), lambda_=2) as solver:
        u, f = solver.empty("physical"), solver.empty("physical")
        u[...] = 1
        relative = -2
        for sides, x, length in zip(boundaries.split(), solver.points(), (1.5, 1.2)):
            if sides == "PP":
                value, second = np.sin(2 * math.pi / length * x + 1), -((2 * math.pi / length) ** 2)
            else:
                wall = length if sides[0] == "U" else 0
                width, at = length / 18 if sides == "UU" else length / 10, length / 2 if sides == "UU" else length / 4
                signs = {at: 1} if sides == "UU" else {at: 1, -at: 1 if "N" in sides else -1}
                away = [(sign, (abs(x - wall) - center) / width) for center, sign in signs.items()]
                value = sum(sign * np.exp(-(t**2) / 2) for sign, t in away)
                second = sum(sign * (t**2 - 1) * np.exp(-(t**2) / 2) for sign, t in away) / width**2 / value
            u *= value
            relative = relative + second
        f[...] = u * relative
        np.testing.assert_allclose(solver.solve(f), u, atol=1e-9)
        assert solver.report["problem"]["n"][1] in (95, 96)


FACES = np.array([-1, -0.9, -0.7, -0.3, 0.2, 0.6, 0.8, 1])


def finite_volumes(boundaries):
    """The matrix of the second derivative between FACES."""
    widths, centers = np.diff(FACES), (FACES[1:] + FACES[:-1]) / 2
    links = 1 / np.diff([FACES[0], *centers, FACES[-1]])
    links[[0, -1]] *= [side == "D" for side in boundaries]
    matrix = np.diag(links[1:-1], 1) + np.diag(links[1:-1], -1) - np.diag(links[1:] + links[:-1])
    if boundaries == "PP":
        around = 2 / (widths[0] + widths[-1])
        matrix[np.ix_([0, -1], [0, -1])] += [[-around, around], [around, -around]]
    return scipy.sparse.csr_matrix(matrix / widths[:, np.newaxis])


@pytest.mark.parametrize("boundaries", ["DD PP NN", "DN ND DD", "NN NN PP", "ND PP DN", "PP NN PP"])
@pytest.mark.parametrize("lambda_", [0, 0.6])
@pytest.mark.parametrize("dtype", [float, np.complex64])
def test_faces(boundaries, lambda_, dtype):
    whole = fft_case.random_array(SHAPE, np.dtype(dtype), 1)
    matrices = [finite_volumes(boundaries[:2])]
    matrices += [differences(boundaries.split()[axis], "C", SHAPE[axis], LENGTHS[axis]) for axis in (1, 2)]
    matrix = -lambda_ * scipy.sparse.identity(math.prod(SHAPE))
    for axis in range(3):
        factors = [scipy.sparse.identity(n) for n in SHAPE]
        factors[axis] = matrices[axis]
        matrix = matrix + functools.reduce(scipy.sparse.kron, factors)
    right = whole.copy()
    if "D" not in boundaries and lambda_ == 0:
        # The mean of f is ignored, and that of u is 0: one more unknown, and one more equation.
        weights = scipy.sparse.csr_matrix(np.repeat(np.diff(FACES), SHAPE[1] * SHAPE[2]))
        matrix = scipy.sparse.bmat([[matrix, np.ones((math.prod(SHAPE), 1))], [weights, None]])
        right = np.append(right, 0)
    expected = scipy.sparse.linalg.spsolve(matrix.tocsc(), right.ravel())[: math.prod(SHAPE)].reshape(SHAPE)
    options = {"boundaries": boundaries, "lengths": LENGTHS, "lambda_": lambda_, "faces": FACES}
    with Poisson(world, SHAPE, laplacian="second_order", dtype=dtype, **options) as solver:
        f = solver.empty("physical")
        f[...] = whole[solver.physical.slices]
        near = 1e-12 if dtype is float else 1e-4
        np.testing.assert_allclose(solver.solve(f), expected[solver.physical.slices], rtol=near, atol=near)
        x, y, _ = solver.points()
        np.testing.assert_allclose(x.ravel(), ((FACES[1:] + FACES[:-1]) / 2)[solver.physical.slices[0]], rtol=1e-6)
        np.testing.assert_allclose(y.ravel(), ((np.arange(6) + 0.5) / 3)[solver.physical.slices[1]], rtol=1e-6)
        np.testing.assert_allclose(solver.backward(solver.forward(f)), f, atol=near)
        assert "axis 0" in solver.explain() and "tridiagonal" in solver.explain()


def test_refusals():
    for words, options in {
        "9 coordinates for the 8 cells": {"faces": [0, 1, 2]},
        "give ascending coordinates": {"faces": [0, 1, 2, 3, 4, 5, 6, 8, 7], "boundaries": "DD PP"},
        "axis 1 has the boundaries PD": {"boundaries": "DD PD"},
        "3 letters for 2": {"boundaries": "DDP"},
        "centering": {"centering": "CX"},
        "laplacian": {"laplacian": "fast"},
        "lengths": {"lengths": (1, -1)},
        "lambda is nan": {"lambda_": math.nan},
        "no unique solution": {"lambda_": -5},
    }.items():
        with pytest.raises(InvalidArgumentError, match=words):
            Poisson(world, (8, 6), **options)
    with Poisson(world, (8, 6)) as solver:
        with pytest.raises(TypeError, match="float64"):
            solver.solve(solver.zeros("physical").astype(np.float32))
        assert "laplace(u) = f" in solver.explain() and "Poisson 8x6" in repr(solver)
        with Plan(world, (4, 4), share=solver) as plan:
            assert not plan.forward(plan.zeros("physical")).any()
    with pytest.raises(InvalidArgumentError, match="closed"):
        solver.solve(None)
    if world.size > 1:
        with pytest.raises(InvalidArgumentError, match="disagree"):
            Poisson(world, (8, 6), lambda_=1 + world.rank)
