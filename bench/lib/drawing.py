# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Figures as SVG, by matplotlib: light or dark as the reader's screen is.

A figure is a title, a note and panels. The kinds of panels:
  bars    groups of bars, one of each series: "values"; with "low" and "high" a line between them, with "base" that much
          of a bar is pale, with "texts" a text above each; a dashed line at "level", the group "hollow"
          unfilled, and nothing above "top"; names of groups may be "slanted"
  rows    the same from left to right; the values of a series that is a "mark" are strokes
  lines   "values" over "x" on logarithmic axes; a series may be "dashed"
  points  the same without lines; one "marker" a series; diagonals where y is 1 and 0.9 times x"""

import re

INK, PAPER, GRID = "#1c2430", "#ffffff", "#d8dce2"
PALE = "#bbbbbb"
# Paul Tol's bright scheme. What is compared with is gray.
COLORS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#aa3377", "#66ccee"]
KNOWN = {
    "Blocked": "#8a8f98", "Random": PALE, "Nodecart": "#ee6677", "Hyperplane": "#4477aa", "k-d Tree": "#ccbb44",
    "Stencil Strips": "#228833", "Cartwright": "#aa3377", "FFTW with threads": "#8a8f98", "Cartwright, natural": "#ee6677",
    "FFTW-MPI": "#4477aa", "FFTW-MPI, natural": "#66ccee", "mpi4py-fft": "#ccbb44", "manual packing": "#ccbb44",
    "MPI's datatypes": "#ee6677", "the same under Cartwright": "#4477aa", "in blocks": "#8a8f98",
    "ordered by Cartwright": "#4477aa",
}  # fmt: skip
# Those who read in the dark get light lines and text.
DARK = f"""<style>@media (prefers-color-scheme: dark) {{
[style*="fill: {INK}"] {{ fill: #e6e8eb !important }} [style*="stroke: {INK}"] {{ stroke: #e6e8eb !important }}
[style*="fill: {PAPER}"] {{ fill: #16191d !important }} [style*="stroke: {GRID}"] {{ stroke: #3a4048 !important }}
}}</style>
"""


def color_of(panel, one):
    unknown = [other["name"] for other in panel["series"] if other["name"] not in KNOWN]
    return one.get("color") or KNOWN.get(one["name"]) or COLORS[list(dict.fromkeys(unknown)).index(one["name"]) % len(COLORS)]


def draw_bars(axis, panel):
    """Bars from the bottom, or from the left for rows."""
    across = panel["kind"] == "rows"
    bar = axis.barh if across else axis.bar
    filled = [one for one in panel["series"] if not one.get("mark")]
    thick = 0.8 / len(filled)
    for one in panel["series"]:
        if one.get("mark"):
            for i, value in enumerate(one["values"]):
                axis.plot([value, value], [i - 0.45, i + 0.45], color="#d1242f", linewidth=1.6,
                          label="" if i else one["name"])  # fmt: skip
            continue
        for i, value in enumerate(one["values"]):
            if value is None:
                continue
            at = i - 0.4 + (filled.index(one) + 0.5) * thick
            color = one["colors"][i] if "colors" in one else color_of(panel, one)
            look = {"edgecolor": color, "linewidth": 0.8}
            hollow = panel["groups"][i] == panel.get("hollow")
            bar(at, value, 0.92 * thick, color="none" if hollow else color, label="" if i else one["name"], **look)
            if "base" in one:
                bar(at, one["base"][i], 0.92 * thick, color=GRID, **look)
            end = value
            if i < len(one.get("low", [])):
                end = one["high"][i]
                line = [at, at], [one["low"][i], end]
                axis.plot(*(line[::-1] if across else line), color=INK, linewidth=0.8)
            if "texts" in one:
                axis.annotate(one["texts"][i], (end, at) if across else (at, end), (4, 0) if across else (0, 2),
                              textcoords="offset points", fontsize=8 if across else 6.5, ha="left" if across else "center",
                              va="center" if across else "bottom")  # fmt: skip
    count = len(panel["groups"])
    if across:
        axis.set_yticks(range(count), panel["groups"])
        axis.set_ylim(count - 0.5, -0.5)
        axis.margins(x=0.3 if "texts" in panel["series"][0] else 0.02)
    else:
        turned = {"rotation": 20, "ha": "right", "rotation_mode": "anchor"} if panel.get("slanted") else {}
        axis.set_xticks(range(count), panel["groups"], fontsize=7.5 if count > 6 else 8, **turned)
        axis.set_xlim(-0.5, count - 0.5)
    if "level" in panel:
        axis.axhline(panel["level"], color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
    if "top" in panel:
        axis.set_ylim(0, panel["top"])
    axis.grid(axis="x" if across else "y")


def size_text(size):
    return f"{size // 1024} K" if size >= 1024 and size % 1024 == 0 else str(size)


def draw_lines(axis, panel):
    for one in panel["series"]:
        dashed = one.get("dashed")
        axis.plot(one["x"], one["values"], color=color_of(panel, one), label=one["name"], linestyle="--" if dashed else "-",
                  marker=None if dashed else "s", markersize=3.5)  # fmt: skip
    axis.set(xscale="log", yscale="log")
    ticks = sorted({x for one in panel["series"] for x in one["x"]})
    axis.set_xticks(ticks, map(size_text, ticks), fontsize=7.5 if len(ticks) > 6 else 9)
    set_ticks(axis.yaxis, [value for one in panel["series"] for value in one["values"]], (1, 2, 5))


def set_ticks(axis, values, digits):
    """Ticks on a logarithmic axis at these digits times powers of ten."""
    ticks = [digit * 10.0**power for power in range(-3, 7) for digit in digits]
    shown = [tick for tick in ticks if 0.8 * min(values) <= tick <= 1.25 * max(values)]
    axis.set_ticks(shown, [f"{tick:g}" for tick in shown])
    axis.axes.minorticks_off()
    axis.axes.grid(True)


def draw_points(axis, panel):
    markers = dict(zip(dict.fromkeys(one["marker"] for one in panel["series"]), "s^D"))
    look = {"markeredgecolor": INK, "markeredgewidth": 0.6, "linestyle": ""}
    for one in panel["series"]:
        axis.plot(one["x"], one["values"], marker=markers[one["marker"]], color=color_of(panel, one), alpha=0.8, **look)
    for name in dict.fromkeys(one["name"] for one in panel["series"]):
        axis.plot([], [], "o", color=color_of(panel, {"name": name}), label=name)
    for name, marker in markers.items():
        axis.plot([], [], marker=marker, color=PAPER, label=name, **look)
    values = [value for one in panel["series"] for key in ("x", "values") for value in one[key]]
    ends = [0.85 * min(values), 1.15 * max(values)]
    axis.plot(ends, ends, color=INK, linewidth=0.8, label="as predicted")
    axis.plot(ends, [0.9 * end for end in ends], "--", color=INK, linewidth=0.8, label="0.9 of predicted")
    axis.set(xscale="log", yscale="log", xlim=ends, ylim=ends, aspect="equal")
    for each in (axis.xaxis, axis.yaxis):
        set_ticks(each, values, (1, 1.5, 2, 3, 5))


DRAW = {"bars": draw_bars, "rows": draw_bars, "lines": draw_lines, "points": draw_points}


def grid_of(figure):
    """The rows and columns of panels, the size of the figure in inches, and the relative sizes of the panels."""
    panels = figure["panels"]
    kind, columns = panels[0]["kind"], figure.get("columns", len(panels))
    rows = -(-len(panels) // columns)
    heights = [0.8 + 0.25 * len(panel["groups"]) for panel in panels] if kind == "rows" else [1] * rows
    width, height = {"rows": (9, sum(heights)), "points": (7.4, 4.2), "lines": (4.2 * columns, 3.6)}.get(kind, (9, 2.2 * rows))
    return rows, columns, (width, height + 0.9), {"width_ratios": figure.get("widths"), "height_ratios": heights}


def short(number):
    """A coordinate to a hundredth of a point."""
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")


def draw(figure, target):
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    pyplot.rcParams.update({
        "svg.fonttype": "none", "svg.hashsalt": target.stem, "font.size": 9, "font.sans-serif": ["DejaVu Sans"], "text.color": INK, "axes.edgecolor": INK,
        "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK, "grid.color": GRID, "grid.linewidth": 0.7,
        "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True, "legend.frameon": False,
        "axes.titlesize": 9, "axes.titlelocation": "left", "xtick.major.size": 0, "ytick.major.size": 0,
    })  # fmt: skip
    panels = figure["panels"]
    rows, columns, size, ratios = grid_of(figure)
    drawing, axes = pyplot.subplots(rows, columns, figsize=size, squeeze=False, layout="constrained", **ratios)
    for axis in axes.flat[len(panels) :]:
        axis.set_visible(False)
    legends = []
    for axis, panel in zip(axes.flat, panels):
        DRAW[panel["kind"]](axis, panel)
        axis.set(title=panel.get("title", ""), xlabel=panel.get("x", ""), ylabel=panel.get("y", ""))
        handles, labels = axis.get_legend_handles_labels()
        legends.append(dict(zip(labels, handles)))
    first, lines = legends[0], 0
    if panels[0]["kind"] == "points":
        axes[0, 0].legend(loc="center left", bbox_to_anchor=(1.02, 0.5))
    elif not all(legend.keys() <= first.keys() for legend in legends):
        for axis in axes.flat:
            axis.legend(loc="upper left", bbox_to_anchor=(0, -0.16))
    elif any(first):  # one legend below the title, in as many lines as it needs
        first = {name: handle for name, handle in first.items() if name}
        lines = -(-sum(0.5 + 0.075 * len(name) for name in first) // size[0])
        drawing.legend(first.values(), first.keys(), loc="upper left", bbox_to_anchor=(0, 1 - 0.25 / size[1]),
                       ncols=-(-len(first) // int(lines)), borderpad=0, fontsize=8, labelspacing=0.3)  # fmt: skip
    drawing.suptitle(figure["title"] + "\n" * int(lines), x=0.01, ha="left", fontsize=12, fontweight="bold")
    drawing.supxlabel(figure.get("note", ""), x=0.01, ha="left", fontsize=8)
    drawing.savefig(target, facecolor=PAPER, metadata={"Date": None, "Creator": None})
    pyplot.close(drawing)
    text = target.read_text(encoding="utf-8").replace("<defs>", DARK + "<defs>", 1)
    text = re.sub(r'"[^"]*"', lambda attribute: re.sub(r"\d+\.\d{3,}", short, attribute[0]), text)
    text = re.sub(r"\n *(?=[LMz\"])| *<g id=\"[^\"]*\"/>(?=\n)", " ", text)
    target.write_text("\n".join(line for line in map(str.strip, text.splitlines()) if line) + "\n", encoding="utf-8")
