// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/mpix.h"

#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

// Several threads of each of 4 processes repeatedly make communicators at once, each from a separate communicator; with
// the interposer also by MPI_Cart_create.

namespace {

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "failed: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

void make_many(MPI_Comm comm) {
  const int periods[] = {0, 1};
  for (int round = 0; round < 20; ++round) {
    int dims[] = {0, 0};
    MPI_Comm cart = MPI_COMM_NULL;
    require(MPIX_Cart_weighted_create(comm, 2, MPIX_WEIGHTS_EQUAL, periods, MPI_INFO_NULL, dims, &cart) == MPI_SUCCESS,
            "MPIX_Cart_weighted_create");
    cw_cart_report report = {};
    report.size = sizeof report;
    require(cw_comm_report(cart, &report) == MPI_SUCCESS && report.nodes == 2, "cw_comm_report");
    int rank = -1;
    MPI_Comm_rank(comm, &rank);
    int cell = rank;
    require(cw_move_to_new_ranks(MPI_IN_PLACE, 0, &cell, 1, MPI_INT, comm, cart) == MPI_SUCCESS,
            "cw_move_to_new_ranks");
    MPI_Comm_rank(cart, &rank);
    require(cell == rank, "the data of this rank");
    MPI_Comm_free(&cart);
    require(MPI_Cart_create(comm, 2, dims, periods, 1, &cart) == MPI_SUCCESS, "MPI_Cart_create");
    MPI_Comm_free(&cart);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) {
    std::printf("skipped: this MPI has no MPI_THREAD_MULTIPLE\n");
    MPI_Finalize();
    return 77;
  }
  std::vector<MPI_Comm> comms(3);
  for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  std::vector<std::thread> threads;
  for (MPI_Comm comm : comms) threads.emplace_back(make_many, comm);
  for (std::thread& thread : threads) thread.join();
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
