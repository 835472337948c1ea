#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Draws the figures of measurements in docs/images, with the packages of bench/requirements.txt.

figures.py                      draws all of them again, from docs/data/figures
figures.py FIGURE REPORT ...    draws one of new measurements: its name, and what the benchmark wrote with --json"""

import argparse
import json
import pathlib
import re
import statistics
from collections import Counter

from lib.drawing import COLORS, PALE, draw, size_text
from pack import tables

DOCS = pathlib.Path(__file__).resolve().parents[1] / "docs"


def series_of(cells):
    """Groups, and the values of series in them: `cells` has (series, group, value)."""
    groups = list(dict.fromkeys(group for _, group, _ in cells))
    found = {}
    for name, group, value in cells:
        found.setdefault(name, dict.fromkeys(groups))[group] = value
    return groups, {name: list(values.values()) for name, values in found.items()}


def wave(report):
    panels = []
    for place in report["places"]:
        ways = place["ways"]
        texts = [f"{way['median']:.3g}, {ways[0]['median'] / way['median']:.2f} times as fast" for way in ways]
        texts[0] = texts[0].split(",")[0]
        parts = [("values", "median"), ("low", "least"), ("high", "most")]
        one = {"name": "", **{key: [way[name] for way in ways] for key, name in parts}, "texts": texts,
               "colors": [PALE] + COLORS[:1] * (len(texts) - 1)}  # fmt: skip
        panels.append({"kind": "rows", "title": place["title"], "x": "ms a step", "groups": [way["name"] for way in ways],
                       "series": [one]})  # fmt: skip
    return {"title": "A step of the wave equation", "note": report["machine"], "columns": 1, "panels": panels}


def programs(report):
    rows = list(report.values())
    parts = {"in blocks": "blocks", "ordered by Cartwright": "ordered", "lower bound": "bound"}
    series = [{"name": title, "values": [row[key] / max(row["blocks"], 1) for row in rows]} for title, key in parts.items()]
    series[-1]["mark"] = True
    panel = {"kind": "rows", "x": "bytes between 4 nodes of 4 processes, as parts of those in blocks",
             "groups": [row["title"] for row in rows], "series": series}  # fmt: skip
    return {"title": "Bytes between nodes", "panels": [panel]}


def fft_table(report):
    ratios, texts = [], []
    for case in report["cases"]:
        limit = next(result["median"] for result in case["results"] if result["name"] == "fftw-threads")
        kind = f"{case['kind']} {case['n'][0]}^3, {case['processes']} ranks"
        for result in sorted(case["results"], key=lambda result: result["name"] != "fftw-threads"):
            ratios.append((result["title"], kind, result["median"] / limit))
            texts.append((result["title"], kind, f"{1e3 * result['median']:.{2 if result['median'] < 0.01 else 0}f}"))
    (groups, values), texts = series_of(ratios), series_of(texts)[1]
    series = [{"name": name, "values": values[name], "texts": texts[name]} for name in values]
    panel = {"kind": "bars", "y": "times that of FFTW with threads", "groups": groups, "series": series, "level": 1}
    first = report["cases"][0]
    return {"title": "Forward and backward FFT: time beside that of FFTW with threads; on the bars: ms",
            "note": f"{first['mpi']}; {first['machine']}", "panels": [panel]}  # fmt: skip


def fft_bandwidth(*reports):
    runs = [run for report in reports for run in report["runs"]]
    panels = []
    for title in ["process", "node"]:
        lines = {}
        for run in runs:
            for row in run["results"]:
                nodes = f"{row['nodes']} node{'s' * (row['nodes'] > 1)}"
                line = lines.setdefault(f"{row['processes']} processes, {nodes}, {run['mpi']}", {"x": [], "values": []})
                line["x"].append(row["bytes"])
                line["values"].append(1e-6 * row[f"{title}_bandwidth"])
        panels.append({"kind": "lines", "title": f"of a {title}", "x": "bytes to each other process", "y": "MB/s",
                       "series": [{"name": name, **line} for name, line in lines.items()]})  # fmt: skip
    return {"title": "MPI_Alltoall: bytes sent to other processes per second",
            "note": f"{runs[0]['machine']}; {runs[0]['network']}", "panels": panels}  # fmt: skip


def collectives(*reports):
    """`cartwright simulate --collective --json` of several networks: a panel for each collective."""
    panels = {}
    for report in reports:
        found, network = report["collective"], report["network"]["kind"]
        usual = [min(seconds for seconds, way in zip(row["seconds"], found["ways"]) if not way["joins"]) for row in found["rows"]]
        for i, way in enumerate(found["ways"]):
            gains = [best / row["seconds"][i] for best, row in zip(usual, found["rows"])]
            line = {"name": f"{way['name']}, {network}", "dashed": network == "dragonfly", "color": COLORS[i % len(COLORS)],
                    "x": [row["bytes"] for row in found["rows"]], "values": gains}  # fmt: skip
            panels.setdefault(found["name"], []).extend([line] if way["joins"] else [])
    note = f"{found['nodes']} nodes of {found['ranks_per_node']} processes; 1: the fastest algorithm that does not know nodes"
    lines = [{"kind": "lines", "title": name, "x": "bytes of a block", "y": "times as fast", "series": series}
             for name, series in panels.items()]  # fmt: skip
    return {"title": "Collectives that join the blocks of a node, simulated", "note": note, "panels": lines}


def fft_predicted(report):
    policies = {"contiguous": "contiguous", "level-spread": "level-spread", "predicted": "cartwright place"}
    orders = {"row-major": "row-major", "morton": "Morton", "auto": "Cartwright"}
    chosen = [
        (f"{ranks} per node: which nodes", policies,
         [row for row in report["placements"] if row["ranks_per_node"] == per_node and row["kind"] == "pencils"])
        for per_node, ranks in [(1, "1 rank"), (32, "32 ranks")]
    ]  # fmt: skip
    panels = []
    for title, looks, rows in [*chosen, ("32 ranks per node: which order", orders, report["orders"])]:
        series = [
            {"name": f"{shown}, {routing} routing", "color": color, "dashed": routing == "minimal",
             "x": [row["nodes"] for row in rows], "values": [1e3 * row[key][routing] for row in rows]}
            for (key, shown), color in zip(looks.items(), ["#ee7733", PALE if looks is policies else "#aa3377", "#4477aa"])
            for routing in ["adaptive", "minimal"]
        ]  # fmt: skip
        panels += [{"kind": "lines", "title": title, "x": "nodes", "y": "ms", "series": series}] if rows else []
    note = f"{report['n']}^3 complex doubles on {report['network']}, busiest links of the transposes of one transform"
    return {"title": "The transposes of an FFT on a dragonfly, predicted", "note": note, "panels": panels}


STENCILS = {"nn": "nearest neighbor", "hops": "nearest neighbor with hops", "component": "component"}
BEYOND = "; lines: 95 % confidence, beyond the upper edge where they reach it"


def hosts(report):
    return f"{report['processes']} processes on {report['hosts']} hosts; {report['network']}; {report['mpi']}"


def neighbor_speedups(report):
    panels = []
    for stencil, title in STENCILS.items():
        rows = [row for row in report["results"] if row["stencil"] == stencil]
        if not rows:
            continue
        blocked = {row["size"]: row for row in rows if row["mapping"] == "blocked"}
        smallest = sorted((row for row in rows if row["size"] == rows[0]["size"]), key=lambda row: row["mapping"] != "blocked")
        for key, name, shown in [("j_sum", title, "J_sum: all between hosts"), ("j_max", "", "J_max: of the busiest host")]:
            series = [{"name": row["title"], "values": [row[key]], "texts": [str(row[key])]} for row in smallest]
            panels.append({"kind": "bars", "title": name, "x": shown, "y": "messages", "groups": [""], "series": series})
        found = {}
        for key, other in [("values", "median"), ("low", "high"), ("high", "low")]:
            cells = [(row["title"], row["size"], blocked[row["size"]]["median"] / row[other])
                     for row in rows if row["mapping"] != "blocked"]  # fmt: skip
            groups, found[key] = series_of(cells)
        series = [{"name": name, **{key: values[name] for key, values in found.items()}} for name in found["values"]]
        for one, row in zip(series, smallest[1:]):
            one["values"].append(smallest[0]["j_max"] / row["j_max"] if row["j_max"] else None)
        top = 1.06 * max(value or 1.2 for one in series for value in one["values"])
        panels.append({"kind": "bars", "x": "bytes to each neighbor", "y": "speed-up",
                       "groups": [*map(size_text, groups), "predicted"], "hollow": "predicted", "series": series, "level": 1,
                       "top": top})  # fmt: skip
    return {"title": "MPI_Neighbor_alltoall: speed-up over the blocked mapping", "note": hosts(report) + BEYOND, "columns": 3,
            "widths": [1, 1, 2.6], "panels": panels}  # fmt: skip


def neighbor_prediction(report):
    titles = {row["mapping"]: row["title"] for row in report["results"]}
    series = [
        {"name": titles[row["mapping"]], "marker": STENCILS[row["stencil"]], "x": [row["predicted"]], "values": [row["measured"]]}
        for row in report["largest"]
        if row["predicted"] is not None and row["mapping"] != "blocked"
    ]
    panel = {"kind": "points", "x": "predicted: messages of the busiest host under blocked, over those here",
             "y": "measured", "series": series}  # fmt: skip
    note = f"{hosts(report)}; rank correlation of time with bytes: {report['rank_correlation']:.3f}"
    return {"title": "Speed-up over blocked: predicted and measured", "note": note, "panels": [panel]}


def milc(report, title, x, bins, bin_of, faint, says):
    """Histograms of MILC's types, one for each MPI."""
    panels = []
    for panel in tables.milc(report):
        counts = Counter(map(bin_of, panel["types"]))
        colors = [PALE if name in faint else COLORS[0] for name in bins]
        one = {"name": "", "values": [counts[name] for name in bins], "colors": colors}
        panels.append({"kind": "bars", "title": f"{panel['title']}: {says(panel)}", "x": x, "y": "types", "groups": bins,
                       "series": [one]})  # fmt: skip
    return {"title": f"MILC's datatypes: {title}", "note": report["machine"], "columns": 2, "panels": panels}


