/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_PLACE_H
#define CARTWRIGHT_PLACE_H

/* New ranks for the processes of a communicator, by libcartwright. Nothing here calls MPI: the topology functions of
 * Open MPI and of MPICH call it on one process.
 *
 * size         number of processes
 * node_of_rank size numbers, equal for processes on one node
 * new_rank     receives size new ranks, by old rank; the old ranks unless the result is 1
 *
 * Returns 1 if less crosses nodes with the new ranks; 0 if no better ranks were found; -1 after an error, which
 * cw_last_error() describes. */

/* For a Cartesian grid of at most `size` processes: the ones with the first ranks. ndims, dims, periods: as in MPI. */
int cartwright_place_cart(int size, const int node_of_rank[], int ndims, const int dims[], const int periods[],
                          int new_rank[]);

/* For a graph whose vertex i is the process of new rank i. All nodes must have the same number of processes, but for
 * one that has fewer.
 *
 * edges: 3 * count numbers: the vertices at both ends, and the weight of each edge */
int cartwright_place_graph(int size, const int node_of_rank[], int count, const int edges[], int new_rank[]);

#endif
