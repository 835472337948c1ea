# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""One transform on the processes of a communicator, held against that of the whole array."""

import math

import fft_reference
import numpy as np

from cartwright.fft import Plan

ARGUMENTS = ("basis", "kinds", "dtype", "fields", "padding", "norm", "transposed", "grid", "order", "method")


def random_array(shape, dtype, seed):
    """The same on every process."""
    rng = np.random.default_rng(seed)
    values = rng.standard_normal(shape)
    if np.issubdtype(dtype, np.complexfloating):
        values = values + 1j * rng.standard_normal(shape)
    return values.astype(dtype)


def check_close(found, expected, eps, what):
    """Their norms are those of what this process holds; a process with little may be further off."""
    scale = np.linalg.norm(np.ravel(expected)) / math.sqrt(max(expected.size, 1))
    off = np.abs(found - expected).max(initial=0)
    assert off <= 100 * eps * max(scale, 1e-3), f"{what}: off by {off}, where values are about {scale}"


def check_case(comm, case, seed):
    """Forward against the reference, and backward; elsewhere and in place. `case` has the arguments of the plan."""
    what = f"{case}, {comm.size} processes, seed {seed}"
    kinds, shape = fft_reference.kinds_of(case), case["shape"]
    with Plan(comm, shape, **{name: case[name] for name in ARGUMENTS if name in case}) as plan:
        lengths = plan.physical.global_shape[-len(shape) :]
        whole = random_array(plan.physical.global_shape, plan.physical.dtype, seed)
        coefficients = fft_reference.forward(whole, kinds, shape)
        assert plan.spectral.global_shape == coefficients.shape, what
        size = fft_reference.logical_size(kinds, lengths)
        norm = case.get("norm", "backward")
        factor = {"none": 1, "backward": 1, "forward": 1 / size, "ortho": 1 / math.sqrt(size)}[norm]
        round_trip = size if norm == "none" else 1
        eps = np.finfo(plan.physical.dtype).eps
        expected = coefficients[plan.spectral.slices] * factor
        scale = np.linalg.norm(np.ravel(coefficients)) / math.sqrt(coefficients.size) * factor

        u = plan.empty("physical")
        u[...] = whole[plan.physical.slices]
        u_hat = plan.forward(u)
        assert u_hat.dtype == coefficients.dtype, what
        check_close(u_hat / scale, expected / scale, eps, what + ", forward")
        assert (u == whole[plan.physical.slices]).all(), what + ": the input is changed"

        kept = u_hat.copy()
        back = plan.backward(u_hat)
        assert (u_hat == kept).all(), what + ": the input of backward is changed"
        if lengths == tuple(shape):
            check_close(back / round_trip, u, eps, what + ", backward")
        else:
            # The data without its high frequencies.
            real = not np.iscomplexobj(whole)
            full = fft_reference.forward(whole.astype(np.result_type(whole, np.complex64)), kinds, shape)
            smooth = fft_reference.backward(full, kinds, lengths)[plan.physical.slices]
            check_close(back / round_trip, smooth.real if real else smooth, eps, what + ", backward")

        v, v_hat = plan.in_place()
        v[...] = u
        assert plan.forward(v, v_hat) is v_hat
        assert (v_hat == u_hat).all(), what + ", forward in place"
        assert plan.backward(v_hat, v) is v
        assert (v == back).all(), what + ", backward in place"
