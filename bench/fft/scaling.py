# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Time over the number of processes: T = C p^-gamma [Aseeri2019, IV-A]."""

import json
import pathlib

from jobs import heading, say_progress, take_turns
from lib import page
from lib.statistic import power_law


def measure(launcher, settings):
    """One job for each number of processes; all exist at the same time and take turns."""
    options = ["--n", settings.n or ("64" if settings.quick else "128"), "--effort", settings.effort]
    options += ["--contenders", "cartwright,fftw-mpi"] + (["--real"] if settings.real else [])
    jobs = []
    for p in settings.ranks:
        say_progress(f"{p} ranks plan")
        jobs.append(launcher.fft(p, options, launcher.path("scaling", p)))
    return take_turns(jobs, settings.repeats, "all numbers of ranks")


def run(launcher, settings):
    """From measurements here, or from reports that the program wrote elsewhere."""
    if settings.reports:
        reports = [json.loads(pathlib.Path(path).read_text()) for path in settings.reports]
    else:
        reports = measure(launcher, settings)
    reports.sort(key=lambda report: report["processes"])
    series = {}
    for report in reports:
        for result in report["results"]:
            points = series.setdefault(result["name"], {"title": result["title"], "processes": [], "seconds": []})
            points["processes"].append(report["processes"])
            points["seconds"].append(result["median"])
    for points in series.values():
        points["fit"] = power_law(points["processes"], points["seconds"]) if len(set(points["processes"])) > 1 else None
    kept = ["machine", "mpi", "n", "real", "precision", "rounds", "effort"]
    return {"program": "fft-scaling", **{name: reports[0][name] for name in kept}, "series": series, "reports": reports}


def fit_text(points):
    fit = points["fit"]
    if fit is None:
        return f"{points['title']}: one number of processes has no slope"
    error = "" if fit["standard_error"] is None else f" +- {fit['standard_error']:.3f}"
    return f"{points['title']}: T = C p^-gamma with C = {1e3 * fit['C']:.4g} ms, gamma = {fit['gamma']:.3f}{error}"


def text(document):
    series = list(document["series"].values())
    rows = []
    for p in sorted({p for points in series for p in points["processes"]}):
        times = [dict(zip(points["processes"], points["seconds"])) for points in series]
        rows.append([str(p), *(f"{1e3 * of[p]:.2f}" if p in of else "-" for of in times)])
    table = page.aligned([["ranks", *[points["title"] for points in series]], *rows], 0, ruled=True)
    return "\n".join([heading(document), "", table, "", *map(fit_text, series), ""])
