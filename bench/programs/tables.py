# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The kept results as tables."""

from lib import page

COLUMNS = ["program", "cyclic", "in blocks", "ordered", "less", "bound", "counted", "results", "Scotch", "KaHIP", "TreeMatch", "collectives joined"]


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


def joined(row):
    """What joined.py counted: blocks of collectives between nodes, and the messages in which they went."""
    if "joined" not in row:
        return "-"
    events = row["joined"]["ways"]["always"]["collectives"]
    blocks, messages = (sum(event[name] for event in events) for name in ("blocks", "messages"))
    return f"{blocks:,} in {messages:,}" if messages else "none"


def bound(row):
    return "reached" if row["bound"] >= row["ordered"] else amount(row["bound"])


def cells(rows):
    return [
        [f"{row['title']} {row['version']}", *(amount(row[order]) for order in ("cyclic", "blocks", "ordered")), less(row),
         bound(row), counted(row), f"{row['results'] - len(row['differ'])} of {row['results']}",
         *(ratio(row, rival) for rival in ("scotch", "kahip", "treematch")), joined(row)]
        for row in rows
    ]  # fmt: skip


def wire(rows):
    """What the interfaces of the hosts sent in both runs."""
    columns = ["program", "record", "interfaces", "in the order", "less", "less by the record"]
    lines = [
        [row["title"], amount(row["blocks"]), *map(amount, row["sent"]),
         f"{100 * (1 - row['sent'][1] / row['sent'][0]):.1f} %", less(row)]
        for row in rows
    ]  # fmt: skip
    return page.markdown(columns, lines)


def write(target, rows):
    page.write(target, "programs", page.markdown(COLUMNS, cells(rows)))
    page.write(target, "wire", wire(rows))
