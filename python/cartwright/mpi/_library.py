# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Loads libraries of Cartwright that belong to the same MPI as mpi4py, by ctypes.

The libraries name no MPI that they need. The MPI of mpi4py is made visible to all libraries before such a library is
loaded. The calls of the library then go to that MPI, in whatever folder it is, and by whatever name (libmpi.so.12 and
libmpich.so.12 have the same ABI).
"""

from __future__ import annotations

import ctypes
import dataclasses
import functools
import os
import pathlib
import re
import site
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from typing import Any

from mpi4py import MPI

from .. import errors
from .._headers import cw_status, functions

_ERRORS: dict[int, type[errors.CartwrightError]] = {
    cw_status["CW_INVALID_ARGUMENT"]: errors.InvalidArgumentError,
    cw_status["CW_OVERFLOW"]: errors.SizeError,
    cw_status["CW_PARSE"]: errors.ParseError,
    cw_status["CW_IO"]: errors.FileError,
    cw_status["CW_UNSUPPORTED"]: errors.UnsupportedError,
    cw_status["CW_NO_MEMORY"]: errors.OutOfMemoryError,
    cw_status["CW_TIMEOUT"]: errors.PeerTimeoutError,
    cw_status["CW_PEER_FAILED"]: errors.PeerFailedError,
}
"""The error of each cw_status."""

_NAMES: tuple[tuple[str, Any], ...] = (
    (r"\bcw_(?:halo|fft|poisson)_(\w+)", r"\1()"),
    (r"\bCW_(?:HALO|FFT|POISSON)_(?:MEMORY_)?(\w+)", lambda found: repr(found[1].lower())),
    (r"\b(?:options|part)\.(?=\w)", ""),
    (r"\bcart_axes\b", "axes"),
    (r"\bMPI_Cart_create\b", "Create_cart"),
    (r"\bn\[", "shape["),
    (r"\bphysical\[", "padding["),
    (r"\bNULL\b", "None"),
)
"""Names of C in messages, and those of Python."""

_TITLES = {"openmpi": "Open MPI", "mpich": "MPICH", "abi": "MPI ABI"}
"""How libraries say that they were built for an MPI."""

Comm = ctypes.c_int if MPI._sizeof(MPI.Comm) == ctypes.sizeof(ctypes.c_int) else ctypes.c_void_p
"""MPI_Comm, and all other handles"""


class _DlInfo(ctypes.Structure):
    """Dl_info of dladdr(3)."""

    _fields_ = [
        ("dli_fname", ctypes.c_char_p),
        ("dli_fbase", ctypes.c_void_p),
        ("dli_sname", ctypes.c_char_p),
        ("dli_saddr", ctypes.c_void_p),
    ]


@dataclasses.dataclass(frozen=True)
class Library:
    """A library that is built for each MPI."""

    part: str
    """Its part of Cartwright, such as fft."""
    variable: str
    """The environment variable that names another file."""
    needs: str
    """The packages that its build needs, for the message when it is missing."""
    also: tuple[str, ...] = ()
    """Other parts whose functions it has."""

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"libcartwright_{self.part}.so.0"

    def load(self) -> ctypes.CDLL:
        """The library with its functions, loaded once. Raises MissingLibraryError."""
        return self._loaded

    def check(self, status: int) -> None:
        """Raises the error of a cw_status."""
        if status:
            message = getattr(self._loaded, f"cw_{self.part}_last_error")().decode(errors="replace")
            raise _ERRORS.get(status, errors.InternalError)(in_words_of_python(message))

    @functools.cached_property
    def _loaded(self) -> ctypes.CDLL:
        make_mpi_visible()
        path = self.find()
        try:
            loaded = ctypes.CDLL(str(path))  # calls through it let other threads run
        except OSError as error:
            raise errors.MissingLibraryError(f"{path} cannot be loaded: {error}") from None
        for name, (result, parameters) in functions(Comm).items():
            if name.split("_")[1] not in (self.part, *self.also):
                continue
            function = getattr(loaded, name, None)
            if function is None:
                raise errors.MissingLibraryError(f"{path} has no {name}: it belongs to another version of Cartwright")
            function.restype, function.argtypes = result, list(parameters.values())
        self._check_mpi(loaded, path)
        return loaded

    def _check_mpi(self, loaded: ctypes.CDLL, path: pathlib.Path) -> None:
        """Raises MissingLibraryError if the library was built for an MPI with another ABI."""
        built_for = getattr(loaded, f"cw_{self.part}_build_info")().decode().rpartition(", ")[2]  # "Open MPI 4.1.4"
        names = {name for name, title in _TITLES.items() if built_for.startswith(title)}
        if names and mpi_name() not in names:
            raise errors.MissingLibraryError(
                f"{path} was built for {built_for}, but mpi4py runs {_TITLES[mpi_name()]}: set {self.variable} to a "
                f"{self.name} of that MPI, or unset it"
            )

    def candidates(self, mpi: str) -> Iterator[pathlib.Path]:
        """Files that may be the library for an MPI: where pip puts it, then where `cmake --install` does."""
        package = str(pathlib.Path(__file__).parents[2])  # pip install --target
        triplet = sysconfig.get_config_var("MULTIARCH")
        for prefix in dict.fromkeys((package, *_prefixes())):
            for folder in ("lib", "lib64", *([f"lib/{triplet}"] if triplet else [])):
                yield pathlib.Path(prefix) / folder / "cartwright" / mpi / self.name

    def find(self) -> pathlib.Path:
        """The file of the library for the MPI in use. Raises MissingLibraryError."""
        named = os.environ.get(self.variable)
        if named:
            path = pathlib.Path(named)
            if not path.is_file():
                raise errors.MissingLibraryError(
                    f"{self.variable}={named} is not a file: name a {self.name}, or unset it"
                )
            return path
        mpi = mpi_name()
        for path in self.candidates(mpi):
            if path.is_file():
                return path
        vendor, version = MPI.get_vendor()
        raise errors.MissingLibraryError(
            f"{self.name} for {vendor} {'.'.join(map(str, version))} was not found: install Cartwright where {self.needs} "
            f"are installed (pip install . then builds it), or set {self.variable} to lib/{mpi}/{self.name} of a build; "
            f"looked in {', '.join(str(path.parent) for path in self.candidates(mpi))}"
        )


def words(enum: Mapping[str, int], prefix: str) -> dict[str, int]:
    """The names of an enum of C as Python has them, and their numbers."""
    return {name[len(prefix) :].lower(): number for name, number in enum.items()}


def in_words_of_python(message: str) -> str:
    """The message of a library with the names that functions, parameters and values have here."""
    for name_in_c, name in _NAMES:
        message = re.sub(name_in_c, name, message)
    return message


def handle(comm: MPI.Comm) -> ctypes.c_int | ctypes.c_void_p:
    """The MPI_Comm behind an object of mpi4py."""
    return Comm.from_address(MPI._addressof(comm))


def mpi_name() -> str:
    """The name of the ABI of the MPI in use: openmpi, mpich (and all that share its ABI), or abi."""
    if Comm is ctypes.c_int:
        return "mpich"
    abi = getattr(MPI, "Get_abi_version", None)  # of mpi4py 4.1
    return "abi" if abi is not None and abi()[0] > 0 else "openmpi"


def make_mpi_visible() -> None:
    """Lets libraries that are loaded later find the functions of the MPI of mpi4py."""
    mpi = _mpi_of(ctypes.CDLL(MPI.__file__))
    if mpi is not None:
        ctypes.CDLL(mpi, mode=ctypes.RTLD_GLOBAL | os.RTLD_NOLOAD)


def _prefixes() -> Iterator[str]:
    """The folders below which pip and `cmake --install` put libraries."""
    yield sys.prefix
    if site.ENABLE_USER_SITE:
        yield site.getuserbase()
    yield from ("/usr/local", "/usr")


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
