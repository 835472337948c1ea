# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Two ways of Cartwright's beside each other, by turns in one run, as in [Aseeri2019]: MPI_Alltoallw on datatypes against
packing, MPI_Alltoallv and unpacking (section IV-D); Morton order of the ranks against row-major (section IV-C, table
III)."""

from jobs import heading, say_progress
from lib import page

#: the option that is varied, the reference, and the other values in the order of the columns
METHODS = ("method", "alltoallv", ["alltoallw", "pipelined", "node-aware", "shared"])
ORDERS = ("order", "row-major", ["morton", "auto"])


def run(launcher, settings, varied):
    option, reference, others = varied
    n = settings.n or ("64" if settings.quick else "128")
    cases = []
    for p in settings.ranks:
        options = ["--n", n, "--effort", settings.effort, "--repeats", settings.repeats, "--contenders", "cartwright"]
        options += [f"--{option}", ",".join([reference, *others])] + (["--real"] if settings.real else [])
        if settings.grid and option == "order":
            options += ["--grid", settings.grid]
        say_progress(f"{p} ranks")
        cases.append(launcher.fft_once(p, options, launcher.path(option, p)))
    return {"program": "fft-" + option, "varied": option, "reference": reference, "others": others, "cases": cases}


def median(case, way):
    """The result of the contender named cartwright/WAY or cartwright/WAY/GRID; None if it was left out."""
    return next((result["median"] for result in case["results"] if result["name"].split("/")[1] == way), None)


def text(document):
    reference, others = document["reference"], document["others"]
    rows = []
    for case in document["cases"]:
        base = median(case, reference)
        cells = [str(case["processes"]), f"{1e3 * base:.2f}"]
        for other in others:
            seconds = median(case, other)
            cells += ["-", "-"] if seconds is None else [f"{1e3 * seconds:.2f}", f"{100 * (base - seconds) / base:+.1f} %"]
        rows.append(cells)
    headings = ["ranks", reference] + [heading for other in others for heading in (other, "gain")]
    left_out = [f"left out on {case['processes']} ranks: {each['name']}: {each['why']}"
                for case in document["cases"] for each in case["left_out"]]
    table = page.aligned([headings, *rows], 0, ruled=True)
    return "\n".join([heading(document["cases"][0]), "", table, "", *left_out, ""])
