# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The ways to run a program: plain, and with the interposer and different settings."""

import json
import os
import shlex
import shutil
import signal
import subprocess

LAUNCHERS = {"openmpi": "mpirun.openmpi", "mpich": "mpiexec.mpich"}
WAYS = {
    "plain": "without the interposer",
    "preloaded": "with the interposer, as a user would run it",
    "always": "every datatype packed by Cartwright (CARTWRIGHT_DATATYPE=always), every collective that can go through"
    " the memory of nodes (CARTWRIGHT_COLLECTIVES=always), and a report written",
    "nodes": "on pretended nodes (CARTWRIGHT_NODES), so that MPI_Cart_create reorders; collectives as in"
    " always, and a report written",
    "ordered": "with the ranks of MPI_COMM_WORLD reversed (CARTWRIGHT_ORDER), and a report written",
}
LIBRARY = "lib/{mpi}/libcartwright_preload.so"
IN_ORDER = "lib/{mpi}/libcartwright_in_order.so"
ANNOUNCED = (  # the only lines that Cartwright adds
    "cartwright: pretending:",
    "cartwright: processes that MPI_Comm_spawn started keep their ranks",
)
YIELD = "lib/libcartwright_test_yield.so"  # lets MPICH share a core: it spins while it waits


def launcher(mpi, ranks, build, library, others=(), yields=True):
    """The command that starts a program, up to the program. `library` is a name of the interposer, or empty; `others`
    are libraries to load as well."""
    libraries = [build / library.format(mpi=mpi)] if library else []
    if mpi == "openmpi":
        command = [LAUNCHERS[mpi], "--oversubscribe", "--bind-to", "none", "-n", str(ranks)]
        option = ["-x", "LD_PRELOAD={}"]
    else:
        command = [LAUNCHERS[mpi], "-n", str(ranks)]
        option = ["-genv", "LD_PRELOAD", "{}"]
        libraries = [library for library in [build / YIELD] if yields and library.exists()] + libraries
    libraries += others
    if libraries:
        command += [part.format(":".join(map(str, libraries))) for part in option]
    return command


def pretended(ranks):
    """Nodes of two processes, which are dealt in turn: rarely the best order for a grid."""
    nodes = [f"{ranks // 2}*2"] if ranks > 1 else []
    return "cyclic:" + ",".join(nodes + ["1*1"] * (ranks % 2))


def reversed_order(ranks):
    """The order of ranks for `cartwright run --order`, from the last to the first."""
    return "\n".join(["new_rank", *map(str, reversed(range(ranks)))]) + "\n"


def settings(way, case, report):
    """The environment variables of one of the WAYS."""
    by_node = {"CARTWRIGHT_COLLECTIVES": "always"}
    own = {
        "plain": {},
        "preloaded": {},
        "always": {"CARTWRIGHT_DATATYPE": "always", **by_node, "CARTWRIGHT_REPORT": str(report)},
        "nodes": {"CARTWRIGHT_NODES": case.nodes or pretended(case.ranks), **by_node, "CARTWRIGHT_REPORT": str(report)},
        "ordered": {"CARTWRIGHT_ORDER": str(report.with_name("order")), "CARTWRIGHT_REPORT": str(report)},
    }[way]
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    outside = {name: value for name, value in os.environ.items() if not name.startswith("CARTWRIGHT")}
    kept = {"CARTWRIGHT_PROGRAMS": "off"}  # earlier runs do not count
    return {**outside, **root, **threads, **kept, **case.environment, **own}


def run(case, way, folder, build, limit):
    """Runs a case once. Returns its results, including the exit status, and the events in the interposer's report."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    case.prepare(folder)
    report = folder / "cartwright-report.json"
    (folder / "order").write_text(reversed_order(case.ranks))
    library = {"plain": "", "ordered": IN_ORDER}.get(way, LIBRARY)
    command = launcher(case.mpi, case.ranks, build, library, case.libraries) + [str(part) for part in case.command]
    if case.shell:
        command = ["bash", "-c", case.shell.format(launch=shlex.join(command))]
    (folder / "command.txt").write_text(shlex.join(command) + "\n")
    output = folder / "output.txt"
    with output.open("w") as stream:
        program = subprocess.Popen(
            command,
            cwd=folder,
            env=settings(way, case, report),
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            status = str(program.wait(limit))
        except subprocess.TimeoutExpired:
            status = f"stopped after {limit} s"
        finally:
            stop(program)
    printed = "".join(line for line in output.open(errors="replace") if not line.startswith(ANNOUNCED))
    found = {"exit status": status, **case.results(printed, folder)}
    events = [json.loads(line) for line in report.read_text().splitlines()] if report.exists() else []
    return found, events


def stop(program):
    """Ends processes that a program left: its launcher, and those of its session."""
    try:
        os.killpg(program.pid, signal.SIGTERM)
        program.wait(10)
        os.killpg(program.pid, signal.SIGKILL)
    except (ProcessLookupError, subprocess.TimeoutExpired):
        pass
