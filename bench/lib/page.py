# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tables for the terminal and for pages of the documentation."""


def aligned(lines, left=None, ruled=False):
    """Lines of cells as text in columns, the first `left` of them aligned to the left (default: all). The first line has
    the titles; `ruled` underlines them."""
    widths = [max(map(len, column)) for column in zip(*lines)]
    if ruled:
        lines = [lines[0], ["-" * width if title else "" for width, title in zip(widths, lines[0])], *lines[1:]]
    text = []
    for line in lines:
        cells = [
            cell.ljust(width) if left is None or i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths))
        ]
        text.append("  ".join(cells).rstrip())
    return "\n".join(text)


def markdown(columns, lines, left=None):
    """A table of a page, the first `left` columns aligned to the left (default: all)."""
    marks = ["---" if left is None or i < left else "--:" for i in range(len(columns))]
    return "\n".join(f"| {' | '.join(line)} |" for line in [columns, marks, *lines])


def write(page, name, content):
    """Replaces the text between the two marks of `name` in a page."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, found, rest = page.read_text(encoding="utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"{page} lacks the line '{begin}' or '{end}': add them where the table belongs")
    page.write_text(f"{before}{begin}\n{content}\n{end}{after}", encoding="utf-8")
