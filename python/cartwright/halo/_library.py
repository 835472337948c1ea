# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""libcartwright_halo of the same MPI as mpi4py."""

from __future__ import annotations

import ctypes
import weakref

from ..mpi._library import Library

LIBRARY = Library("halo", "CARTWRIGHT_HALO_LIBRARY", needs="the development packages of that MPI")
library, check = LIBRARY.load, LIBRARY.check


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
