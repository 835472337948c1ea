# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""All contenders compared: c2c and r2c, three sizes of runs, and whether Cartwright reaches its targets."""

from jobs import say_progress, take_turns
from lib import page
from lib.statistic import summary

CASES = [(n, p, kind) for n, p in [(256, 2), (256, 4), (128, 2)] for kind in ["c2c", "r2c"]]
QUICK = [(64, 2, "c2c"), (64, 2, "r2c"), (64, 4, "c2c"), (64, 4, "r2c")]
ROWS = ["fftw-threads", "cartwright", "cartwright-natural", "fftw-mpi", "fftw-mpi-natural", "mpi4py-fft"]


def targets(processes):
    """(contender, competitor, largest allowed ratio of their times). With two processes per core, waiting takes longer.
    15 % faster than another means at most 1 / 1.15 of its time."""
    ahead = 1 / 1.15
    return [
        ("cartwright", "fftw-threads", 1.05 if processes <= 2 else 1.15),
        ("cartwright-natural", "fftw-threads", 1.20),
        ("cartwright", "fftw-mpi", ahead),
        ("cartwright-natural", "fftw-mpi-natural", ahead),
        ("cartwright", "mpi4py-fft", ahead),
    ]


def run_case(launcher, n, processes, kind, settings):
    """Runs all contenders in turns: those of Cartwright's program inside it, and mpi4py-fft after each round."""
    title = f"{kind} {n}^3 on {processes} ranks"
    options = ["--n", n, "--effort", settings.effort, "--warmup", 1] + (["--real"] if kind == "r2c" else [])
    say_progress(f"{title}: Cartwright and FFTW plan")
    jobs = [launcher.fft(processes, options, launcher.path("fft", kind, n, processes))]
    if not launcher.left_out:
        say_progress(f"{title}: mpi4py-fft plans")
        jobs.append(launcher.mpi4py_fft(processes, kind, n, launcher.path("mpi4py", kind, n, processes)))
    reports = take_turns(jobs, settings.repeats, title)
    report = reports[0]
    launcher.left_out |= {peer.name: peer.why for peer in jobs[1:] if peer.why}
    report["left_out"] += [{"name": name, "why": why} for name, why in launcher.left_out.items()]
    report["results"] += [result | summary(result["seconds"]) for other in reports[1:] for result in other["results"]]
    report["kind"] = kind
    medians = {result["name"]: result["median"] for result in report["results"]}
    report["targets"] = [
        {
            "contender": contender,
            "competitor": competitor,
            "at_most": most,
            "ratio": medians[contender] / medians[competitor],
            "reached": medians[contender] <= most * medians[competitor],
        }
        for contender, competitor, most in targets(processes)
        if contender in medians and competitor in medians
    ]
    return report


def columns(headings, rows, left=1):
    return page.aligned([headings, *rows], left, ruled=True) + "\n"


def heading(report):
    return f"{report['kind']} {report['n'][0]}^3 {report['processes']} ranks"


def named(report, name):
    return next((result for result in report["results"] if result["name"] == name), None)


def times_text(cases):
    """A row per contender: ms, and the same as a multiple of the limit."""
    rows = []
    for name in ROWS:
        cells, title = [], None
        for case in cases:
            result, limit = named(case, name), named(case, "fftw-threads")
            if result is None:
                cells.append("-")
                continue
            title = result["title"]
            cells.append(f"{1e3 * result['median']:.1f} ({result['median'] / limit['median']:.2f})" if limit
                         else f"{1e3 * result['median']:.1f}")
        if title:
            rows.append([title, *cells])
    return columns(["ms per pair (of limit)", *map(heading, cases)], rows)


def targets_text(cases):
    rows = {}
    for number, case in enumerate(cases):
        for target in case["targets"]:
            row = rows.setdefault((target["contender"], target["competitor"]), ["-"] * len(cases))
            row[number] = f"{target['ratio']:.2f} {'<=' if target['reached'] else '>'} {target['at_most']:.2f}"
    return columns(["ratio, and its limit", *map(heading, cases)],
                   [[f"{contender} / {competitor}", *cells] for (contender, competitor), cells in rows.items()])


def phases_text(cases):
    """The phases of Cartwright, in ms."""
    rows = []
    for case in cases:
        for result in case["results"]:
            if result["family"] == "cartwright":
                phases = [f"{1e3 * result['phases'][name]:.1f}" for name in ["fft", "pack", "copy", "wait"]]
                rows.append([heading(case), result["title"], f"{1e3 * result['median']:.1f}", *phases,
                             f"{result['gflops']:.2f}", f"{result['work_bytes'] / 1e6:.0f}"])
    return columns(["", "", "ms", "FFT", "pack", "copy", "wait", "GFLOP/s", "work MB"], rows, left=2)


def text(document):
    cases = document["cases"]
    reached = [target["reached"] for case in cases for target in case["targets"]]
    return "\n".join([
        f"{cases[0]['machine']}; {cases[0]['mpi']}; planning: {cases[0]['effort']}; medians of {cases[0]['rounds']} rounds",
        "", times_text(cases), targets_text(cases),
        *left_out_text(cases), f"{sum(reached)} of {len(reached)} targets are reached\n", phases_text(cases)])


def left_out_text(cases):
    """Each reason once, followed by an empty line."""
    lines = {f"left out: {each['name']}: {each['why']}": None for case in cases for each in case["left_out"]}
    return [*lines, ""] if lines else []


def chosen(settings):
    """The cases of the targets, or the requested cube and numbers of processes."""
    if settings.n:
        return [(int(settings.n), p, kind) for p in settings.ranks or [2] for kind in ["c2c", "r2c"]]
    return QUICK if settings.quick else CASES


def run(launcher, settings):
    launcher.prepare_peers()
    return {"program": "fft-table", "cases": [run_case(launcher, *case, settings) for case in chosen(settings)]}
