# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
"""Traffic between ranks as a matrix, and the bytes between nodes of an order. `node_of_rank` has the node of each rank."""

from case import NODES, RANKS


def of_pairs(pairs):
    """The matrix of the rows `from, to, messages, bytes` that `cartwright traffic --matrix` prints."""
    made = [[0.0] * RANKS for _ in range(RANKS)]
    for source, target, _, amount in pairs:
        made[source][target] += amount
    return made


def between(matrix, node_of_rank):
    """Bytes between nodes."""
    ranks = range(RANKS)
    return sum(matrix[i][j] for i in ranks for j in ranks if node_of_rank[i] != node_of_rank[j])


def blocks():
    return [rank * NODES // RANKS for rank in range(RANKS)]


def cyclic():
    return [rank % NODES for rank in range(RANKS)]


def of_new_ranks(new_rank):
    """The nodes when the process that was launched as `r` has rank `new_rank[r]`. Empty: as launched."""
    if not new_rank:
        return blocks()
    made = [0] * RANKS
    for launched, rank in enumerate(new_rank):
        made[rank] = launched * NODES // RANKS
    return made


def undirected(matrix, most=0):
    """Neighbors and weights of each rank, both directions added. With `most`, the sum of all weights is scaled below it,
    and no weight becomes 0."""
    weights = [[matrix[i][j] + matrix[j][i] for j in range(RANKS)] for i in range(RANKS)]
    total = sum(map(sum, weights))
    scale = min(1.0, most / total) if most and total else 1.0
    return [
        [(j, max(1, round(weight * scale))) for j, weight in enumerate(row) if weight > 0 and j != i]
        for i, row in enumerate(weights)
    ]
