# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The kept results as a table and a picture."""

from __future__ import annotations

from html import escape

import table

COLUMNS = ["program", "cyclic", "in blocks", "ordered", "less", "bound", "counted", "results", "Scotch", "KaHIP", "TreeMatch"]


def amount(value):
    """Bytes with three digits: 1.23 MB."""
    for unit in ("B", "kB", "MB", "GB"):
        if value < 999.5 or unit == "GB":
            return f"{value:.3g} {unit}" if value < 100 or unit == "B" else f"{value:.0f} {unit}"
        value /= 1000
    raise AssertionError


def less(row):
    return f"{100 * (1 - row['ordered'] / row['blocks']):.1f} %" if row["blocks"] else "0 %"


def counted(row):
    if row["counted"] == row["ordered"]:
        return "equal"
    return f"{100 * (row['counted'] / row['ordered'] - 1):+.2g} %"


def ratio(row, rival):
    """The bytes of the other order, as a multiple of those of Cartwright's."""
    if not row.get(rival):
        return "-"
    return f"{row[rival] / row['ordered']:.3f}" if row["ordered"] else "1.000"


def bound(row):
    return "reached" if row["bound"] >= row["ordered"] else amount(row["bound"])


def cells(rows):
    return [
        [
            f"{row['title']} {row['version']}",
            amount(row["cyclic"]),
            amount(row["blocks"]),
            amount(row["ordered"]),
            less(row),
            bound(row),
            counted(row),
            f"{row['results'] - len(row['differ'])} of {row['results']}",
            ratio(row, "scotch"),
            ratio(row, "kahip"),
            ratio(row, "treematch"),
        ]
        for row in rows
    ]


def text(rows):
    return table.aligned([COLUMNS, *cells(rows)])


def wire(rows):
    """What the interfaces of the hosts sent in both runs."""
    columns = ["program", "record", "interfaces", "in the order", "less", "less by the record"]
    lines = [
        [
            row["title"],
            amount(row["blocks"]),
            *map(amount, row["sent"]),
            f"{100 * (1 - row['sent'][1] / row['sent'][0]):.1f} %",
            less(row),
        ]
        for row in rows
    ]
    return table.markdown(columns, lines)


def write(page, rows):
    table.write(page, "programs", table.markdown(COLUMNS, cells(rows)))
    table.write(page, "wire", wire(rows))


WIDTH, ROW, LEFT, TOP = 760, 22, 300, 56
BARS = [("blocks", "#9aa5b1"), ("ordered", "#1f6feb")]


def svg(rows):
    """Bars of the bytes between nodes, as parts of those in blocks, with the bound as a tick."""
    height = TOP + len(rows) * ROW + 12
    scale = WIDTH - LEFT - 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        '<text x="10" y="20" font-size="14">Bytes between 4 nodes of 4 processes, as parts of those in blocks</text>',
        '<rect x="10" y="30" width="10" height="10" fill="#9aa5b1"/><text x="25" y="39">in blocks</text>',
        '<rect x="100" y="30" width="10" height="10" fill="#1f6feb"/><text x="115" y="39">ordered by Cartwright</text>',
        '<path d="M265 29v12" stroke="#d1242f" stroke-width="2"/><text x="272" y="39">lower bound</text>',
    ]
    for number, row in enumerate(rows):
        y = TOP + number * ROW
        parts.append(f'<text x="{LEFT - 8}" y="{y + 13}" text-anchor="end">{escape(row["title"])}</text>')
        for bar, (name, color) in enumerate(BARS):
            width = scale * row[name] / max(row["blocks"], 1)
            parts.append(f'<rect x="{LEFT}" y="{y + 2 + bar * 8}" width="{width:.1f}" height="7" fill="{color}"/>')
        x = LEFT + scale * row["bound"] / max(row["blocks"], 1)
        parts.append(f'<path d="M{x:.1f} {y + 1}v17" stroke="#d1242f" stroke-width="2"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"
