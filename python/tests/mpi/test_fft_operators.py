# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Plan.apply against forward, numpy, and backward."""

import numpy as np
import pytest
from mpi4py import MPI

from cartwright.errors import InvalidArgumentError, UnsupportedError
from cartwright.fft import Plan, curl, derivative, gaussian, inverse_laplacian, laplacian, projection

world = MPI.COMM_WORLD
LENGTHS = (3.0, 1.0, 7.0)


def squares(k):
    return sum(along**2 for along in k)


def negative_squares(row):
    row.values *= -squares(row.k)


FACTORS = [
    (negative_squares, lambda k: -squares(k)),
    (laplacian(), lambda k: -squares(k)),
    (inverse_laplacian(), lambda k: np.divide(-1, squares(k), out=np.zeros_like(squares(k)), where=squares(k) > 0)),
    (gaussian(0.01), lambda k: np.exp(-0.01 * squares(k))),
    (derivative(1), lambda k: 1j * k[1]),
]


@pytest.mark.parametrize("operator, factor", FACTORS, ids=lambda case: getattr(case, "name", getattr(case, "__name__", "")))
@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("dtype", [float, np.complex64])
@pytest.mark.parametrize("fields", [(), (2,)])
def test_operators(operator, factor, transposed, dtype, fields):
    with Plan(world, (9, 7, 8), dtype=dtype, fields=fields, transposed=transposed, lengths=LENGTHS) as plan:
        u = plan.empty("physical")
        random = np.random.default_rng(world.rank)
        u[...] = random.random(u.shape) + (1j * random.random(u.shape) if dtype == np.complex64 else 0)
        before = u.copy()
        u_hat = plan.forward(u)
        u_hat *= factor(plan.wavenumbers())
        expected = plan.backward(u_hat)
        near = 1e-12 if dtype is float else 1e-4
        np.testing.assert_allclose(plan.apply(operator, u), expected, rtol=near, atol=10 * near)
        np.testing.assert_array_equal(u, before)
        assert plan.apply(operator, u, u) is u
        np.testing.assert_allclose(u, expected, rtol=near, atol=10 * near)


def test_factors():
    with Plan(world, (9, 6, 8), dtype=float, fields=(2,), transposed=True) as plan:
        u = plan.empty("physical")
        u[...] = np.random.default_rng(world.rank).random(u.shape)
        factors = plan.empty("spectral")[0]
        factors[...] = np.exp(-squares(plan.wavenumbers()))
        expected = plan.backward(plan.forward(u) * factors)
        np.testing.assert_allclose(plan.apply(factors, u), expected, atol=1e-12)
        with pytest.raises(TypeError, match="factors"):
            plan.apply(factors.astype(np.complex64), u)


def test_rows_of_functions():
    with Plan(world, (9, 6, 8), dtype=float, fields=(2, 3)) as plan:
        u = plan.empty("physical")
        u[...] = np.random.default_rng(world.rank).random(u.shape)
        u_hat = plan.forward(u)
        x, y, z = np.ix_(*(np.arange(part.start, part.stop) for part in plan.spectral.slices[2:]))
        f, g = (np.arange(length).reshape(-1, *[1] * rest) for length, rest in ((2, 4), (3, 3)))
        u_hat *= 1 + x + 10 * y + 100 * z + 1000 * f + 10000 * g

        def by_index(row):
            at = [*row.start]
            at[row.axis] += np.arange(len(row.values))
            row.values = row.values * (1 + at[0] + 10 * at[1] + 100 * at[2] + 1000 * row.field[0] + 10000 * row.field[1])

        np.testing.assert_allclose(plan.apply(by_index, u), plan.backward(u_hat), atol=1e-9)


def without_n_half(plan):
    """The wave numbers of a plan, with 0 for n/2 of an even axis."""
    units = (2 * np.pi / length for length in LENGTHS)
    return [np.where(2 * np.rint(k / unit) == n, 0, k) for k, unit, n in zip(plan.wavenumbers(), units, plan.shape)]


def project(row):
    """The projection for an odd grid, which has no wave of n/2."""
    square = np.maximum(squares(row.k), 1e-30)
    along = sum(k * u for k, u in zip(row.k, row.values)) / square
    for k, u in zip(row.k, row.values):
        u -= k * along


