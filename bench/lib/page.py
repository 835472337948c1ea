# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tables for the terminal and for pages of the documentation."""


def aligned(lines, left=None, ruled=False):
    """Lines of cells as text in columns. `left` has those that are aligned to the left, or how many of the first are (default:
    all). The first line has the titles; `ruled` underlines them."""
    left = range(len(lines[0]) if left is None else left) if left is None or isinstance(left, int) else left
    widths = [max(map(len, column)) for column in zip(*lines)]
    if ruled:
        lines = [lines[0], ["-" * width if title else "" for width, title in zip(widths, lines[0])], *lines[1:]]
    text = []
    for line in lines:
        cells = [
            cell.ljust(width) if i in left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths))
        ]
        text.append("  ".join(cells).rstrip())
    return "\n".join(text)


def markdown(columns, lines, left=None):
    """A table of a page, the first `left` columns aligned to the left (default: all)."""
    marks = ["---" if left is None or i < left else "--:" for i in range(len(columns))]
    head, *rows = (f"| {' | '.join(line)} |" for line in [columns, *lines])
    return "\n".join([head, f"|{'|'.join(marks)}|", *rows])


def write(page, name, content):
    """Replaces the text between the two marks of `name` in a page."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, found, rest = page.read_text(encoding="utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"{page} lacks the line '{begin}' or '{end}': add them where the table belongs")
    page.write_text(f"{before}{begin}\n{content}\n{end}{after}", encoding="utf-8")
