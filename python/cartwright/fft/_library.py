# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""libcartwright_fft of the same MPI as mpi4py."""

from __future__ import annotations

import ctypes

from .._headers import CW_FFT_ARRAY_INIT, cw_fft_array, cw_fft_space
from ..mpi._library import Library, words

LIBRARY = Library(
    "fft",
    "CARTWRIGHT_FFT_LIBRARY",
    needs="the development packages of that MPI, and FFTW or pocketfft,",
    also=("poisson",),
)
library, check = LIBRARY.load, LIBRARY.check
_SPACES = words(cw_fft_space, "CW_FFT_")


def array_of(plan: int, space: str, rank: int) -> cw_fft_array:
    """The part of an array that a process holds; rank -1 is the calling one."""
    array = CW_FFT_ARRAY_INIT()
    check(library().cw_fft_plan_array(plan, _SPACES[space], rank, ctypes.byref(array)))
    return array
