# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The wisdom of FFTW, saved to a file."""

from __future__ import annotations

import os
from typing import Union

from ._library import check, library

_Path = Union[str, "os.PathLike[str]"]


def save_wisdom(path: _Path) -> None:
    """Saves the wisdom of FFTW, of all precisions, to one file. Local: of many processes, one saves.

    Raises:
        FileError: the file cannot be written.
    """
    check(library().cw_fft_wisdom_save(os.fsencode(path)))


def load_wisdom(path: _Path) -> None:
    """Loads a file of `save_wisdom`, for later plans. Local: every process loads it.

    Raises:
        FileError: the file cannot be read.
        ParseError: the file does not contain wisdom.
    """
    check(library().cw_fft_wisdom_load(os.fsencode(path)))
