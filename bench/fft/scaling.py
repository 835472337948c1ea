# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Time over the number of processes: T = C p^-gamma [Aseeri2019, IV-A]."""

import json
import pathlib

from jobs import take_turns
from lib import page
from lib.statistic import power_law
from progress import Progress


def measure(launcher, settings):
    """One job for each number of processes; all exist at the same time and take turns."""
    options = ["--n", settings.n or ("64" if settings.quick else "128"), "--effort", settings.effort]
    options += ["--contenders", "cartwright,fftw-mpi"] + (["--real"] if settings.real else [])
    progress = Progress({"plan": len(settings.ranks), "round": settings.repeats})
    jobs = []
    for p in settings.ranks:
        with progress.step(f"{p} ranks plan", "plan", 1):
            jobs.append(launcher.fft(p, options, launcher.path("scaling", p)))
    return take_turns(jobs, settings.repeats, progress, "all numbers of ranks", 1)


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


def title(document):
    return f"{'r2c' if document['real'] else 'c2c'} {'x'.join(map(str, document['n']))}"


def fit_text(points):
    fit = points["fit"]
    if fit is None:
        return f"{points['title']}: one number of processes has no slope"
    error = "" if fit["standard_error"] is None else f" +- {fit['standard_error']:.3f}"
    return f"{points['title']}: T = C p^-gamma with C = {1e3 * fit['C']:.4g} ms, gamma = {fit['gamma']:.3f}{error}"


def text(document):
    series = list(document["series"].values())
    processes = sorted({p for points in series for p in points["processes"]})
    rows = []
    for p in processes:
        cells = []
        for points in series:
            found = [t for q, t in zip(points["processes"], points["seconds"]) if q == p]
            cells.append(f"{1e3 * found[0]:.2f}" if found else "-")
        rows.append([str(p), *cells])
    return "\n".join([
        f"{title(document)}; {document['machine']}; {document['mpi']}; ms per pair, medians of {document['rounds']} rounds",
        "", page.aligned([["ranks", *[points["title"] for points in series]], *rows], 0, ruled=True), "",
        *map(fit_text, series), ""])