@pytest.mark.parametrize("shape, operator", [((9, 7, 5), project), ((9, 8, 6), projection()), ((2, 1, 4), projection())])
@pytest.mark.parametrize("dtype", [float, complex, np.float32])
@pytest.mark.parametrize("transposed", [False, True])
def test_projection(shape, operator, dtype, transposed):
    with Plan(world, shape, dtype=dtype, fields=(3,), transposed=transposed, lengths=LENGTHS) as plan:
        u = plan.empty("physical")
        random = np.random.default_rng(world.rank)
        u[...] = random.random(u.shape) + (1j * random.random(u.shape) if dtype is complex else 0)
        before = u.copy()
        u_hat, k = plan.forward(u), without_n_half(plan)
        along = sum(one * component for one, component in zip(k, u_hat)) / np.maximum(squares(k), 1e-30)
        for one, component in zip(k, u_hat):
            component -= one * along
        near = 1e-4 if dtype is np.float32 else 1e-12
        result = plan.apply_fields(operator, u)
        np.testing.assert_allclose(result, plan.backward(u_hat), atol=near)
        np.testing.assert_array_equal(u, before)
        assert plan.apply_fields(operator, u, u) is u
        np.testing.assert_allclose(u, result, atol=near)
        divergence = sum(plan.apply(derivative(axis), u)[axis] for axis in range(3))
        np.testing.assert_allclose(divergence, 0, atol=100 * near)


def test_curl():
    with Plan(world, (9, 8, 6), dtype=float, fields=(3,), lengths=LENGTHS) as plan:
        u = plan.empty("physical")
        u[...] = np.random.default_rng(world.rank).random(u.shape)
        u_hat = plan.forward(u)
        u_hat[...] = 1j * np.cross(np.stack(np.broadcast_arrays(*without_n_half(plan))), u_hat, axis=0)
        np.testing.assert_allclose(plan.apply_fields(curl(), u), plan.backward(u_hat), atol=1e-11)


def test_rows_of_all_fields():
    with Plan(world, (5, 6, 4), dtype=complex, fields=(2, 3)) as plan:
        u = plan.empty("physical")
        u[...] = np.random.default_rng(world.rank).random(u.shape)
        rows = []

        def mix(row):
            rows.append(row.values.shape)
            assert row.field == ()
            row.values = row.values[::-1, [1, 2, 0]]

        np.testing.assert_allclose(plan.apply_fields(mix, u), u[::-1, [1, 2, 0]], atol=1e-14)
        assert set(rows) <= {(2, 3, 5)}
        assert world.allreduce(sum(map(np.prod, rows))) == np.prod(plan.spectral.global_shape)
    with Plan(world, (5, 6), dtype=float) as plan:
        u = plan.zeros("physical")
        u[...] = 1
        np.testing.assert_allclose(plan.apply_fields(lambda row: row.values.__imul__(2), u), 2, atol=1e-14)


def test_errors_of_functions():
    with Plan(world, (9, 7, 8), dtype=float) as plan:
        u = plan.zeros("physical")

        def fails_on_process_0(row):
            if world.rank == 0:
                raise KeyError("a mistake")

        with pytest.raises(KeyError, match="a mistake"):
            plan.apply(fails_on_process_0, u)
        assert (plan.apply(lambda row: None, u) == 0).all()


def test_refusals():
    with Plan(world, (9, 7, 8), basis="SFF", dtype=float) as plan:
        u = plan.zeros("physical")
        with pytest.raises(InvalidArgumentError, match="axis 3"):
            plan.apply(derivative(3), u)
        with pytest.raises(UnsupportedError, match="RODFT10"):
            plan.apply(derivative(0), u)
        with pytest.raises(UnsupportedError, match="transposed"):
            plan.apply(plan.zeros("spectral"), u)
        with pytest.raises(UnsupportedError, match="the curl of 1 fields"):
            plan.apply_fields(curl(), u)
        with pytest.raises(InvalidArgumentError, match=r"call apply_fields\(\)"):
            plan.apply(projection(), u)
        with pytest.raises(InvalidArgumentError, match=r"call apply\(\)"):
            plan.apply_fields(laplacian(), u)
        if world.size > 1:
            with pytest.raises(InvalidArgumentError, match="disagree"):
                plan.apply(gaussian(1 + world.rank), u)
    with pytest.raises(InvalidArgumentError, match="lengths"):
        Plan(world, (9, 7), lengths=(1, -1))
