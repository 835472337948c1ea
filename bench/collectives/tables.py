# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The tables of run.py. A ratio is the median time of the MPI alone over that of a contender."""

import statistics

from lib import page
from lib.statistic import geometric

RANGES = {"to 1 KiB": 1024, "to 32 KiB": 32768, "above": float("inf")}  # bytes of a block
PLAIN = "mpi"
INTERPOSED = ("off", "measured", "always")


def medians(result):
    """The rows that all contenders have: call, size, and the median seconds of each contender."""
    return [
        (row["call"], row["size"], {name: statistics.median(row["seconds"][name]) for name in result["contenders"]})
        for row in result["rows"]
        if all(len(row["seconds"].get(name, ())) == result["rounds"] for name in result["contenders"])
    ]


def rivals(result):
    return [name for name in result["contenders"] if name != PLAIN]


def means(result):
    """Lines of cells: a call, a range of sizes, the number of rows, the geometric mean of the ratios of each rival; those of all
    calls; and the worst rows."""
    ratios = {}  # by call and range: those of each rival
    worst = {}
    for call, size, seconds in medians(result):
        span = next(name for name, most in RANGES.items() if size <= most) if size else ""
        for rival in rivals(result):
            ratio = seconds[PLAIN] / seconds[rival]
            for key in ((call, span), ("all", "")):
                ratios.setdefault(key, {}).setdefault(rival, []).append(ratio)
            worst[rival] = min(worst.get(rival, (ratio, call, size)), (ratio, call, size))
    ratios["all", ""] = ratios.pop(("all", ""))  # the last one
    lines = [[*key, str(len(next(iter(one.values())))), *(f"{geometric(one[rival]):.2f}" for rival in rivals(result))]
             for key, one in ratios.items()]  # fmt: skip
    least = [f"{worst[rival][0]:.2f}: {worst[rival][1]}, {worst[rival][2]}" for rival in rivals(result)]
    return [*lines, ["worst row", "", "", *least]]


def head(report, result):
    left_out = f"; left out: {', '.join(result['left_out'])}" if result["left_out"] else ""
    return f"{result['mpi']}, {result['layout']}; {report['machine']}; rounds: {result['rounds']}{left_out}"


def means_columns(result):
    return ["call", "bytes", "rows", *(f"{PLAIN} / {rival}" for rival in rivals(result))]


def rows(result):
    """Columns, and lines of cells: microseconds of the MPI alone, and the ratios."""
    columns = ["call", "bytes", f"µs, {PLAIN}", *means_columns(result)[3:]]
    lines = [[call, str(size), f"{1e6 * seconds[PLAIN]:.1f}", *(f"{seconds[PLAIN] / seconds[rival]:.2f}" for rival in rivals(result))]
             for call, size, seconds in medians(result)]  # fmt: skip
    return columns, lines


def text(report):
    """For the terminal: all rows, and their means."""
    parts = []
    for result in report["results"]:
        columns, lines = rows(result)
        parts += [head(report, result), page.aligned([columns, *lines], 1, ruled=True)]
        parts.append(page.aligned([means_columns(result), *means(result)], 2, ruled=True))
    return "\n\n".join(parts)


def all_rows(report):
    """For a file beside the page."""
    return "\n\n".join(f"{head(report, result)}\n\n{page.markdown(*rows(result), 1)}" for result in report["results"]) + "\n"


def has(contender, call):
    """MPI Advance has these two; its other calls are those of the MPI."""
    return contender != "advance" or call in ("alltoall", "alltoallv")


def summary(report):
    """For a page: a line for each result, a column for each call. A cell is how many times as fast Cartwright is as the MPI alone
    and, in brackets, as the fastest of all others: geometric means over the sizes."""
    found, calls = [], {}
    for result in report["results"]:
        ours = "measured" if "measured" in result["contenders"] else "always"
        ratios = {}  # by call: a pair for each size
        for call, _, seconds in medians(result):
            others = [seconds[name] for name in result["contenders"] if name not in INTERPOSED and has(name, call)]
            ratios.setdefault(call, []).append((seconds[PLAIN] / seconds[ours], min(others) / seconds[ours]))
        found.append((f"{result['mpi']}, {result['layout']}", ratios))
        calls |= dict.fromkeys(ratios)


    def cell(pairs):
        return "{:.2f} ({:.2f})".format(*map(geometric, zip(*pairs, strict=True))) if pairs else ""

    lines = [[title, *(cell(ratios.get(call)) for call in calls)] for title, ratios in found]
    sizes = sorted({size for result in report["results"] for _, size, _ in medians(result) if size})
    rounds = "/".join(sorted({str(result["rounds"]) for result in report["results"]}))
    note = f"blocks of {', '.join(map(str, sizes))} bytes; {report['machine']}; rounds: {rounds}"
    return f"{page.markdown(['', *calls], lines, 1)}\n\n{note}\n"
