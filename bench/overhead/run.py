#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""The cost of the interposer where it cannot gain anything, and the gain where a derived datatype is written to a file: the
same program is started without and with the interposer, alternately, many times.

  calls         nanoseconds that each call of MPI takes longer, with tiny contiguous messages (target: 25)
  programs      processor time and run time of whole programs (target: 1 %)
  instructions  what is executed more, counted by callgrind, of one process without a launcher. The count is the same on a busy
                machine, so it can be held: the exit status is 1 if one is above its limit
  files         how many times as fast vectors of doubles are written to a file in memory, and read

For calls, each start gives the minimum time of many short batches. "added" is the median, over pairs of starts, of the
difference. "noise" is the same median between consecutive plain starts, without a sign: the difference
that the machine makes without Cartwright. For programs, "of the least" compares the fastest starts, and
"by count" is the cost of all messages at 25 ns a call (30 ns while it is recorded or in another order): this share does not depend on
the load of the machine.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCE / "bench"), str(SOURCE / "tests/suites")]

import ways
from lib import launch, machine, page

# The command, and the command that prepares its folder. All run on two ranks.
PROGRAMS = {
    "MPI_Init, MPI_Finalize": ("{build}/bench/openmpi/overhead_calls start", ""),
    "LAMMPS melt, 2,500 steps": ("lmp -in in.melt -log none", "melt"),
    "HPC Challenge": ("hpcc", "hpcc"),
}
# What is counted: the argument of overhead_instructions, its repeats, and the most instructions that may be added to each. The
# start is that of the whole program, and its limit a part of it. Under callgrind no time is real, so vectors in messages are
# always packed.
COUNTED = {
    "MPI_Init, MPI_Finalize": ("vector", 0, {"openmpi": 0.03, "mpich": 0.03}),
    "vector: create, commit, free": ("vector", 500, 1500),
    "indexed: create, commit, free": ("indexed", 500, 1500),
    "contiguous: create, commit, free": ("contiguous", 500, 1500),
    "packed vector of 64 bytes: Irecv, Isend, Waitall": ("messages", 4000, 4500),
    "contiguous, 64 bytes: Irecv, Isend, Waitall": ("blocks", 20000, 650),
    "contiguous, 64 bytes: Pack, Unpack": ("pack", 20000, 250),
}
TARGET = {"preloaded": 25e-9, "recorded": 30e-9, "ordered": 30e-9}  # seconds a call
WAYS = {
    "preloaded": "as a user would run it",
    "recorded": "with cartwright record (target: 1 % of the time of a program)",
    "ordered": "with the ranks of MPI_COMM_WORLD reversed, as by cartwright run --order (target: 5 ns more a call)",
}


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["calls", "programs", "instructions", "files"])
    parser.add_argument("--build", type=pathlib.Path, default=SOURCE / "build", help="the build of Cartwright")
    parser.add_argument("--mpi", default="openmpi,mpich", help="which MPIs (default: openmpi,mpich)")
    ways_text = "; ".join(f"{way}: {text}" for way, text in WAYS.items()).replace("%", "%%")
    parser.add_argument("--way", choices=WAYS, default="preloaded", help=f"how to run with the interposer: {ways_text}")
    parser.add_argument("--rounds", type=int, default=15, help="pairs of starts (default: 15)")
    parser.add_argument("--write", type=pathlib.Path, metavar="PAGE", help="write the table into a page")
    return parser.parse_args()


def environment(way="plain", ranks=0, folder=None):
    """The variables of a start; `folder` is for the files that they name."""
    own = {}
    if way == "recorded":
        own["CARTWRIGHT_RECORD"] = str(folder / "record")
    if way == "ordered":
        (folder / "order").write_text(ways.reversed_order(ranks))
        own["CARTWRIGHT_ORDER"] = str(folder / "order")
    return launch.environment({"OMP_NUM_THREADS": "1", **own})


def run(command, folder, variables):
    """Output, seconds, and processor seconds of a command with all its child processes."""
    begin = time.monotonic()
    streams = {"stdout": subprocess.PIPE, "stdin": subprocess.DEVNULL, "text": True}
    program = subprocess.Popen(command, cwd=folder, env=variables, **streams)
    output = program.stdout.read()
    _, status, used = os.wait4(program.pid, 0)
    if status:
        sys.exit(f"exit status {os.waitstatus_to_exitcode(status)}: {' '.join(map(str, command))}")
    return output, time.monotonic() - begin, used.ru_utime + used.ru_stime


