# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""What follows from the times of neighbor_alltoall, and their tables."""

from __future__ import annotations

import statistics

from lib import page
from lib.statistic import rank_correlation, summary


def without_outliers(sample):
    """What lies within 1.5 inter-quartile ranges of the quartiles [Hunold2020, VI-D]."""
    if len(sample) < 2:
        return sample
    low, _, high = statistics.quantiles(sample, n=4, method="inclusive")
    return [value for value in sample if low - 1.5 * (high - low) <= value <= high + 1.5 * (high - low)]


def evaluate(report):
    """Adds to the results "median", "low" and "high" in seconds, without outliers, with the 95 % confidence interval; and to
    the report "largest", one for each stencil and mapping at the largest size: "bytes" of the busiest host, "predicted" and
    "measured" speed-up over blocked (None where a mapping sends nothing between hosts), and "rank_correlation" of seconds with
    these bytes."""
    results = report["results"]
    for row in results:
        row |= summary(without_outliers(row["seconds"]))
    size = results[-1]["size"]
    rows = [row for row in results if row["size"] == size]
    blocked = {row["stencil"]: row for row in rows if row["mapping"] == "blocked"}
    report["largest"] = []
    for row in rows:
        base = blocked.get(row["stencil"]) if row["j_max"] else None
        report["largest"].append({
            **{key: row[key] for key in ("stencil", "mapping", "title", "median")}, "bytes": row["j_max"] * size,
            "predicted": base and base["j_max"] / row["j_max"], "measured": base and base["median"] / row["median"],
        })  # fmt: skip
    by = [[row[key] for row in report["largest"]] for key in ("bytes", "median")]
    report["rank_correlation"] = rank_correlation(*by) if all(len(set(values)) > 1 for values in by) else None
    return report


def milliseconds(seconds):
    return f"{1e3 * seconds:.{3 if seconds < 0.01 else 1}f}"


def ratio(value):
    return "-" if value is None else f"{value:.2f}"


def text(report):
    """Tables of a report that was evaluated: times for each stencil and size, then predicted and measured speed-ups."""
    results = report["results"]
    parts = [
        f"MPI_Neighbor_alltoall, {report['processes']} processes on {report['hosts']} hosts, grid {'x'.join(map(str, report['dims']))}",
        f"{report['mpi']}; {report['machine']}; {report['network']}",
    ]
    for stencil in dict.fromkeys(row["stencil"] for row in results):
        lines = {}
        for row in results:
            if row["stencil"] == stencil:
                cell = f"{milliseconds(row['median'])} ±{milliseconds((row['high'] - row['low']) / 2)}"
                lines.setdefault(str(row["size"]), []).append(cell)
        columns = ["bytes", *dict.fromkeys(row["title"] for row in results)]
        parts.append(f"\n{stencil}: median of the slowest process in ms, with its 95 % confidence")
        parts.append(page.aligned([columns, *([size, *cells] for size, cells in lines.items())], 0, ruled=True))
    columns = ["stencil", "mapping", "busiest host MB", "ms", "predicted", "measured", "measured/predicted"]
    lines = []
    for row in report["largest"]:
        share = row["predicted"] and row["measured"] / row["predicted"]
        numbers = [f"{row['bytes'] / 1e6:.2f}", milliseconds(row["median"])]
        lines.append([row["stencil"], row["title"], *numbers, *map(ratio, (row["predicted"], row["measured"], share))])
    parts.append(f"\nspeed-up over blocked, {results[-1]['size']} bytes")
    parts.append(page.aligned([columns, *lines], 2, ruled=True))
    parts.append(f"rank correlation of time with the bytes of the busiest host: {ratio(report['rank_correlation'])}")
    return "\n".join(parts) + "\n"
