# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""A bar chart as SVG, light or dark as the reader's screen is."""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape

WIDTH, LEFT, RIGHT, ROW, TOP, HEADING = 860, 190, 190, 32, 48, 34
STYLE = """
text { fill: #202124 } .soft { fill: #5f6368 } .range { stroke: #202124; stroke-width: 1.5 }
.paper { fill: #ffffff } .first { fill: #9aa0a6 } .better { fill: #3d84b8 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6e8eb } .soft { fill: #a9b0b7 } .range { stroke: #e6e8eb }
  .paper { fill: #16191d } .first { fill: #7b828a } .better { fill: #4a90c2 }
}
"""


@dataclass
class Bar:
    """A bar: its value, and the least and the greatest one measured."""

    name: str
    value: float
    least: float
    greatest: float


@dataclass
class Group:
    """Bars that are compared with the first of them. Each group has a scale of its own."""

    name: str
    bars: list[Bar]


def bars(title: str, groups: list[Group], notes: list[str]) -> str:
    """Return the chart: a horizontal bar for each value, with a line from the least to the greatest one."""
    height = TOP + sum(HEADING + ROW * len(group.bars) for group in groups) + 20 * len(notes) + 14
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="14">',
        f"<style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{height}" class="paper"/>',
        f'<text x="12" y="26" font-size="16" font-weight="bold">{escape(title)}</text>',
    ]
    y = TOP
    for group in groups:
        parts.append(f'<text x="12" y="{y + 16}" class="soft">{escape(group.name)}</text>')
        y += HEADING
        first = group.bars[0].value
        scale = (WIDTH - LEFT - RIGHT) / max(bar.greatest for bar in group.bars)
        for bar in group.bars:
            middle = y + ROW / 2 - 4
            better = bar is not group.bars[0]
            parts += [
                f'<text x="{LEFT - 10}" y="{middle + 5:.1f}" text-anchor="end">{escape(bar.name)}</text>',
                f'<rect x="{LEFT}" y="{y}" width="{scale * bar.value:.1f}" height="{ROW - 8}" '
                f'class="{"better" if better else "first"}"/>',
                f'<line x1="{LEFT + scale * bar.least:.1f}" x2="{LEFT + scale * bar.greatest:.1f}" y1="{middle:.1f}" '
                f'y2="{middle:.1f}" class="range"/>',
                f'<text x="{LEFT + scale * bar.greatest + 6:.1f}" y="{middle + 5:.1f}">{bar.value:.3g}'
                f"{f', {first / bar.value:.2f} times as fast' if better else ''}</text>",
            ]
            y += ROW
    for number, note in enumerate(notes):
        parts.append(f'<text x="12" y="{y + 20 * number + 16}" font-size="12" class="soft">{escape(note)}</text>')
    return "\n".join([*parts, "</svg>", ""])