def by_turns(command, mpi, ranks, options, folder, measure):
    """The results of `measure` for every start: without and with Cartwright in pairs of alternating order."""
    found = {"plain": [], options.way: []}
    libraries = {"plain": "", "ordered": ways.IN_ORDER}
    for number in range(options.rounds):
        for way in ["plain", options.way] if number % 2 else [options.way, "plain"]:
            library = libraries.get(way, ways.LIBRARY)
            started = ways.launcher(mpi, ranks, options.build, library, yields=False) + command
            found[way].append(measure(run(started, folder, environment(way, ranks, folder))))
    return found


class Added:
    """The cost of the interposer, in the unit of the values that `get` takes from each start."""

    def __init__(self, found, get):
        plain, other = [[get(start) for start in starts] for starts in found.values()]
        self.plain = statistics.median(plain)
        self.median = statistics.median(b - a for a, b in zip(plain, other))
        self.noise = statistics.median(abs(a - b) for a, b in zip(plain, plain[1:]))
        self.least_plain, self.of_least = min(plain), min(other) - min(plain)


def nanoseconds(started):
    return {name: (int(calls), float(ns)) for name, calls, ns in map(str.split, started[0].splitlines())}


def measure_calls(options):
    """One row for each group of calls, one column for each MPI and number of ranks: the cost of one call."""
    cells, columns = {}, []
    folder = options.build / "bench/overhead"
    folder.mkdir(parents=True, exist_ok=True)
    for mpi in options.mpi.split(","):
        for ranks in (1, 2):
            columns.append(f"{mpi}, {ranks} rank{'s' * (ranks > 1)}")
            for argument in ("", "commit"):
                command = [str(options.build / f"bench/{mpi}/overhead_calls"), *argument.split()]
                found = by_turns(command, mpi, ranks, options, folder, nanoseconds)
                print(f"{columns[-1]}, {argument or 'no datatype'}: measured", file=sys.stderr, flush=True)
                for name, (calls, _) in found["plain"][0].items():
                    ns = Added(found, lambda start, name=name, calls=calls: start[name][1] / calls)
                    row = cells.setdefault((name, argument), {})
                    row[columns[-1]] = f"{ns.plain:.1f} {ns.median:+.1f} ({ns.noise:.1f})"
    rows = [[name, argument, *(row.get(column, "") for column in columns)] for (name, argument), row in cells.items()]
    return ["ns a call: plain, added (noise)", "datatype", *columns], sorted(rows, key=lambda row: row[1])


def measure_files(options):
    """One row for each layout, one column for each MPI and number of ranks: what Cartwright gains in writing and reading."""
    cells, columns, gains = {}, [], {}
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        for mpi in options.mpi.split(","):
            for ranks in (1, 2):
                columns.append(f"{mpi}, {ranks} rank{'s' * (ranks > 1)}")
                command = [str(options.build / f"bench/{mpi}/overhead_files"), f"{folder}/file"]
                plain, own = by_turns(command, mpi, ranks, options, pathlib.Path(folder), nanoseconds).values()
                for name in plain[0]:
                    block, size, call = name.split(",")
                    least = [statistics.median(start[name][1] for start in starts) for starts in (plain, own)]
                    kind = cells.setdefault((int(block), int(size)), {}).setdefault(columns[-1], {})
                    kind.setdefault(call.split("_")[0], []).append(least[0] / least[1])
                    gains.setdefault(columns[-1], []).append(least[0] / least[1])
    mean = statistics.geometric_mean
    rows = [
        [
            str(block),
            f"{size:,}",
            *(" ".join(f"{mean(row[column][kind]):.2f}" for kind in ("write", "read")) for column in columns),
        ]
        for (block, size), row in cells.items()
    ]
    rows.append(["all", "", *(f"{mean(gains[column]):.2f}, least {min(gains[column]):.2f}" for column in columns)])
    return ["bytes a block", "a call: written, read", *columns], rows


def recorded_and_ordered(folder):
    """One table of both ways, of the calls before a datatype is committed, and what was measured."""
    found = [(folder / f"overhead-calls-{way}.txt").read_text().split("\n\n") for way in ("recorded", "ordered")]
    tables = [[[cell.strip() for cell in line[1:-1].split("|")] for line in text.splitlines()] for text, _ in found]
    columns = ["ns a call: plain, added (noise) while recorded; in another order", *tables[0][0][2:]]
    rows = [
        [first[0], *("; ".join(filter(None, cells)) for cells in zip(first[2:], second[2:]))]
        for first, second in zip(*(lines[2:] for lines in tables))
        if not first[1]
    ]
    return f"{page.markdown(columns, rows)}\n\n" + "\n\n".join(footer.strip() for _, footer in found)


def prepare(name, folder):
    folder.mkdir(parents=True, exist_ok=True)
    if name == "melt":
        example = pathlib.Path("/usr/share/lammps/examples/melt/in.melt").read_text()
        (folder / "in.melt").write_text(re.sub(r"^run\s+\d+$", "run 2500", example, flags=re.MULTILINE))
    if name == "hpcc":
        from catalog import hpcc

        (folder / "hpccinf.txt").write_text(hpcc.SETTINGS.format(rows=1, columns=2, size=4000))


