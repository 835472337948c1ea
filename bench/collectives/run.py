#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Collectives under the MPI alone, with the interposer, and under the MPI's own node-aware algorithms. In every round
each contender is started once, so other work on the machine delays all of them. The times are kept in
BUILD/bench/results/collectives.json, from which --again makes the tables anew.

  mpi       the MPI as it is
  off       with the interposer, which leaves collectives to the MPI
  measured  with the interposer, which takes the faster way by trials; all are over when the time is taken
  always    with the interposer, in its own way wherever it has one
  tuned     Open MPI: components han and sm in front of all others; MPICH, which knows nodes: larger buffers in shared memory
  advance   with --advance PREFIX: MPI_Alltoall and MPI_Alltoallv of MPI Advance (github.com/mpi-advance/locality_aware), built
            for the same MPI with -DBUILD_SHARED_LIBS=ON and installed in PREFIX/openmpi or PREFIX/mpich

Without --processes, --nodes or --hosts it measures as many processes as there are cores. Emulated hosts need root."""

import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "bench"))

import tables
from lib import launch, machine, page

CORES = len(os.sched_getaffinity(0))
TUNED = {
    "openmpi": {"OMPI_MCA_coll_han_priority": "100", "OMPI_MCA_coll_sm_priority": "90"},
    "mpich": {f"MPIR_CVAR_{call}_INTRANODE_BUFFER_TOTAL_SIZE": "1048576" for call in ("BCAST", "REDUCE")},
}
CONTENDERS = ("mpi", *tables.INTERPOSED, "tuned", "advance")
SIZES = [16**power for power in range(5)]
ALL_SIZES = [4**power for power in range(11)]  # 1 byte to 1 MiB
MOST = {"node": 65536, "hosts": 4096}  # of SIZES


@dataclass
class Layout:
    """Where processes run."""

    title: str
    processes: int
    before: list[str]  # in front of the launcher
    settings: dict[str, str]
    kind: str


def product(text):
    """4x8: the number of both, and their product."""
    count, each = map(int, text.split("x"))
    return count, each, count * each


def layouts(options):
    """Those that the command line asks for."""
    found = []
    # More processes than cores have to yield, which MPICH never does.
    shared = {"LD_PRELOAD": str(options.build / "lib/libcartwright_cluster.so"), "CARTWRIGHT_CLUSTER_NAP": "0"}
    for count in options.processes:
        found.append(Layout(f"{count} processes on one node", count, [], shared if count > CORES else {}, "node"))
    for text in options.nodes:
        nodes, each, count = product(text)
        settings = {"CARTWRIGHT_NODES": text, **(shared if count > CORES else {})}
        found.append(Layout(f"{nodes} pretended nodes of {each} processes", count, [], settings, "node"))
    for text in options.hosts:
        hosts, slots, count = product(text)
        for rate in options.rates:
            before = launch.cluster(options.build, hosts, slots, rate)
            if options.delay:
                before[-1:] = ["--delay", options.delay, "--"]
            title = f"{hosts} emulated hosts of {slots} processes, links of {rate}"
            title += f", {options.delay} of latency" if options.delay else ""
            found.append(Layout(title, count, before, {}, "hosts"))
    return found


def advance(options, mpi):
    """The program in front of another one that preloads MPI Advance, also beside a library that is preloaded already."""
    library, prefix = options.build / "bench" / mpi / "libadvance.so", options.advance / mpi
    source = Path(__file__).parent / "advance.c"
    found = ["-I", prefix / "include", "-L", prefix / "lib", f"-Wl,-rpath,{prefix / 'lib'}", "-llocality_aware"]
    subprocess.run([f"mpicc.{mpi}", "-O2", "-shared", "-fPIC", "-o", library, source, *found], check=True)
    return ["sh", "-c", f'LD_PRELOAD={library}:$LD_PRELOAD exec "$0" "$@"']


def measured(options, layout, mpi, contender):
    """The report of one start."""
    sizes = [size for size in options.sizes or SIZES if options.sizes or size <= MOST[layout.kind]]
    program = [options.build / "bench" / mpi / "collectives", "--sizes", ",".join(map(str, sizes))]
    program += ["--warm-up", str(options.warm_up), "--batch-ms", str(options.batch_ms)]
    program += ["--only", ",".join(options.only)] if options.only else []
    settings = dict(layout.settings)
    run = []
    if contender in tables.INTERPOSED:
        run = [options.build / "bin/cartwright", "run", "--"]
        settings["CARTWRIGHT_COLLECTIVES"] = contender
    if contender == "tuned":
        settings |= TUNED[mpi]
    if contender == "advance":
        program = [*advance(options, mpi), *program]
    crowded = ["--oversubscribe"] if mpi == "openmpi" and layout.processes > CORES else []
    command = [*layout.before, *run, *launch.mpirun(mpi, layout.processes, *crowded), *program]
    text = launch.output(command, settings)
    return json.loads(next(line for line in text.splitlines() if line.startswith("{")))


def results(options):
    """All reports. A result has for each call and size the seconds of each contender, one for each round."""
    found = []
    for layout in layouts(options):
        for mpi in options.mpi:
            seconds, left_out = {}, set()
            for number in range(options.rounds):
                for turn in range(len(options.contenders)):
                    contender = options.contenders[(turn + number) % len(options.contenders)]
                    report = measured(options, layout, mpi, contender)
                    print(f"{layout.title}: {report['mpi']}, round {number + 1}: {contender}", file=sys.stderr, flush=True)
                    left_out |= set(report["left_out"])
                    for row in report["results"]:
                        of_case = seconds.setdefault((row["call"], row["size"]), {})
                        of_case.setdefault(contender, []).append(row["seconds"])
            rows = [{"call": call, "size": size, "seconds": of_all} for (call, size), of_all in seconds.items()
                    if f"{call} of {size} bytes" not in left_out]  # fmt: skip
            found.append({"layout": layout.title, "mpi": report["mpi"], "contenders": options.contenders,
                          "rounds": options.rounds, "left_out": sorted(left_out), "rows": rows})  # fmt: skip
    return {"machine": f"{machine.processor()}, {machine.today()}, {machine.load()} at the end", "results": found}


def parse():
    def numbers(text):
        return [int(part) for part in text.split(",")]

    def names(text):
        return text.split(",")

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=SOURCE / "build", help="the build of Cartwright")
    parser.add_argument("--processes", type=numbers, default=[], metavar="N,...", help="on one node")
    parser.add_argument("--nodes", type=names, default=[], metavar="4x2,...", help="pretended nodes, of which the MPI knows nothing")
    parser.add_argument("--hosts", type=names, default=[], metavar="4x4,...", help="emulated hosts and the processes of each")
    parser.add_argument("--rates", type=names, default=["1gbit"], metavar="1gbit,...", help="of the link of each emulated host")
    parser.add_argument("--delay", default="", metavar="50us", help="latency between emulated hosts (the kernel needs netem)")
    parser.add_argument("--mpi", type=names, default=list(launch.TITLES), help="openmpi,mpich")
    parser.add_argument("--contenders", type=names, default=["mpi", "measured", "always", "tuned"], help=",".join(CONTENDERS))
    parser.add_argument("--advance", type=Path, metavar="PREFIX", help="adds the contender advance")
    parser.add_argument("--only", type=names, default=[], help="calls; an unknown one gets the names of all")
    parser.add_argument("--sizes", type=numbers, default=[], help="bytes of a block (default: powers of 16)")
    parser.add_argument("--all-sizes", action="store_true", help="powers of 4, from 1 byte to 1 MiB")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--warm-up", type=int, default=400, help="calls of each size before those that are timed: more than until trials end")
    parser.add_argument("--batch-ms", type=float, default=2, help="milliseconds of each of 5 batches")
    parser.add_argument("--quick", action="store_true", help="one round of three sizes")
    parser.add_argument("--again", action="store_true", help="measure nothing")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the summary into a page, and all rows into its folder data")
    options = parser.parse_args()
    options.build = options.build.resolve()
    if options.advance:
        options.advance = options.advance.resolve()
        options.contenders = list(dict.fromkeys([*options.contenders, "advance"]))
    elif "advance" in options.contenders:
        parser.error("the contender advance needs --advance PREFIX")
    if unknown := set(options.contenders) - set(CONTENDERS):
        parser.error(f"unknown contender '{unknown.pop()}': choose from {', '.join(CONTENDERS)}")
    if not options.processes + options.nodes + options.hosts:
        options.processes = [CORES]
    if options.all_sizes:
        options.sizes = ALL_SIZES
    if options.quick:
        options.rounds, options.sizes = 1, options.sizes or [16, 1024, 65536]
    return options


def main():
    options = parse()
    kept = options.build / "bench/results/collectives.json"
    if not options.again:
        report = results(options)
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(json.dumps(report, indent=1) + "\n")
    report = json.loads(kept.read_text())
    print(tables.text(report))
    if options.write:
        page.write(options.write, "collectives", tables.summary(report))
        (options.write.parent / "data/benchmarks-collectives.txt").write_text(tables.all_rows(report))


if __name__ == "__main__":
    main()
