/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_REORDER_H
#define CARTWRIGHT_REORDER_H

/* Topology functions with reordered ranks, for an MPI that lends its communicator: all that Open MPI and MPICH share.
 * The functions are collective. Process 0 decides by cartwright_place.h; all communication is along binomial trees. */

typedef struct {
  void* mpi; /* first argument of the functions */
  int size, rank;
  /* Returns an MPI error code, or 0 with the node of a process. Only called on process 0. */
  int (*find_node)(void* mpi, int rank, int* node);
  /* As MPI_Sendrecv of MPI_INT, but a process of -1 means no message. Never to or from itself. Returns an error code of
   * the MPI, or 0. */
  int (*sendrecv)(void* mpi, const int* sent, int sent_count, int to, int* received, int received_count, int from);
  /* Gets the reason after an error in Cartwright. Only called on process 0. */
  void (*report)(void* mpi, const char* reason);
  int no_memory; /* the MPI's error code */
} cartwright_comm;

/* All of these return an error code of the MPI, or 0. *new_rank receives the new rank of this process, the same as
 * before if it has no better one; it is -1 on all processes if no ranks change. */

/* The arguments of MPI_Cart_create. */
int cartwright_reorder_cart(const cartwright_comm* comm, int ndims, const int dims[], const int periods[],
                            int* new_rank);

/* The arguments of MPI_Graph_create. */
int cartwright_reorder_graph(const cartwright_comm* comm, int nnodes, const int index[], const int edges[],
                             int* new_rank);

/* The arguments of MPI_Dist_graph_create; weights may be NULL. Edges stay valid: vertex i is the process of new rank i.
 */
int cartwright_reorder_dist_graph(const cartwright_comm* comm, int n, const int sources[], const int degrees[],
                                  const int destinations[], const int weights[], int* new_rank);

/* The neighbors of a process: those that it receives from, and those that it sends to. */
typedef struct {
  int degree[2];
  const int* ranks[2];
  const int* weights[2]; /* NULL: unweighted */
  int* memory;           /* of other ranks and weights than the caller's */
} cartwright_neighbors;

/* Replaces the neighbors, which the process gives for its old rank, by those of its new rank. */
int cartwright_reorder_adjacent(const cartwright_comm* comm, cartwright_neighbors* neighbors, int* new_rank);

/* Frees `memory`, after errors too. */
void cartwright_free_neighbors(cartwright_neighbors* neighbors);

#endif
