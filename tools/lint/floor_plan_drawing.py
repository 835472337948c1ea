# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""A drawing of folders on layers, with arrows that point down to the folders that they depend on.

An arrow is left out where a path of other arrows goes the same way. An arrow that passes layers takes room on each of
them and so does not run through boxes; arrows to the same folder share that room. Each row is ordered by the barycenters
of its neighbors, and its boxes are then moved towards them.
"""

from __future__ import annotations

from itertools import pairwise

WIDTH = {True: 170.0, False: 26.0}  # of a box, of an arrow that passes
BOX = (156.0, 44.0)
ROW = 96.0
MARGIN = 20.0

Layers = tuple[dict[str, str], ...]
Rows = list[list[str]]
Edges = list[tuple[str, str]]


def reduced(needs: dict[str, set[str]]) -> Edges:
    """Return the dependencies without those that follow from others."""

    def reachable(start: str) -> set[str]:
        seen: set[str] = set()
        left = [start]
        while left:
            for other in needs.get(left.pop(), set()) - seen:
                seen.add(other)
                left.append(other)
        return seen

    below = {name: reachable(name) for name in needs}
    return sorted(
        (here, there)
        for here, others in needs.items()
        for there in others
        if not any(there in below.get(other, set()) for other in others)
    )


def _with_passages(layers: Layers, edges: Edges) -> tuple[Rows, Edges, list[list[str]]]:
    """Return the rows with room for the arrows that pass, the steps between rows, and the stops of each arrow."""
    level = {name: height for height, layer in enumerate(layers) for name in layer}
    rows = [list(layer) for layer in layers]
    stops = []
    for here, there in edges:
        stop = [here]
        for height in range(level[here] - 1, level[there], -1):
            passage = f">{there}@{height}"
            if passage not in rows[height]:
                rows[height].append(passage)
            stop.append(passage)
        stops.append([*stop, there])
    steps = sorted({step for stop in stops for step in pairwise(stop)})
    return rows, steps, stops


def _crossings(rows: Rows, steps: Edges) -> int:
    at = {name: (height, index) for height, row in enumerate(rows) for index, name in enumerate(row)}
    total = 0
    for height in range(1, len(rows)):
        ends = sorted((at[a][1], at[b][1]) for a, b in steps if at[a][0] == height)
        total += sum(b2 < b1 and a2 > a1 for i, (a1, b1) in enumerate(ends) for a2, b2 in ends[i + 1 :])
    return total


def _ordered(rows: Rows, steps: Edges) -> Rows:
    """Order each row by the middle of its neighbors, down and up, and keep the order with the fewest crossings."""
    near: dict[str, list[str]] = {name: [] for row in rows for name in row}
    for here, there in steps:
        near[here].append(there)
        near[there].append(here)
    best = [list(row) for row in rows]
    rows = [list(row) for row in rows]
    for turn in range(24):
        heights = range(len(rows)) if turn % 2 == 0 else range(len(rows) - 1, -1, -1)
        for height in heights:
            other = rows[height - 1] if turn % 2 == 0 else rows[(height + 1) % len(rows)]
            at = {name: (index + 0.5) / len(other) for index, name in enumerate(other)}
            own = {name: (index + 0.5) / len(rows[height]) for index, name in enumerate(rows[height])}

            def middle(name: str, at: dict[str, float] = at, own: dict[str, float] = own) -> float:
                seen = [at[n] for n in near[name] if n in at]
                return sum(seen) / len(seen) if seen else own[name]

            rows[height].sort(key=middle)
        if _crossings(rows, steps) < _crossings(best, steps):
            best = [list(row) for row in rows]
    return best


def _x(rows: Rows, steps: Edges) -> dict[str, float]:
    """Return where the middle of each box and passage is: near its neighbors, in the order of its row."""
    near: dict[str, list[str]] = {name: [] for row in rows for name in row}
    for here, there in steps:
        near[here].append(there)
        near[there].append(here)
    room = {name: WIDTH[">" not in name] for row in rows for name in row}
    x: dict[str, float] = {}
    for row in rows:
        left = -sum(room[name] for name in row) / 2
        for name in row:
            x[name] = left + room[name] / 2
            left += room[name]
    for _ in range(60):
        for row in rows:
            wish = [sum(x[n] for n in near[name]) / len(near[name]) if near[name] else x[name] for name in row]
            for index, name in enumerate(row):  # from the left, then what overlaps is pushed back from the right
                x[name] = wish[index]
                if index:
                    x[name] = max(x[name], x[row[index - 1]] + (room[name] + room[row[index - 1]]) / 2)
            excess = sum(x[name] - wish[index] for index, name in enumerate(row)) / len(row)
            for name in row:
                x[name] -= excess
    return x


def _arrow(points: list[tuple[float, float]]) -> str:
    """Return a path through the points, vertical at each of them."""
    path = f"M{points[0][0]:.0f},{points[0][1]:.0f}"
    for (x1, y1), (x2, y2) in pairwise(points):
        bend = (y2 - y1) / 2
        path += f" C{x1:.0f},{y1 + bend:.0f} {x2:.0f},{y2 - bend:.0f} {x2:.0f},{y2:.0f}"
    return path


def svg(layers: Layers, needs: dict[str, set[str]]) -> str:
    """Return the drawing: the highest layer on top."""
    rows, steps, stops = _with_passages(layers, reduced(needs))
    rows = _ordered(rows, steps)
    x = _x(rows, steps)
    left = min(x.values()) - WIDTH[True] / 2 - MARGIN
    width = max(x.values()) + WIDTH[True] / 2 + MARGIN - left
    height = ROW * len(rows) - (ROW - BOX[1]) + 2 * MARGIN
    y = {name: MARGIN + ROW * (len(rows) - 1 - level) for level, row in enumerate(rows) for name in row}
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="sans-serif">',
        "<!-- Made by tools/lint/floor_plan.py from the includes. -->",
        "<title>The folders of Cartwright on layers, with arrows to those that they include from</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0,1 L8,4 L0,7 z" fill="#667"/></marker></defs>',
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fff"/>',
        '<g fill="none" stroke="#667" stroke-width="1.2">',
    ]
    for stop in stops:
        points = [(x[stop[0]] - left, y[stop[0]] + BOX[1])]
        for name in stop[1:-1]:
            points += [(x[name] - left, y[name]), (x[name] - left, y[name] + BOX[1])]
        points.append((x[stop[-1]] - left, y[stop[-1]]))
        lines.append(
            f'<path d="{_arrow(points)}" marker-end="url(#tip)"><title>{stop[0]} -&gt; {stop[-1]}</title></path>'
        )
    lines.append("</g>")
    for layer in layers:
        for name, idea in layer.items():
            middle = x[name] - left
            lines += [
                f'<rect x="{middle - BOX[0] / 2:.0f}" y="{y[name]:.0f}" width="{BOX[0]:.0f}" height="{BOX[1]:.0f}" '
                'rx="5" fill="#eef3fa" stroke="#345"/>',
                f'<text x="{middle:.0f}" y="{y[name] + 18:.0f}" text-anchor="middle" font-size="14" '
                f'font-weight="bold" fill="#123">{name}</text>',
                f'<text x="{middle:.0f}" y="{y[name] + 35:.0f}" text-anchor="middle" font-size="12" '
                f'fill="#345">{idea}</text>',
            ]
    return "\n".join([*lines, "</svg>", ""])
