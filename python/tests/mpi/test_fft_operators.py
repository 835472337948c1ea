# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Plan.apply against forward, numpy, and backward."""

import numpy as np
import pytest
from mpi4py import MPI

from cartwright.errors import InvalidArgumentError, UnsupportedError
from cartwright.fft import Plan, derivative, gaussian, inverse_laplacian, laplacian

world = MPI.COMM_WORLD
LENGTHS = (3.0, 1.0, 7.0)


def squares(k):
    return sum(along**2 for along in k)


FACTORS = [
    (laplacian(), lambda k: -squares(k)),
    (inverse_laplacian(), lambda k: np.divide(-1, squares(k), out=np.zeros_like(squares(k)), where=squares(k) > 0)),
    (gaussian(0.01), lambda k: np.exp(-0.01 * squares(k))),
    (derivative(1), lambda k: 1j * k[1]),
]


@pytest.mark.parametrize("operator, factor", FACTORS, ids=lambda case: getattr(case, "name", ""))
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


def test_refusals():
    with Plan(world, (9, 7, 8), basis="SFF", dtype=float) as plan:
        u = plan.zeros("physical")
        with pytest.raises(InvalidArgumentError, match="axis 3"):
            plan.apply(derivative(3), u)
        with pytest.raises(UnsupportedError, match="RODFT10"):
            plan.apply(derivative(0), u)
        with pytest.raises(UnsupportedError, match="transposed"):
            plan.apply(plan.zeros("spectral"), u)
        if world.size > 1:
            with pytest.raises(InvalidArgumentError, match="disagree"):
                plan.apply(gaussian(1 + world.rank), u)
    with pytest.raises(InvalidArgumentError, match="lengths"):
        Plan(world, (9, 7), lengths=(1, -1))
