#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs programs and test suites of other projects without and with Cartwright, and compares their results.

Each case runs without the interposer, and in several ways with it. Exit status, results of tests and numbers that a
program prints must be equal; times are left out. If something differs, the case is repeated both ways: a result that
differs in all repetitions counts under "differ"; one that differs in some, under "unsteady".

The exit status is 0 if nothing differs, 1 if something differs, 2 if a suite cannot be run."""

import argparse
import importlib.util
import json
import pathlib
import signal
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "bench"))

import alike
import packages
import suite as suites
import table
import ways
from lib import machine, page


def known_suites(catalog):
    """All suites: every file of the catalog has one or several."""
    found = {}
    for file in sorted(catalog.glob("*.py")):
        spec = importlib.util.spec_from_file_location(f"catalog_{file.stem}", file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found |= {one.name: one for one in vars(module).values() if isinstance(one, suites.Suite)}
    return found


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="which to run (default: all)")
    parser.add_argument("--list", action="store_true", help="list the suites and end")
    parser.add_argument(
        "--catalog",
        type=pathlib.Path,
        default=pathlib.Path(__file__).parent / "catalog",
        metavar="DIR",
        help="folder with a file for each project",
    )
    parser.add_argument(
        "--build",
        type=pathlib.Path,
        default=SOURCE / "build",
        metavar="DIR",
        help="the build of Cartwright (default: build)",
    )
    parser.add_argument("--mpi", default="openmpi,mpich", help="MPIs to use (default: openmpi,mpich)")
    parser.add_argument(
        "--ways",
        default="preloaded,always,nodes,ordered",
        help="how to run with Cartwright: "
        + "; ".join(f"{way}: {text}" for way, text in ways.WAYS.items() if way != "plain"),
    )
    parser.add_argument("--cases", default="", metavar="TEXT", help="only cases with TEXT in their names")
    parser.add_argument("--quick", action="store_true", help="a selection that takes about a minute")
    parser.add_argument(
        "--python",
        default="",
        metavar="PROGRAM",
        help="for mpi4py: an interpreter that has it from PyPI (default: build mpi4py for each MPI)",
    )
    parser.add_argument(
        "--programs",
        type=pathlib.Path,
        metavar="DIR",
        help="programs of suites that no package has, such as ddtbench: DIR/openmpi/ddtbench, DIR/mpich/ddtbench",
    )
    parser.add_argument("--no-install", action="store_true", help="name missing packages instead of installing them")
    parser.add_argument("--repeats", type=int, default=3, metavar="N", help="runs of a case that differs (default: 3)")
    parser.add_argument("--limit", type=int, default=900, metavar="S", help="seconds after which a run is stopped")
    parser.add_argument(
        "--json",
        type=pathlib.Path,
        metavar="FILE",
        help="where to keep results (default: suites/results.json in the build)",
    )
    parser.add_argument(
        "--write", type=pathlib.Path, metavar="PAGE", help="write the table of all kept results into a page"
    )
    return parser.parse_args()


def run_case(case, options, folder, log):
    """The results of a case in every way, as written to the file of results."""

    def once(way, attempt):
        return ways.run(case, way, folder / f"{way}-{attempt}", options.build, case.limit or options.limit)

    first, _ = once("plain", 1)
    outcome = {"case": case.name, "ranks": case.ranks, "mpi": case.mpi, "plain": first["exit status"], "ways": {}}
    if first["exit status"] != "0" and not case.may_fail or len(first) == 1:
        outcome["left out"] = (
            f"without Cartwright its exit status is {first['exit status']}, with {len(first) - 1} results"
        )
        log(f"left out: {outcome['left out']} ({folder / 'plain-1/output.txt'})")
        return outcome
    plain = [first]
    for way in [way for way in options.ways if way in case.ways]:
        found, events = once(way, 1)
        other = [found]
        differ, unsteady = alike.compare(plain, other, case.tolerance)
        while differ and len(other) < options.repeats:
            found, events = once(way, len(other) + 1)
            other.append(found)
            if len(plain) < len(other):
                plain.append(once("plain", len(plain) + 1)[0])
            differ, unsteady = alike.compare(plain, other, case.tolerance)
        if way != "preloaded" and not events and first["exit status"] == "0":
            differ.append("report of Cartwright: there is none, so the interposer was not loaded")
        outcome["ways"][way] = {
            "results": len(plain[0]),
            "differ": differ,
            "unsteady": unsteady,
            "reordered": sum(bool(event.get("reordered")) for event in events),
            "layouts": sum(event["event"] == "datatype" for event in events),
            "differences": {
                name: [[run.get(name) for run in plain], [run.get(name) for run in other]]
                for name in (differ + unsteady)[:20]
            },
        }
        log(f"{way}: {len(first)} results, {len(differ)} differ, {len(unsteady)} unsteady")
        for name in differ[:5]:
            log(f"  {name}: without {plain[0].get(name)!r}, with {other[0].get(name)!r}")
    return outcome


def run_suite(suite, options, workplace):
    """The cases of a suite, with one row of the table for each MPI."""
    if options.no_install and (missing := [package for package in suite.packages if not machine.version(package)]):
        raise RuntimeError(f"missing: {' '.join(missing)}; install them, or run without --no-install")
    if suite.given and not options.programs:
        raise RuntimeError(
            f"no package has {', '.join(suite.given)}: build them, and give their folder with --programs"
        )
    if lacking := [
        p for name in suite.given for mpi in options.mpi if not (p := workplace.program(name, mpi)).exists()
    ]:
        raise RuntimeError(f"there is no {lacking[0]}")
    packages.install(suite.packages, print)
    suite.setup(workplace)
    version = suite.version(workplace) if suite.version else "".join(map(machine.version, suite.packages[:1]))
    cases = [case for case in suite.cases(workplace) if case.mpi in workplace.mpis and options.cases in case.name]
    outcomes = []
    for number, case in enumerate(cases, 1):
        title = f"{suite.name} {number}/{len(cases)}: {case.name}, {case.mpi}, {case.ranks} ranks"
        print(title, flush=True)
        folder = workplace.folder / "runs" / suite.name / case.mpi / f"{case.name.replace('/', '-')}-{case.ranks}"
        outcomes.append(run_case(case, options, folder, lambda text: print("  " + text, flush=True)))
    of_mpi = {mpi: [outcome for outcome in outcomes if outcome["mpi"] == mpi] for mpi in workplace.mpis}
    return {
        mpi: {"row": table.row(suite.name, version, mpi, found), "cases": found}
        for mpi, found in of_mpi.items()
        if found
    }


def check(options, known):
    """Converts options to lists, and exits with status 2 if they are invalid."""
    options.build, options.mpi, options.ways = options.build.absolute(), options.mpi.split(","), options.ways.split(",")
    options.programs = options.programs and options.programs.absolute()
    message = ""
    if unknown := [name for name in options.suites if name not in known]:
        message = f"unknown suite '{unknown[0]}': --list names those there are"
    elif unknown := [way for way in options.ways if way not in ways.WAYS]:
        message = f"unknown way '{unknown[0]}': take some of {','.join(ways.WAYS)}"
    elif unknown := [mpi for mpi in options.mpi if mpi not in ways.LAUNCHERS]:
        message = f"unknown MPI '{unknown[0]}': take some of {','.join(ways.LAUNCHERS)}"
    elif lacking := [mpi for mpi in options.mpi if not (options.build / ways.LIBRARY.format(mpi=mpi)).exists()]:
        message = (
            f"{options.build} has no interposer for {lacking[0]}: build the target cartwright_preload_{lacking[0]}"
        )
    if message:
        print(message, file=sys.stderr)
        sys.exit(2)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # so the handlers stop running programs
    options = parse()
    known = known_suites(options.catalog)
    if options.list:
        for suite in known.values():
            print(f"{suite.name:12} {suite.about}")
        return 0
    check(options, known)
    workplace = suites.Workplace(options.build, options.mpi, options.quick, options.python, programs=options.programs)
    workplace.folder.mkdir(parents=True, exist_ok=True)
    results = options.json or workplace.folder / "results.json"
    kept = json.loads(results.read_text()) if results.exists() else {}
    chosen = options.suites or [
        name
        for name, suite in known.items()
        if (suite.quick or not options.quick) and (options.programs or not suite.given)
    ]
    broken = []
    for name in chosen:
        try:
            for mpi, found in run_suite(known[name], options, workplace).items():
                kept[f"{name} {mpi}"] = found
        except (RuntimeError, OSError, ValueError, subprocess.CalledProcessError) as error:
            broken.append(name)
            print(f"{name} cannot be run: {error}", file=sys.stderr)
        results.write_text(json.dumps(kept, indent=1) + "\n")
    rows = [found["row"] for key, found in sorted(kept.items()) if key.split()[0] in chosen]
    print("", page.aligned([table.COLUMNS, *table.cells(rows)]), machine.system(), sep="\n")
    if options.write:
        everything = [found["row"] for _, found in sorted(kept.items())]
        found = page.markdown(table.COLUMNS, table.cells(everything))
        page.write(options.write, "suites", f"{found}\n\n{machine.system()}")
    if not any(row["runs with Cartwright"] for row in rows):
        print("nothing was compared: no case matches --mpi, --cases and --ways, or all were left out", file=sys.stderr)
        return 2
    return 2 if broken else int(any(row["differ"] for row in rows))


if __name__ == "__main__":
    sys.exit(main())
