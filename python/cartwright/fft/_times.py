# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Times of the transforms of a plan."""

from __future__ import annotations

import ctypes
import dataclasses

from .._headers import CW_FFT_TIMES_INIT
from ._library import check, library


@dataclasses.dataclass(frozen=True)
class Times:
    """Times of this process in the transforms of a plan, in seconds."""

    forward: int
    """Number of forward transforms."""
    backward: int
    """Number of backward transforms."""
    total: float
    """In all transforms."""
    fft: float
    """In 1-D and 2-D transforms of this process."""
    pack: float
    """Copying into and out of message buffers."""
    copy: float
    """Copying directly between arrays of processes."""
    wait: float
    """Waiting for other processes, and in MPI."""


def times_of(plan: int) -> Times:
    """The times of a plan."""
    times = CW_FFT_TIMES_INIT()
    check(library().cw_fft_plan_times(plan, ctypes.byref(times)))
    return Times(*(getattr(times, field.name) for field in dataclasses.fields(Times)))
