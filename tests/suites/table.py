# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The rows of the results of all suites."""

from lib import machine

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
        "date": machine.today(),
    }


def cells(rows):
    return [[str(row[column]) for column in COLUMNS] for row in rows]
