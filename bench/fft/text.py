# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Numbers and tables as text."""


def milliseconds(seconds):
    """At least two digits."""
    return f"{1e3 * seconds:.{1 if seconds < 0.01 else 0}f}"


def columns(headings, rows, left=1):
    """Columns two spaces apart, the first `left` of them aligned to the left."""
    widths = [max(len(row[i]) for row in [headings, *rows]) for i in range(len(headings))]
    ruled = [headings, ["-" * width if heading else "" for width, heading in zip(widths, headings)], *rows]
    lines = []
    for row in ruled:
        cells = [cell.ljust(width) if i < left else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines) + "\n"
