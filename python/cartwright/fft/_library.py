# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""libcartwright_fft of the same MPI as mpi4py."""

from __future__ import annotations

import ctypes
import functools

from ..mpi._library import Comm, Library, error_of
from . import _structs

LIBRARY = Library(
    name="libcartwright_fft.so.0",
    build_info="cw_fft_build_info",
    variable="CARTWRIGHT_FFT_LIBRARY",
    needs="the development packages of that MPI, and FFTW or pocketfft,",
    functions={
        "cw_fft_plan_create": [Comm, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p],
        "cw_fft_plan_free": [ctypes.c_void_p],
        "cw_fft_plan_array": [ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_void_p],
        "cw_fft_plan_buffer_bytes": [ctypes.c_void_p, ctypes.c_void_p],
        "cw_fft_plan_work_bytes": [ctypes.c_void_p, ctypes.c_void_p],
        "cw_fft_alloc": [ctypes.c_int64, ctypes.c_void_p],
        "cw_fft_dealloc": [ctypes.c_void_p],
        "cw_fft_forward": [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p],
        "cw_fft_backward": [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p],
        "cw_fft_forward_start": [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p],
        "cw_fft_backward_start": [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p],
        "cw_fft_finish": [ctypes.c_void_p],
        "cw_fft_barrier": [ctypes.c_void_p],
        "cw_fft_explain": [ctypes.c_void_p],
        "cw_fft_explain_json": [ctypes.c_void_p],
        "cw_fft_plan_times": [ctypes.c_void_p, ctypes.c_void_p],
        "cw_fft_reset_times": [ctypes.c_void_p],
        "cw_fft_wisdom_save": [ctypes.c_char_p],
        "cw_fft_wisdom_load": [ctypes.c_char_p],
        "cw_fft_last_error": [],
        "cw_fft_build_info": [],
    },
    results={
        "cw_fft_explain": ctypes.c_char_p,
        "cw_fft_explain_json": ctypes.c_char_p,
        "cw_fft_last_error": ctypes.c_char_p,
        "cw_fft_build_info": ctypes.c_char_p,
    },
)


@functools.cache
def library() -> ctypes.CDLL:
    """The library, loaded once. Raises MissingLibraryError."""
    return LIBRARY.load()


def check(status: int) -> None:
    """Raises the error of a cw_status."""
    if status:
        raise error_of(status, library().cw_fft_last_error())


def array_of(plan: int, space: str, rank: int) -> _structs.Array:
    """The part of an array that a process holds; rank -1 is the calling one."""
    array = _structs.Array(size=ctypes.sizeof(_structs.Array))
    check(library().cw_fft_plan_array(plan, _structs.SPACES.index(space), rank, ctypes.byref(array)))
    return array