def milc_speedup(report):
    bins = [*map(str, range(20)), "20+"]
    return milc(
        report, "speed-up of packing over MPI_Pack", "times as fast, rounded down; 7 and more in blue", bins,
        lambda row: bins[min(max(int(row["speedup"]), 0), 20)], bins[:7],
        lambda panel: f"{100 * panel['seventh']:.0f} % in less than 1/7 of the time",
    )  # fmt: skip


def milc_reuse(report):
    limits = [2**i for i in range(11)]
    bins = [*map(str, limits), "more", "never"]

    def bin_of(row):
        if row["uses"] is None:
            return "never"
        return next((str(limit) for limit in limits if row["uses"] <= limit), "more")

    return milc(
        report, "uses until generating code has paid for itself", "uses, up to; a use packs or unpacks one element", bins,
        bin_of, ["never"],
        lambda panel: "median: never" if panel["median_uses"] is None else f"median: {panel['median_uses']:g} uses",
    )  # fmt: skip


CODES = {"manual": "manual packing", "types": "MPI's datatypes", "preloaded": "the same under Cartwright"}


def ping_pong(report, title, y, groups_of, values_of):
    """A panel of bars for each MPI: the values of a group of rows."""
    panels = []
    for mpi in report["mpis"]:
        rows = [row for row in report["results"] if row["mpi"] == mpi["id"]]
        groups = {name: members for name, members in groups_of(rows).items() if members}
        codes = {key: shown for key, shown in CODES.items() if rows and key in rows[0]["seconds"]}
        series = []
        for key, shown in codes.items():
            each = [values_of(members, key) for members in groups.values()]
            series.append({"name": shown, **{part: [one[part] for one in each] for part in (each[0] if each else {})}})
        panels += [{"kind": "bars", "title": mpi["title"], "y": y, "groups": list(groups), "series": series}] if groups else []
    return {"title": title, "note": report["machine"], "columns": 2, "panels": panels}


