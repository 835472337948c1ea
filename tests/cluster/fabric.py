# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""On emulated networks, the links carry the bytes that are predicted, of a halo exchange by MPI over TCP.

usage: fabric.py CARTWRIGHT MPIRUN HALO"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

CARTWRIGHT, MPIRUN, HALO = sys.argv[1:4]
DIMS = (4, 3)
RANKS = DIMS[0] * DIMS[1]
BYTES, TIMES = 100_000, 6
# MPI adds headers to messages, and sends some to start, synchronize and end: less than this on each link.
PART, CONSTANT = 0.01, 20_000

Link = dict[str, Any]


def halo_messages() -> dict[tuple[int, int], int]:
    """Return the bytes from rank to rank."""
    messages: dict[tuple[int, int], int] = {}
    for rank in range(RANKS):
        i, j = divmod(rank, DIMS[1])
        for k, m in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            to = k % DIMS[0] * DIMS[1] + m % DIMS[1]
            messages[rank, to] = messages.get((rank, to), 0) + BYTES * TIMES
    return messages


def measure(scratch: Path, network: str, *options: str) -> list[Link]:
    """Run the halo exchange on the network and return its links."""
    expect = scratch / "expect"
    expect.write_text("".join(f"{a} {b} {size}\n" for (a, b), size in halo_messages().items()))
    links = scratch / "links.json"
    command = [CARTWRIGHT, "cluster", "--network", network, "--rate", "200mbit", "--expect", str(expect), "--links",
               str(links), "--force", *options, "--", MPIRUN, "-n", str(RANKS), HALO, str(BYTES), str(TIMES),
               *map(str, DIMS)]  # fmt: skip
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if run.returncode != 0 or "halo: 4 x 3 processes" not in run.stdout:
        sys.exit(f"{network}: exit status {run.returncode}\n{run.stdout}\n{run.stderr}")
    print(network, *options, run.stderr, sep="\n")
    found: list[Link] = json.loads(links.read_text())["links"]
    return found


def check_near(network: str, where: str, payload: float, expected: float, links: int = 1) -> None:
    """Fail unless the payload is the expected one, within what MPI adds."""
    if not expected <= payload <= expected * (1 + PART) + CONSTANT * links:
        sys.exit(f"{network}: {where} carried {payload} bytes, not {expected} and a little more")


def check_links(network: str, links: list[Link]) -> None:
    """Check every link."""
    if not any(link["expected"] > 0 for link in links if link["class"] not in {"injection", "ejection"}):
        sys.exit(f"{network}: nothing expected on any link")
    for link in links:
        check_near(network, f"{link['class']} {link['from']} -> {link['to']}", link["payload"], link["expected"])


def predicted_most(network: str) -> dict[str, float]:
    """Return the bytes on the busiest link of each class by `cartwright network loads`."""
    command = [CARTWRIGHT, "network", "loads", network, "--json", "--dims", "4x3", "--periodic", "1,1", "--bytes",
               str(BYTES * TIMES), "--mapping", "blocked", "--paths", "single"]  # fmt: skip
    report = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return {row["class"]: row["most"] for row in report["loads"][0]["classes"]}


def main() -> None:
    """Test each kind of network."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        for network in (
            "torus:dims=4x3",
            "percs:supernodes=3,drawers=2,nodes=2,d-links=2",
            "fat-tree:down=3x4,up=1x2",
            "dragonfly:routers=4,global=1,nodes=1,groups=3",
        ):
            links = measure(scratch, network)
            check_links(network, links)
            for name, most in predicted_most(network).items():
                expected = max(link["expected"] for link in links if link["class"] == name)
                if expected != most:
                    sys.exit(f"{network}: {expected} bytes expected on a link of class {name}, not {most}")
        network = "percs:supernodes=4,drawers=1,nodes=3"
        check_links(network + " with detours", measure(scratch, network, "--routing", "valiant", "--seed", "3"))
        # Connections choose among paths by chance, but all paths are equally long.
        network = "fat-tree:down=3x4,up=1x2"
        links = [link for link in measure(scratch, network, "--paths", "shared") if link["class"] != "injection"]
        payload, expected = (sum(link[key] for link in links) for key in ("payload", "expected"))
        check_near(network + " by shared paths", "all links", payload, expected, len(links))


main()
