# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Operators on coefficients, for Plan.apply."""

from __future__ import annotations

import ctypes
import dataclasses
from typing import Any

from ._arrays import Array, LocalArray, address
from ._library import library


@dataclasses.dataclass(frozen=True)
class Operator:
    """An operator of the library: `laplacian`, `inverse_laplacian`, `gaussian` or `derivative`."""

    name: str
    """Its name in C without the prefix."""
    parameter: float | int | None = None


def laplacian() -> Operator:
    """The Laplacian: multiplies by -k^2, the sum of the squares of the wave numbers."""
    return Operator("laplacian")


def inverse_laplacian() -> Operator:
    """The inverse of the Laplacian, which solves Poisson's equation. The result has the mean 0."""
    return Operator("inverse_laplacian")


def gaussian(s: float) -> Operator:
    """A Gaussian filter, or heat conduction over a time: multiplies by exp(-s k^2), where s is a squared length."""
    return Operator("gaussian", float(s))


def derivative(axis: int) -> Operator:
    """The first derivative along a Fourier axis. The coefficient at n/2 of an even axis becomes 0."""
    return Operator("derivative", int(axis))


def in_c(given: Operator | Array, spectral: LocalArray, fields: int) -> tuple[ctypes.c_void_p, Any]:
    """The function of C and its data. Raises an error for factors that do not fit one field of the spectral array."""
    if not isinstance(given, Operator):
        one = dataclasses.replace(spectral, shape=spectral.shape[fields:], strides=spectral.strides[fields:])
        failure = one.refusal(given, "the array of factors")
        if failure is not None:
            raise failure
        return _function("factors"), address(given)
    if given.parameter is None:
        return _function(given.name), None
    if isinstance(given.parameter, int):
        return _function(given.name), ctypes.byref(ctypes.c_int(given.parameter))
    return _function(given.name), ctypes.byref(ctypes.c_double(given.parameter))


def _function(name: str) -> ctypes.c_void_p:
    return ctypes.cast(getattr(library(), f"cw_fft_{name}"), ctypes.c_void_p)