def ping_pong_overhead(report):
    layouts = ["WRF_x_sa 8x8", "MILC_su3_zd 8x16x16x16", "NAS_MG_x 130"]

    def values_of(rows, key):
        whole, alone = 1e6 * rows[0]["seconds"][key], 1e6 * rows[0]["seconds"]["contiguous"]
        return {"values": whole, "base": min(alone, whole)}

    return ping_pong(report, "Sending what is not contiguous: three codes, the message alone in gray", "round trip, us",
                     lambda rows: {name: [row for row in rows if row["layout"] == name] for name in layouts}, values_of)  # fmt: skip


def ping_pong_share(report):
    def groups_of(rows):
        names = dict.fromkeys(row["application"] for row in rows)
        return {name: [row for row in rows if row["application"] == name] for name in names}

    def values_of(rows, key):
        return {"values": 100 * statistics.fmean(tables.packing_share(row, key) for row in rows)}

    found = ping_pong(report, "The share of a round trip that is spent packing", "percent", groups_of, values_of)
    for panel in found["panels"]:
        panel["slanted"] = True
    return found


FIGURES = {
    "wave-bars": wave,
    "programs": programs,
    "fft-table": fft_table,
    "fft-bandwidth": fft_bandwidth,
    "fft-predicted": fft_predicted,
    "collectives": collectives,
    "neighbor-alltoall-openmpi": neighbor_speedups,
    "neighbor-alltoall-mpich": neighbor_speedups,
    "neighbor-alltoall-openmpi-prediction": neighbor_prediction,
    "neighbor-alltoall-mpich-prediction": neighbor_prediction,
    "pack-milc-speedup": milc_speedup,
    "pack-milc-reuse": milc_reuse,
    "ping-pong-overhead": ping_pong_overhead,
    "ping-pong-share": ping_pong_share,
}


