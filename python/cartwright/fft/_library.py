# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Loads libcartwright_fft of the same MPI as mpi4py, by ctypes.

The MPI of mpi4py is made visible to all libraries before libcartwright_fft is loaded. The calls of libcartwright_fft
then go to that MPI, even when it is in another folder than the one that Cartwright was built with, or has another name
with the same ABI (libmpi.so.12 and libmpich.so.12).
"""

from __future__ import annotations

import ctypes
import functools
import os
import pathlib
import sys
import sysconfig
from collections.abc import Iterator

from mpi4py import MPI

from .. import errors
from . import _structs

NAME = "libcartwright_fft.so"

_ERRORS: dict[int, type[errors.CartwrightError]] = {
    1: errors.InvalidArgumentError,
    2: errors.SizeError,
    3: errors.ParseError,
    4: errors.FileError,
    5: errors.UnsupportedError,
    6: errors.OutOfMemoryError,
}
"""The error of each cw_status."""

Comm = ctypes.c_int if MPI._sizeof(MPI.Comm) == ctypes.sizeof(ctypes.c_int) else ctypes.c_void_p
"""MPI_Comm"""

_PROTOTYPES = {
    "cw_fft_plan_create": [Comm, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p],
    "cw_fft_plan_free": [ctypes.c_void_p],
    "cw_fft_plan_array": [ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_void_p],
    "cw_fft_buffer_bytes": [ctypes.c_void_p, ctypes.c_void_p],
    "cw_fft_work_bytes": [ctypes.c_void_p, ctypes.c_void_p],
    "cw_fft_alloc": [ctypes.c_int64, ctypes.c_void_p],
    "cw_fft_dealloc": [ctypes.c_void_p],
    "cw_fft_forward": [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p],
    "cw_fft_backward": [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p],
    "cw_fft_forward_start": [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p],
    "cw_fft_backward_start": [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p],
    "cw_fft_finish": [ctypes.c_void_p],
    "cw_fft_explain": [ctypes.c_void_p],
    "cw_fft_explain_json": [ctypes.c_void_p],
    "cw_fft_plan_times": [ctypes.c_void_p, ctypes.c_void_p],
    "cw_fft_reset_times": [ctypes.c_void_p],
    "cw_fft_wisdom_save": [ctypes.c_char_p],
    "cw_fft_wisdom_load": [ctypes.c_char_p],
    "cw_fft_last_error": [],
}


class _DlInfo(ctypes.Structure):
    """Dl_info of dladdr(3)."""

    _fields_ = [
        ("dli_fname", ctypes.c_char_p),
        ("dli_fbase", ctypes.c_void_p),
        ("dli_sname", ctypes.c_char_p),
        ("dli_saddr", ctypes.c_void_p),
    ]


@functools.cache
def library() -> ctypes.CDLL:
    """The library, loaded once. Raises MissingLibraryError."""
    mpi = _mpi_of(ctypes.CDLL(MPI.__file__))
    if mpi is not None:
        ctypes.CDLL(mpi, mode=ctypes.RTLD_GLOBAL | os.RTLD_NOLOAD)
    path = _find()
    try:
        loaded = ctypes.CDLL(str(path))  # calls through it let other threads run
    except OSError as error:
        raise errors.MissingLibraryError(f"{path} cannot be loaded: {error}") from None
    linked = _mpi_of(loaded)
    if mpi is not None and linked is not None and _is_open_mpi(linked) != _is_open_mpi(mpi):
        raise errors.MissingLibraryError(
            f"{path} was built for the MPI in {linked}, but mpi4py runs the one in {mpi}: set "
            f"CARTWRIGHT_FFT_LIBRARY to a {NAME} of that MPI, or unset it"
        )
    for name, types in _PROTOTYPES.items():
        function = getattr(loaded, name, None)
        if function is None:
            raise errors.MissingLibraryError(f"{path} has no {name}: it belongs to another version of Cartwright")
        function.argtypes = types
        function.restype = ctypes.c_int
    for name in ("cw_fft_explain", "cw_fft_explain_json", "cw_fft_last_error"):
        getattr(loaded, name).restype = ctypes.c_char_p
    loaded.cw_fft_dealloc.restype = None
    return loaded


def check(status: int) -> None:
    """Raises the error of a cw_status."""
    if status:
        message = library().cw_fft_last_error().decode(errors="replace")
        raise _ERRORS.get(status, errors.InternalError)(message)


def handle(comm: MPI.Comm) -> ctypes.c_int | ctypes.c_void_p:
    """The MPI_Comm behind an object of mpi4py."""
    return Comm.from_address(MPI._addressof(comm))


def mpi_name() -> str:
    """The name of the ABI of the MPI in use: openmpi, mpich (and all that share its ABI), or abi."""
    if Comm is ctypes.c_int:
        return "mpich"
    abi = getattr(MPI, "Get_abi_version", None)  # of mpi4py 4.1
    return "abi" if abi is not None and abi()[0] > 0 else "openmpi"


def candidates(mpi: str) -> Iterator[pathlib.Path]:
    """Files that may be the library for an MPI: in this package, then where `cmake --install` puts it."""
    yield pathlib.Path(__file__).parents[1] / "lib" / mpi / NAME
    triplet = sysconfig.get_config_var("MULTIARCH")
    for prefix in dict.fromkeys((sys.prefix, "/usr/local", "/usr")):
        for folder in ("lib", "lib64", *([f"lib/{triplet}"] if triplet else [])):
            yield pathlib.Path(prefix) / folder / "cartwright" / mpi / NAME


def _find() -> pathlib.Path:
    named = os.environ.get("CARTWRIGHT_FFT_LIBRARY")
    if named:
        path = pathlib.Path(named)
        if not path.is_file():
            raise errors.MissingLibraryError(
                f"CARTWRIGHT_FFT_LIBRARY={named} is not a file: name a {NAME}, or unset it"
            )
        return path
    mpi = mpi_name()
    for path in candidates(mpi):
        if path.is_file():
            return path
    vendor, version = MPI.get_vendor()
    raise errors.MissingLibraryError(
        f"{NAME} for {vendor} {'.'.join(map(str, version))} was not found: install Cartwright where the development "
        f"packages of FFTW and of that MPI are installed (pip install . then builds it), or set "
        f"CARTWRIGHT_FFT_LIBRARY to lib/{mpi}/{NAME} of a build; looked in {', '.join(str(path.parent) for path in candidates(mpi))}"
    )


def _mpi_of(loaded: ctypes.CDLL) -> str | None:
    """The file of the MPI that a library was linked with; None when it was linked with none."""
    try:
        function = ctypes.cast(loaded.PMPI_Comm_size, ctypes.c_void_p)
    except AttributeError:
        return None
    found = _DlInfo()
    if not ctypes.CDLL(None).dladdr(function, ctypes.byref(found)):
        return None
    return os.fsdecode(found.dli_fname)


def _is_open_mpi(path: str) -> bool:
    return hasattr(ctypes.CDLL(path, mode=os.RTLD_NOLOAD), "ompi_mpi_comm_self")


def array_of(plan: int, space: str, rank: int) -> _structs.Array:
    """The part of an array that a process holds; rank -1 is the calling one."""
    array = _structs.Array(size=ctypes.sizeof(_structs.Array))
    check(library().cw_fft_plan_array(plan, _structs.SPACES.index(space), rank, ctypes.byref(array)))
    return array
