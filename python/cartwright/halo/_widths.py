# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The numbers of ghost points before and after the own ones, along each axis."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import SupportsIndex, Union

from ..errors import InvalidArgumentError, SizeError

Width = Union[SupportsIndex, Sequence[Union[SupportsIndex, tuple[SupportsIndex, SupportsIndex]]]]
"""One number for all ends of all axes, or for each axis a number or a pair: before and after the own points."""


def integer(value: SupportsIndex, what: str, least: int) -> int:
    """A number that fits in 63 bits and is not below `least`."""
    number = operator.index(value)
    if number < least:
        raise InvalidArgumentError(f"{what} is {number}: give {least} or more")
    if number >= 1 << 63:
        raise SizeError(f"{what} is {number}: it does not fit in 63 bits")
    return number


def read_width(width: Width, ndim: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Ghost points before and after the own ones along each of `ndim` axes."""
    if not isinstance(width, Sequence):
        number = integer(width, "width", 0)
        return (number,) * ndim, (number,) * ndim
    if len(width) != ndim:
        raise InvalidArgumentError(f"width={width!r} has {len(width)} entries for {ndim} axes: give one for each axis")
    pairs = []
    for axis, entry in enumerate(width):
        pair = entry if isinstance(entry, Sequence) else (entry, entry)
        if len(pair) != 2:
            raise InvalidArgumentError(f"width[{axis}] is {entry!r}: give a number, or a pair (before, after)")
        pairs.append(tuple(integer(number, f"width[{axis}]", 0) for number in pair))
    return tuple(low for low, _ in pairs), tuple(high for _, high in pairs)
