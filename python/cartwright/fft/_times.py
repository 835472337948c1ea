# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Where the time went."""

from __future__ import annotations

import ctypes
import dataclasses

from . import _structs
from ._library import check, library


@dataclasses.dataclass(frozen=True)
class Times:
    """Seconds that this process has spent in the transforms of a plan, and how many those were."""

    forward: int
    backward: int
    """Transforms done."""
    total: float
    """Within the calls."""
    fft: float
    """1-D and 2-D transforms."""
    pack: float
    """Into and out of message buffers."""
    copy: float
    """Straight out of and into the arrays of other processes."""
    wait: float
    """For other processes, and inside MPI."""


def times_of(plan: int) -> Times:
    """What the library says."""
    told = _structs.Times(size=ctypes.sizeof(_structs.Times))
    check(library().cw_fft_plan_times(plan, ctypes.byref(told)))
    return Times(*(getattr(told, field.name) for field in dataclasses.fields(Times)))
