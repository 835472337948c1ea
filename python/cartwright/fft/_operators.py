# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Operators on coefficients, for Plan.apply."""

from __future__ import annotations

import ctypes
import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from .._headers import cw_fft_row
from ._arrays import Array, LocalArray, address
from ._library import library


@dataclasses.dataclass(frozen=True)
class Operator:
    """An operator of the library, such as `laplacian`; `projection` and `curl` are for `Plan.apply_fields`."""

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


def projection() -> Operator:
    """For `Plan.apply_fields`: subtracts k (k.u) / k^2 from a vector, whose divergence is then 0.

    Fields are the components along the axes, in their order; all axes are Fourier axes. The mean stays. At n/2 of an
    even axis the component of k counts as 0, as in `derivative`.
    """
    return Operator("projection")


def curl() -> Operator:
    """For `Plan.apply_fields`: i k x u, the curl of a vector with 3 components, one for each Fourier axis.

    At n/2 of an even axis the component of k counts as 0, as in `derivative`.
    """
    return Operator("curl")


@dataclasses.dataclass
class Row:
    """A row of coefficients, for functions that `Plan.apply` and `Plan.apply_fields` call. It is valid during the call."""

    values: npt.NDArray[Any]
    """The coefficients along `axis`, to be changed or replaced. With `apply_fields` those of all fields: the axes of the
    fields come first, and that along `axis` last."""
    axis: int
    """The axis along which they lie."""
    start: tuple[int, ...]
    """Global index of the first one along each axis."""
    k: tuple[npt.NDArray[np.float64] | float, ...]
    """Wave numbers along each axis: along `axis` those of all coefficients, along others that of the row."""
    field: tuple[int, ...]
    """Index of the field; empty if the plan has no `fields`, and with `apply_fields`."""


class RowFunction:
    """A function of Python as an operator of C."""

    def __init__(
        self, function: Callable[[Row], object], dtype: np.dtype[Any], fields: tuple[int, ...], all_fields: bool
    ) -> None:
        self._function, self._dtype, self._fields, self._all_fields = function, dtype, fields, all_fields
        self._failure: Exception | None = None
        self.in_c = _OPERATOR(self._call)

    def _call(self, address_of_row: int, _: object) -> None:
        if self._failure is not None:
            return
        row = cw_fft_row.from_address(address_of_row)
        try:
            in_c = [self._values(row.values_of[i], row.count) for i in range(row.fields)]
            values = np.stack(in_c).reshape(*self._fields, row.count) if self._all_fields else in_c[0]
            along = np.ctypeslib.as_array(row.k[row.axis], (row.count,))
            k = tuple(along if axis == row.axis else row.k[axis][0] for axis in range(row.ndims))
            of_one = bool(self._fields) and not self._all_fields
            field = tuple(map(int, np.unravel_index(row.field, self._fields))) if of_one else ()
            made = Row(values, row.axis, tuple(row.start[: row.ndims]), k, field)
            self._function(made)
            if made.values is not in_c[0]:
                changed = np.broadcast_to(made.values, values.shape).reshape(row.fields, row.count)
                for to, given in zip(in_c, changed):
                    to[...] = given
        except Exception as error:
            self._failure = error

    def _values(self, values: int, count: int) -> npt.NDArray[Any]:
        """The array at an address."""
        memory: Any = (ctypes.c_char * (count * self._dtype.itemsize)).from_address(values)
        return np.frombuffer(memory, self._dtype)

    def raise_failure(self) -> RowFunction:
        """Raises the error of the first call that failed."""
        if self._failure is not None:
            raise self._failure
        return self

    def fingerprint(self) -> int:
        """Which function it is may differ between processes."""
        return 0


_OPERATOR = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)


def in_c(given: Operator | RowFunction | Array, spectral: LocalArray, fields: int) -> tuple[ctypes.c_void_p, Any]:
    """The function of C and its data. Raises an error for factors that do not fit one field of the spectral array."""
    if isinstance(given, RowFunction):
        return ctypes.cast(given.in_c, ctypes.c_void_p), None
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
