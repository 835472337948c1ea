# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The errors of Cartwright. Every message names the failure with its value, and the remedy."""

from __future__ import annotations


class CartwrightError(Exception):
    """The base of all errors of this package."""


class InvalidArgumentError(CartwrightError, ValueError):
    """An argument has a value that is not allowed."""


class SizeError(CartwrightError, OverflowError, ValueError):
    """A size does not fit in 63 bits, or exceeds the limit of a launcher."""


class ParseError(CartwrightError, ValueError):
    """A text or a file is malformed."""


class FileError(CartwrightError, OSError):
    """The operating system could not read or write a file."""


class ExistingFileError(FileError, FileExistsError):
    """A file exists, and `overwrite` was not asked for."""


class UnsupportedError(CartwrightError, ValueError):
    """A valid request that is not possible here, such as more than 16 dimensions."""


class OutOfMemoryError(CartwrightError, MemoryError):
    """There is not enough memory."""


class PeerTimeoutError(CartwrightError, TimeoutError):
    """Another process did not come in time."""


class PeerFailedError(CartwrightError, RuntimeError):
    """Another process has ended, or freed what it was to use."""


class InternalError(CartwrightError, RuntimeError):
    """A bug in Cartwright: please report it."""


class MissingLibraryError(CartwrightError, ImportError):
    """A library that Cartwright loads at its first use is missing, or belongs to another MPI."""
