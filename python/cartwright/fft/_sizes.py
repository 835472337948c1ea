# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Sizes that transform fast."""

from __future__ import annotations

import ctypes
import operator

from ._library import check, library


def next_size(n: int) -> int:
    """Returns the next size of an axis, from n on, that transforms fast: a product of powers of 2, 3, 5 and 7. Local.

    Raises:
        InvalidArgumentError: n is not from 1 to 2^62.

    >>> from cartwright.fft import next_size
    >>> next_size(97)
    98
    """
    size = ctypes.c_int64()
    # ctypes would cut off the upper bits of a larger number.
    check(library().cw_fft_next_size(max(0, min(operator.index(n), 2**63 - 1)), ctypes.byref(size)))
    return size.value
