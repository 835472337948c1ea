# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Parts of the test suite of MPICH, which also tests other MPIs: test/mpi/coll, rma and io of its sources, built for
each MPI. Each program says "No Errors", or how many it found. `testlist` names the programs and their processes."""

from suite import Case, Suite, lines

MOST = 12  # processes: more would wait for each other's cores


def tests(folder):
    """Name, processes and other settings of each test, as (name, ranks, arguments, environment)."""
    seen = set()
    for line in (folder / "testlist").read_text().splitlines():
        words = line.split()
        if len(words) < 2 or line.startswith("#") or line in seen:
            continue
        seen.add(line)
        given = [word.partition("=")[::2] for word in words[2:]]
        arguments = [value for key, value in given if key == "arg"]
        environment = dict(value.split("=", 1) for key, value in given if key == "env")
        if int(words[1]) <= MOST and not any(key == "mem" for key, _ in given):
            yield words[0], int(words[1]), arguments, environment


def cases(workplace, folder_name):
    for mpi in workplace.mpis:
        folder = workplace.program(folder_name, mpi)
        for number, (name, ranks, arguments, environment) in enumerate(tests(folder), 1):
            if not (folder / name).exists():
                continue
            yield Case(
                name=f"{number} {name}",
                ranks=ranks,
                mpi=mpi,
                command=[folder / name, *arguments],
                results=lambda output, folder: lines(output, keep=r"No Errors|Found \d+ errors"),
                environment=environment,
                limit=60,
            )


def suite_of(name, part, about):
    folder = f"mpich-{part}"
    about = f"{about} in the test suite of MPICH, built by you"
    return Suite(name, about, lambda workplace: cases(workplace, folder), given=(folder,))


coll = suite_of("mpich", "coll", "the collectives")
rma = suite_of("mpich-rma", "rma", "one-sided communication")
io = suite_of("mpich-io", "io", "files")
