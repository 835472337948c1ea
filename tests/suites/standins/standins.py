# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Programs that differ with Cartwright in known ways, which the driver must find."""

from suite import Case, Suite, lines

WITH = '[ -n "$LD_PRELOAD" ] && [ -z "${LD_PRELOAD##*cartwright_preload*}" ]'
PROGRAMS = {
    "same": "echo 1.5",
    "other number": f"{WITH} && echo 1.6 || echo 1.5",
    "rounded number": f"{WITH} && echo 1.50000001 || echo 1.5",
    "other status": f"echo begun; {WITH} && exit 3; exit 0",
    "hangs": f"{WITH} && sleep 60; echo done",
    "lacks a line": f"{WITH} || echo one; echo two",
    "fails anyway": "exit 4",
}
PRINTED = r"^([\d.]+|one|two|begun|done|first|later)$"  # without the launcher's messages about a failure


def case(mpi, name, script):
    return Case(
        name=name,
        mpi=mpi,
        ranks=1,
        command=["sh", "-c", script],
        tolerance=1e-6,
        results=lambda output, folder: lines(output, keep=PRINTED),
        limit=5 if name == "hangs" else 0,
    )


def cases(workplace):
    for mpi in workplace.mpis:
        for name, script in PROGRAMS.items():
            yield case(mpi, name, script)
        # The first of all runs, which is plain, prints another word: the program is unsteady without Cartwright.
        count = workplace.folder / f"unsteady-{mpi}"
        count.unlink(missing_ok=True)
        yield case(mpi, "unsteady", f"[ -e {count} ] && echo later || echo first; touch {count}")


suite = Suite("standins", "stand-ins that test the driver", cases, version=lambda workplace: "1")
