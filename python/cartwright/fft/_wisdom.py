# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""What FFTW has learnt about this machine, in a file."""

from __future__ import annotations

import os
from typing import Union

from ._library import check, library

_Path = Union[str, "os.PathLike[str]"]


def save_wisdom(path: _Path) -> None:
    """Writes FFTW's wisdom of all precisions into one file. Local: one process saves for all.

    Raises:
        FileError: a file that cannot be written.
    """
    check(library().cw_fft_wisdom_save(os.fsencode(path)))


def load_wisdom(path: _Path) -> None:
    """Reads what `save_wisdom` wrote, for plans that are made later. Local: every process loads it.

    Raises:
        FileError: a file that cannot be read.
        ParseError: one that holds no wisdom.
    """
    check(library().cw_fft_wisdom_load(os.fsencode(path)))
