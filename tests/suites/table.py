# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The results of all suites: a table for the terminal and for a page of the documentation."""

import datetime
import pathlib
import platform
import subprocess

import packages

BEGIN, END = "<!-- {name}: begin -->", "<!-- {name}: end -->"
COLUMNS = [
    "suite",
    "version",
    "MPI",
    "cases",
    "left out",
    "ranks",
    "runs with Cartwright",
    "results",
    "differ",
    "unsteady",
    "reordered",
    "layouts",
    "date",
]


def row(suite, version, mpi, cases):
    """One row: the cases of a suite under one MPI."""
    ran = [case for case in cases if not case.get("left out")]
    ways = [way for case in ran for way in case["ways"].values()]
    return {
        "suite": suite,
        "version": version,
        "MPI": mpi,
        "cases": len(ran),
        "left out": len(cases) - len(ran),
        "ranks": ",".join(map(str, sorted({case["ranks"] for case in ran}))),
        "runs with Cartwright": len(ways),
        "results": sum(way["results"] for way in ways),
        "differ": sum(len(way["differ"]) for way in ways),
        "unsteady": sum(len(way["unsteady"]) for way in ways),
        "reordered": sum(way["reordered"] for way in ways),
        "layouts": sum(way["layouts"] for way in ways),
        "date": today(),
    }


def cells(rows):
    return [[str(row[column]) for column in COLUMNS] for row in rows]


def aligned(lines):
    """Lines of cells as text in columns. The first line has the titles."""
    widths = [max(map(len, column)) for column in zip(*lines)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)


def today():
    return datetime.date.today().isoformat()


def machine():
    """The processor and the versions of the results."""
    model = "unknown processor"
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    cores = subprocess.run(["nproc"], capture_output=True, text=True).stdout.strip()
    mpis = [
        f"{name} {packages.version(package)}"
        for name, package in [("Open MPI", "libopenmpi3"), ("MPICH", "libmpich12")]
        if packages.version(package)
    ]
    system = platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    return f"{model}, {cores} cores, {system}, {', '.join(mpis)}"


def markdown(columns, lines):
    return "\n".join(
        ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
        + ["| " + " | ".join(line) + " |" for line in lines]
    )


def write(page, name, content):
    """Replaces the text between the two marks of `name` in a page."""
    begin, end = BEGIN.format(name=name), END.format(name=name)
    before, found, rest = page.read_text().partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"{page} lacks the line '{begin}' or '{end}': add them where the table belongs")
    page.write_text(f"{before}{begin}\n{content}\n{end}{after}")
