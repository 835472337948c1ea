/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "outcome.h"

/* Sessions of MPI 4: no MPI_Init, no MPI_COMM_WORLD; messages of datatypes, and a grid that requests reordering. */

#if MPI_VERSION >= 4
int main(void) {
  enum { n = 500 };
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  MPI_Comm cart;
  MPI_Datatype type;
  double data[2 * n];
  double other[2 * n];
  double seen = 0;
  double sum = 0;
  int rank = 0;
  int size = 0;
  const int periods[1] = {1};
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "org.cartwright.test", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
  MPI_Group_free(&group);
  MPI_Comm_size(comm, &size);
  MPI_Cart_create(comm, 1, &size, periods, 1, &cart);
  MPI_Comm_rank(cart, &rank);
  MPI_Type_vector(n, 1, 2, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  for (int use = 0; use < 20; ++use) {
    for (int i = 0; i < 2 * n; ++i) {
      data[i] = rank + i + use;
      other[i] = 0;
    }
    MPI_Sendrecv(data, 1, type, (rank + 1) % size, 1, other, 1, type, (rank + size - 1) % size, 1, cart,
                 MPI_STATUS_IGNORE);
    for (int i = 0; i < 2 * n; ++i) seen += other[i];
  }
  MPI_Reduce(&seen, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, cart);
  if (rank == 0) printf("received: %.0f\n", sum);
  MPI_Type_free(&type);
  MPI_Comm_free(&cart);
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&session);
  return 0;
}
#else
int main(void) {
  printf("no sessions in this MPI\n");
  return 0;
}
#endif
