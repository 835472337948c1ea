#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The tables of what the programs pack and ping_pong wrote with --json.

usage: tables.py REPORT ..."""

import itertools
import json
import math
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from lib import page
from lib.statistic import geometric

RESIDENCIES = ["cache", "memory", "milc", "nested", "random"]
DIRECTIONS = ["pack", "unpack"]


def ruled(columns, rows, left):
    return page.aligned([columns, *rows], left, ruled=True) + "\n"


def size_text(size):
    return f"{size}" if size < 10000 else f"{size / 1024:.0f} K" if size < 1e7 else f"{size / 1048576:.0f} M"


def mpis(report):
    return [contender for contender in report["contenders"] if contender["mpi"]]


def over_best_mpi(report, row):
    """The speed-up over the fastest MPI, which is the least of all speed-ups; None without MPIs."""
    return min((row["speedup"][mpi["id"]] for mpi in mpis(report)), default=None)


def select(report, residency, direction):
    return [row for row in report["results"] if (row["residency"], row["direction"]) == (residency, direction)]


def rates(report, residency, direction):
    """GB/s of all contenders for each layout, and speed-ups."""
    rows = select(report, residency, direction)
    if not rows:
        return ""
    best = ["over best MPI"] if mpis(report) else []
    columns = ["layout", "bytes", *(one["title"] for one in report["contenders"]), "over C, constants", "over memcpy", *best]
    lines = []
    for row in rows:
        cells = [f"{row['bytes'] / row['seconds'][one['id']] / 1e9:.1f}" for one in report["contenders"]]
        ratios = [row["speedup"]["constants"], row["speedup"]["memcpy"], *([over_best_mpi(report, row)] if best else [])]
        lines.append([row["layout"], size_text(row["bytes"]), *cells, *(f"{ratio:.2f}" for ratio in ratios)])
    title = f"{direction}, in {residency}: GB/s, and how many times as fast as others Cartwright is"
    return f"\n{title}\n{ruled(columns, lines, 1)}"


def summary(report):
    """The means and the least of all speed-ups."""
    lines = []
    for residency, direction in itertools.product(RESIDENCIES, DIRECTIONS):
        rows = select(report, residency, direction)
        best = [(over_best_mpi(report, row), row) for row in rows if mpis(report)]
        ratios = {one["title"]: [(row["speedup"][one["id"]], row) for row in rows]
                  for one in report["contenders"] if one["id"] != "ours"}  # fmt: skip
        ratios |= {"best MPI": best, "best MPI, index lists": [(ratio, row) for ratio, row in best if row["list"]]}
        for title, found in ratios.items():
            if found:
                least, at = min(found, key=lambda pair: pair[0])
                mean = geometric([ratio for ratio, _ in found])
                lines.append([title, residency, direction, str(len(found)), f"{mean:.2f}", f"{least:.2f}", at["layout"]])
    columns = ["Cartwright over", "in", "direction", "layouts", "geometric mean", "least", "at"]
    return "\n" + ruled(columns, lines, (0, 1, 2, 6))


def uses_until_paid(rows, mpi, commit):
    """The number of uses, each a pack or an unpack, that save as much time as the commit took; None: never."""
    saved = sum((row["seconds"][mpi] - row["seconds"]["ours"]) / 2 for row in rows)
    return math.ceil(commit / saved) if saved > 0 else None


def milc(report):
    """For each MPI, MILC's "types": how much faster they are packed, and the "uses" until the commit has paid off. "seventh" is
    the share of types that are packed in less than 1/7 of the time of this MPI. [Schneider2013, figures 8 and 9]"""
    found = {direction: {row["layout"]: row for row in select(report, "milc", direction)} for direction in DIRECTIONS}
    made = []
    for mpi in mpis(report):
        types = []
        for commit in report["commit"]:
            rows = [found[direction][commit["layout"]] for direction in DIRECTIONS if commit["layout"] in found[direction]]
            if rows:
                uses = uses_until_paid(rows, mpi["id"], commit["seconds"])
                types.append({"layout": commit["layout"], "speedup": rows[0]["speedup"][mpi["id"]], "uses": uses})
        if types:
            median = statistics.median_high(math.inf if one["uses"] is None else one["uses"] for one in types)
            seventh = sum(one["speedup"] > 7 for one in types) / len(types)
            made.append({"id": mpi["id"], "title": mpi["title"], "types": types, "seventh": seventh,
                         "median_uses": None if median == math.inf else median})  # fmt: skip
    return made


def milc_text(report):
    lines = [
        f"{one['title']}: {100 * one['seventh']:.0f} % of MILC's {len(one['types'])} types are packed in less than 1/7 of its "
        f"time; a commit is paid back after {'infinitely many' if one['median_uses'] is None else one['median_uses']} uses in the median\n"
        for one in milc(report)
    ]
    return "\n" + "".join(lines) if lines else ""


def commits(report):
    """The median and the greatest cost of each group of similar types."""
    groups = {}
    for row in report["commit"]:
        lists = row["layout"] if row["application"] == "list" else "index lists of applications"
        groups.setdefault(lists if row["list"] else "strided types", []).append(row)
    lines = []
    for title, rows in groups.items():
        most = max(rows, key=lambda row: row["seconds"])
        median = statistics.median(row["seconds"] for row in rows)
        lines.append([title, str(len(rows)), f"{1e6 * median:.3g}", f"{1e6 * most['seconds']:.3g}", most["layout"]])
    return "\n" + ruled(["commit of", "types", "median us", "most us", "at"], lines, (0, 4)) if lines else ""


def preload(report):
    lines = []
    for row in report["preload"]:
        plain, preloaded = 1e9 * row["plain"], 1e9 * row["preloaded"]
        times = [f"{ns:.0f}" for ns in (plain, preloaded, preloaded - plain)]
        lines.append([row["title"], row["call"], row["layout"], *times])
    return "\n" + ruled(["MPI", "call", "layout", "plain ns", "preloaded ns", "more"], lines, 3) if lines else ""


def pack_text(report):
    parts = [f"{report['machine']}; {report['compiler']}\n"]
    parts += [rates(report, residency, direction) for residency in RESIDENCIES for direction in DIRECTIONS]
    parts += [summary(report)] if report["results"] else []
    return "".join([*parts, milc_text(report), commits(report), preload(report)])


def packing_share(row, how):
    """The part of the time that goes to packing: what exceeds a contiguous message, 0 to 1."""
    return max(0.0, 1 - row["seconds"]["contiguous"] / row["seconds"][how])


def ping_pong_text(report):
    ways = ["contiguous", "manual", "types", "preloaded"]
    columns = ["layout", "bytes", "contiguous us", "manual us", "MPI us", "preloaded us", "packing: manual", "MPI", "preloaded",
               "times as fast as manual", "as MPI"]  # fmt: skip
    parts = [report["machine"] + "\n"]
    for mpi in report["mpis"]:
        rows = [row for row in report["results"] if row["mpi"] == mpi["id"]]
        lines, speedups = [], []
        for row in rows:
            seconds = row["seconds"]
            cells = [f"{1e6 * seconds[way]:.2f}" if way in seconds else "-" for way in ways]
            cells += [f"{100 * packing_share(row, way):.0f} %" if way in seconds else "-" for way in ways[1:]]
            over = [seconds[way] / seconds["preloaded"] for way in ("manual", "types")] if "preloaded" in seconds else []
            lines.append([row["layout"], str(row["bytes"]), *cells, *([f"{ratio:.2f}" for ratio in over] or ["-", "-"])])
            speedups += [(over[1], row["layout"])] if over else []
        parts.append(f"\n{mpi['title']}: round trips between two processes of one node\n{ruled(columns, lines, 1)}")
        if speedups:
            mean, (least, at) = geometric([ratio for ratio, _ in speedups]), min(speedups)
            parts.append(f"{mpi['title']} under the preload is {mean:.2f} times as fast as alone (geometric mean of "
                         f"{len(speedups)} layouts), at least {least:.2f} ({at})\n")  # fmt: skip
    return "".join(parts)


TEXTS = {"pack": pack_text, "ping_pong": ping_pong_text}


def text(report):
    return TEXTS[report["program"]](report)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(text(json.loads(pathlib.Path(name).read_text())), end="")
