# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Statistics of samples."""

import math
import statistics


def geometric(values):
    """The geometric mean."""
    return math.exp(statistics.fmean(map(math.log, values)))


def summary(values):
    """The median with its 95 % confidence interval (1.57 IQR / sqrt n; McGill, Tukey, Larsen 1978)."""
    median, half = statistics.median(values), 0.0
    if len(values) > 1:
        low, _, high = statistics.quantiles(values, n=4, method="inclusive")
        half = 1.57 * (high - low) / math.sqrt(len(values))
    return {"median": median, "low": median - half, "high": median + half}


def power_law(processes, seconds):
    """T = C p^-gamma ([Aseeri2019, IV-A, equation 2], with its factor), by least squares of the logarithms. The
    standard error of gamma is None for fewer than three points."""
    x, y = [math.log(p) for p in processes], [math.log(t) for t in seconds]
    mean_x, mean_y = statistics.fmean(x), statistics.fmean(y)
    spread = sum((a - mean_x) ** 2 for a in x)
    slope = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / spread
    rest = sum((b - mean_y - slope * (a - mean_x)) ** 2 for a, b in zip(x, y))
    error = math.sqrt(rest / (len(x) - 2) / spread) if len(x) > 2 else None
    return {"C": math.exp(mean_y - slope * mean_x), "gamma": -slope, "standard_error": error}


def rank_correlation(a, b, alike=1.0):
    """Spearman's. A value at most `alike` times the one before it in ascending order is equal to it, and equal values share
    the mean of their places."""

    def places(values):
        order = sorted(range(len(values)), key=lambda i: values[i])
        place, start = [0.0] * len(values), 0
        for i in range(1, len(order) + 1):
            if i == len(order) or values[order[i]] > alike * values[order[i - 1]]:
                for k in order[start:i]:
                    place[k] = (start + i - 1) / 2
                start = i
        return place

    return statistics.correlation(places(a), places(b))
