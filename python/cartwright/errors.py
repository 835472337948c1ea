# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""What Cartwright raises. Every message says what failed, with the value, and what to do next."""

from __future__ import annotations


class CartwrightError(Exception):
    """The base of all errors of this package."""


class InvalidArgumentError(CartwrightError, ValueError):
    """A value that was passed cannot be used."""


class SizeError(CartwrightError, OverflowError, ValueError):
    """A size does not fit in 63 bits, or in what a launcher takes."""


class ParseError(CartwrightError, ValueError):
    """A text or a file is malformed."""


class FileError(CartwrightError, OSError):
    """The operating system refused a file."""


class UnsupportedError(CartwrightError, ValueError):
    """Valid, but not possible here: more than 16 dimensions, an algorithm that cannot take the problem."""


class OutOfMemoryError(CartwrightError, MemoryError):
    """There is not enough memory."""


class InternalError(CartwrightError, RuntimeError):
    """A bug in Cartwright: please report it."""


class MissingLibraryError(CartwrightError, ImportError):
    """A library that Cartwright loads when it is first needed is not there, or is of another MPI."""