def messages(command, folder, options):
    """The number of messages of the program, from a report of Cartwright."""
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    started = ways.launcher("openmpi", 2, options.build, ways.LIBRARY) + command
    run(started, folder, {**environment(), "CARTWRIGHT_REPORT": str(report)})
    events = [json.loads(line) for line in report.read_text().splitlines()] if report.exists() else []
    return sum(event["messages"] for event in events if event["event"] == "traffic")


def measure_programs(options):
    """One row for each program and kind of time."""
    rows = []
    folder = options.build / "bench/overhead"
    for title, (line, prepared) in PROGRAMS.items():
        prepare(prepared, folder)
        command = line.format(build=options.build).split()
        found = by_turns(command, "openmpi", 2, options, folder, lambda started: started[1:])
        sent = messages(command, folder, options)
        for name, index in (("run time", 0), ("processor time", 1)):
            s = Added(found, lambda start, index=index: start[index])
            percents = [100 * s.median / s.plain, 100 * s.noise / s.plain, 100 * s.of_least / s.least_plain]
            # A message is three calls: to send, to receive, to wait.
            by_count = f"{100 * 3 * sent * TARGET[options.way] / s.plain:.3f}" if index else ""
            rows.append(
                [title, name, f"{s.plain:.2f}", *(f"{percent:+.1f}" for percent in percents), str(sent), by_count]
            )
        print(f"{title}: measured", file=sys.stderr, flush=True)
    return ["program", "time", "plain s", "added %", "noise %", "of the least %", "messages", "by count %"], rows


def instructions(mpi, what, repeats, library, options):
    """Those of one repetition; without any, of one process from its start to its end."""
    program = options.build / f"bench/{mpi}/overhead_instructions"
    variables = environment() | ({"LD_PRELOAD": str(options.build / library.format(mpi=mpi))} if library else {})
    if what == "messages":
        variables["CARTWRIGHT_DATATYPE"] = "always"
    part = ["--collect-atstart=no", "--toggle-collect=counted_*"] if repeats else []
    command = ["valgrind", "--tool=callgrind", *part, "--callgrind-out-file=/dev/null", program, what, str(repeats)]
    ran = subprocess.run(command, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    found = re.search(r"Collected : (\d+)", ran.stderr)
    if ran.returncode or not found:
        sys.exit(f"{program} {what} {repeats}: exit status {ran.returncode}\n{ran.stderr}")
    return int(found[1]) / max(1, repeats)


def count_instructions(options):
    """One row for each thing that is counted, one column for each MPI."""
    rows = []
    mpis = options.mpi.split(",")
    for name, (what, repeats, limits) in COUNTED.items():
        row = [name]
        for mpi in mpis:
            plain, with_it = (instructions(mpi, what, repeats, library, options) for library in ("", ways.LIBRARY))
            added = with_it - plain
            limit = limits if repeats else limits[mpi] * plain
            if added > limit:
                options.failed.append(f"{name}, {mpi}: {added:,.0f} instructions added, at most {limit:,.0f}")
            row.append(f"{plain:,.0f} {added:+,.0f} ({100 * added / plain:+.1f} %)")
        rows.append(row)
    return ["instructions: plain, added", *mpis], rows


def main():
    options = parse()
    options.build, options.failed = options.build.resolve(), []
    measure = {
        "calls": measure_calls,
        "programs": measure_programs,
        "instructions": count_instructions,
        "files": measure_files,
    }
    measure = measure[options.mode]
    columns, rows = measure(options)
    starts = "" if options.mode == "instructions" else f"; {options.rounds} pairs of starts"
    print(page.aligned([columns, *rows]), "", f"{machine.system()}{starts}", sep="\n")
    if options.write:
        how = "" if options.mode == "instructions" else f" --way {options.way} --rounds {options.rounds}"
        footer = f"{machine.system()}; {machine.today()}; `bench/overhead/run.py {options.mode}{how}`"
        name = f"overhead {options.mode}" + (f" {options.way}" if options.way != "preloaded" else "")
        text = f"{page.markdown(columns, rows)}\n\n{footer}"
        if options.mode == "calls" and options.way != "preloaded":
            folder = options.write.parent / "data"
            (folder / f"overhead-calls-{options.way}.txt").write_text(f"{text}\n")
            name, text = "overhead calls recorded and ordered", recorded_and_ordered(folder)
        page.write(options.write, name, text)
    if options.failed:
        sys.exit("\n".join(options.failed))


if __name__ == "__main__":
    main()
