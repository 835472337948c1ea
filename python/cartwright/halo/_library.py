# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""libcartwright_halo of the same MPI as mpi4py."""

from __future__ import annotations

import ctypes
import functools
import weakref

from ..mpi._library import Comm, Library, error_of

_Plan = ctypes.c_void_p
_Pointer = ctypes.c_void_p

LIBRARY = Library(
    name="libcartwright_halo.so.0",
    build_info="cw_halo_build_info",
    variable="CARTWRIGHT_HALO_LIBRARY",
    needs="the development packages of that MPI",
    functions={
        "cw_halo_create": [
            Comm,
            ctypes.c_size_t,
            ctypes.c_int64,
            _Pointer,
            ctypes.c_size_t,
            _Pointer,
            _Pointer,
        ],
        "cw_halo_cart_create": [
            Comm,
            ctypes.c_size_t,
            _Pointer,
            _Pointer,
            ctypes.c_int64,
            _Pointer,
            ctypes.c_size_t,
            _Pointer,
            _Pointer,
            _Pointer,
            _Pointer,
        ],
        "cw_halo_free": [_Plan],
        "cw_halo_start_part": [_Plan, _Pointer],
        "cw_halo_test": [_Plan, _Pointer],
        "cw_halo_finish_side": [_Plan, _Pointer],
        "cw_halo_finish": [_Plan],
        "cw_halo_accumulate_start": [_Plan, ctypes.c_int, _Pointer],
        "cw_halo_alloc": [ctypes.c_int64, _Pointer],
        "cw_halo_dealloc": [_Pointer],
        "cw_halo_explain": [_Plan],
        "cw_halo_last_error": [],
        "cw_halo_build_info": [],
    },
    results={"cw_halo_explain": ctypes.c_char_p, "cw_halo_last_error": ctypes.c_char_p, "cw_halo_build_info": ctypes.c_char_p},
)


@functools.cache
def library() -> ctypes.CDLL:
    """The library, loaded once. Raises MissingLibraryError."""
    return LIBRARY.load()


def check(status: int) -> None:
    """Raises the error of a cw_status."""
    if status:
        raise error_of(status, library().cw_halo_last_error())


def allocate(nbytes: int) -> ctypes.Array[ctypes.c_char]:
    """Memory that the neighbors on this node can read, all 0. It is freed with the last array that views it."""
    memory = ctypes.c_void_p()
    check(library().cw_halo_alloc(nbytes, ctypes.byref(memory)))
    assert memory.value is not None
    return owned(memory.value, nbytes)


def owned(address: int, nbytes: int) -> ctypes.Array[ctypes.c_char]:
    """Memory of cw_halo_alloc that is freed with the last array that views it."""
    buffer = (ctypes.c_char * nbytes).from_address(address)
    weakref.finalize(buffer, library().cw_halo_dealloc, address).atexit = False
    return buffer
