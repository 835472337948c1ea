# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""A bar chart as SVG."""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape

WIDTH, LEFT, RIGHT, ROW, TOP = 860, 250, 70, 34, 44
COLORS = ("#9aa0a6", "#8ab4d8", "#4a90c2", "#1f5f8b")


@dataclass
class Bar:
    """A bar: its value, and the least and the greatest one measured."""

    name: str
    value: float
    least: float
    greatest: float


def bars(title: str, notes: list[str], rows: list[Bar]) -> str:
    """Return the chart: a horizontal bar for each row, with a line from the least to the greatest value."""
    scale = (WIDTH - LEFT - RIGHT) / max(row.greatest for row in rows)
    height = TOP + ROW * len(rows) + 20 * len(notes) + 14
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="14">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text x="12" y="26" font-size="16" font-weight="bold">{escape(title)}</text>',
    ]
    for number, row in enumerate(rows):
        y = TOP + ROW * number
        middle = y + ROW / 2 - 3
        end = LEFT + scale * row.value
        parts += [
            f'<text x="{LEFT - 10}" y="{middle + 5:.1f}" text-anchor="end">{escape(row.name)}</text>',
            f'<rect x="{LEFT}" y="{y}" width="{scale * row.value:.1f}" height="{ROW - 8}" fill="{COLORS[number % 4]}"/>',
            f'<line x1="{LEFT + scale * row.least:.1f}" x2="{LEFT + scale * row.greatest:.1f}" y1="{middle:.1f}" '
            f'y2="{middle:.1f}" stroke="#202124" stroke-width="1.5"/>',
            f'<text x="{max(end, LEFT + scale * row.greatest) + 6:.1f}" y="{middle + 5:.1f}">{row.value:.1f}</text>',
        ]
    for number, note in enumerate(notes):
        y = TOP + ROW * len(rows) + 20 * number + 16
        parts.append(f'<text x="12" y="{y}" font-size="12" fill="#5f6368">{escape(note)}</text>')
    return "\n".join([*parts, "</svg>", ""])
