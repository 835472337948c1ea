# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Asks on which nodes of a network a job would do best, and writes the best choice for Slurm.

The job is the transposes of a distributed FFT. Some nodes are busy. For each policy that selects nodes, the program
prints how long the busiest link needs. usage: place_job.py [network]
"""

import pathlib
import sys
import tempfile

import numpy as np

import cartwright

network = cartwright.Network(sys.argv[1] if len(sys.argv) > 1 else "torus:dims=6x6")
names = [network.node_name(node) for node in range(network.nodes)]

with tempfile.TemporaryDirectory() as folder:
    busy = np.random.default_rng(1).permutation(network.nodes)[: network.nodes // 3]
    state = pathlib.Path(folder, "nodes")
    state.write_text(
        "NODELIST STATE\n" + "".join(f"{name} {'alloc' if i in busy else 'idle'}\n" for i, name in enumerate(names))
    )
    jobs = [
        cartwright.place_job(network, (8, 4), "transposes", bytes=16384, ranks_per_node=4, state=state, policy=policy,
                             mapping="network", budget=0.1)
        for policy in ("contiguous", "random-node", "level-spread", "predicted")
    ]  # fmt: skip
    best = min(jobs, key=lambda job: job.bound_seconds)
    best.write("slurm", pathlib.Path(folder, "hosts"))
    hosts = pathlib.Path(folder, "hosts").read_text().split()

for job in jobs:
    print(f"{job.policy:13} {1e6 * job.bound_seconds:6.1f} us  {job.node_list}")
print(best)

# The host of each rank is the node that the job gives it, and no busy node is among them.
assert hosts == [names[node] for node in best.node_of_rank.ravel()]
assert not np.isin(best.nodes, busy).any()
print("correct")
