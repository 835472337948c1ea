# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""HPC Challenge: LINPACK, transposes, random updates of memory, transforms, latencies and bandwidths."""

import re

from suite import Case, Suite

SETTINGS = """HPLinpack benchmark input file
written for a small run
HPL.out
8       device out
1       problems
{size}    Ns
1       NBs
32      NBs
0       PMAP
1       grids
{rows}  Ps
{columns} Qs
16.0    threshold
1       panel factorizations
2       PFACTs
1       stopping criteria
4       NBMINs
1       panels in recursion
2       NDIVs
1       recursive panel factorizations
1       RFACTs
1       broadcasts
1       BCASTs
1       lookahead depths
1       DEPTHs
2       SWAP
64      swapping threshold
0       L1
0       U
1       equilibration
8       memory alignment
#
0       problems for PTRANS
200     Ns
0       block sizes for PTRANS
32      NBs
"""
VERDICTS = (
    r"(?m)^.*(?:PASSED|FAILED|passed|failed|Found \d+ errors|Success=\d|_Errors=\d+|DGEMM_N=\d+|CommWorldProcs=\d+).*$"
)


def verdicts(output, folder):
    """The program's own checks and their results. Residuals and rates are left out."""
    log = folder / "hpccoutf.txt"
    found = re.findall(VERDICTS, log.read_text() if log.exists() else "")
    return {f"check {number}": re.sub(r"\S*\d\.\d\S*", "", line).strip() for number, line in enumerate(found, 1)}


def cases(workplace):
    for ranks, rows, columns in [(2, 1, 2), (4, 2, 2)]:
        yield Case(
            name=f"{rows}x{columns}",
            ranks=ranks,
            command=["hpcc"],
            results=verdicts,
            prepare=lambda folder, grid=(rows, columns): (folder / "hpccinf.txt").write_text(
                SETTINGS.format(rows=grid[0], columns=grid[1], size=200)
            ),
        )


suite = Suite("hpcc", "HPC Challenge, on a small problem", cases, packages=("hpcc",))
