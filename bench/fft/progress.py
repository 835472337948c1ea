# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Lines on standard error with the current job, the elapsed time, and an estimate of the time left."""

import contextlib
import sys
import time


def clock(seconds):
    """1:05, or 1:01:05"""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


class Progress:
    """`work` has the amount of work of each kind, in any unit that time is proportional to. The time left follows from the
    times of each kind so far, and is unknown until every kind has occurred."""

    def __init__(self, work):
        self.left = dict(work)
        self.done = dict.fromkeys(work, 0)
        self.seconds = dict.fromkeys(work, 0.0)
        self.start = time.monotonic()

    def time_left(self):
        """Seconds, or None."""
        if any(self.left[kind] > 0 and self.done[kind] == 0 for kind in self.left):
            return None
        return sum(self.left[kind] * self.seconds[kind] / self.done[kind] for kind in self.left if self.left[kind] > 0)

    @contextlib.contextmanager
    def step(self, title, kind, amount):
        left = self.time_left()
        estimate = "" if left is None else f", about {clock(left)} left"
        print(f"run.py: {title}: {clock(time.monotonic() - self.start)} elapsed{estimate}", file=sys.stderr, flush=True)
        start = time.monotonic()
        yield
        self.seconds[kind] += time.monotonic() - start
        self.done[kind] += amount
        self.left[kind] -= amount
