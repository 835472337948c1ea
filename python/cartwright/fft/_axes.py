# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The coordinates and the wave numbers of the indices along an axis."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..errors import InvalidArgumentError

_WAVES = {
    # kind: distance of the first point from 0, points of the whole length beyond n, wave number of index 0
    "REDFT00": (0.0, -1, 0.0),
    "REDFT01": (0.0, 0, 0.5),
    "REDFT10": (0.5, 0, 0.0),
    "REDFT11": (0.5, 0, 0.5),
    "RODFT00": (1.0, 1, 1.0),
    "RODFT01": (1.0, 0, 0.5),
    "RODFT10": (0.5, 0, 1.0),
    "RODFT11": (0.5, 0, 0.5),
}
"""The cosine and sine kinds of FFTW."""

_PERIODIC = ("FOURIER", "R2HC", "DHT")


def default_length(kind: str) -> float:
    """The length of an axis on which wave numbers are multiples of 1/2."""
    return 2 * math.pi if kind in _PERIODIC else math.pi


def points(kind: str, n: int, part: slice, length: float) -> npt.NDArray[np.float64]:
    """Coordinates of a part of n points on an axis from 0 to `length`."""
    index = np.arange(part.start, part.stop, dtype=float)
    if kind in _PERIODIC:
        return index * (length / n)
    if kind in _WAVES:
        return (index + _WAVES[kind][0]) * (length / spacings(kind, n))
    return index


def wavenumbers(kind: str, n: int, part: slice, length: float) -> npt.NDArray[np.float64]:
    """Wave numbers of a part of n coefficients, in radians per unit of length."""
    index = np.arange(part.start, part.stop, dtype=float)
    if kind in _PERIODIC:
        index[index > n // 2] -= n
        return (index if kind == "FOURIER" else np.abs(index)) * (2 * math.pi / length)
    if kind in _WAVES:
        return (index + _WAVES[kind][2]) * (math.pi / length)
    return index


def spacings(kind: str, n: int) -> int:
    """The distances between n points that make the length of an axis."""
    return n + (_WAVES[kind][1] if kind in _WAVES else 0)


def lengths_of(kinds: Sequence[str], lengths: Sequence[float] | None) -> list[float]:
    """The length of each axis. Raises an error for an invalid one."""
    if lengths is None:
        return [default_length(kind) for kind in kinds]
    given = [float(length) for length in lengths]
    if len(given) != len(kinds) or not all(0 < length < math.inf for length in given):
        raise InvalidArgumentError(f"lengths={lengths}: give a length above 0 for each of {len(kinds)} axes")
    return given