def text_of(figure):
    """JSON with a list of numbers or names on one line."""
    lines = json.dumps(rounded(figure), indent=1)
    return re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda found: "[" + re.sub(r"\s*\n\s*", " ", found[1]) + "]", lines) + "\n"


def rounded(value):
    """Numbers to four digits, which is more than is drawn."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return float(f"{value:.4g}") if isinstance(value, float) else value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figure", nargs="?", choices=FIGURES, metavar="FIGURE", help=", ".join(FIGURES))
    parser.add_argument("reports", nargs="*", type=pathlib.Path, metavar="REPORT")
    parser.add_argument("--docs", type=pathlib.Path, default=DOCS, help="write into images and data/figures of this folder")
    options = parser.parse_args()
    kept = options.docs / "data" / "figures"
    if options.reports:
        made = FIGURES[options.figure](*(json.loads(path.read_text(encoding="utf-8")) for path in options.reports))
        kept.mkdir(parents=True, exist_ok=True)
        (kept / f"{options.figure}.json").write_text(text_of(made), encoding="utf-8")
    (options.docs / "images").mkdir(exist_ok=True)
    for name in [options.figure] if options.figure else FIGURES:
        figure = json.loads((kept / f"{name}.json").read_text(encoding="utf-8"))
        draw(figure, options.docs / "images" / f"{name}.svg")


if __name__ == "__main__":
    main()
