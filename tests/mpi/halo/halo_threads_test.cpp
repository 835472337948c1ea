// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Several threads of each of 4 processes make plans at once, each on its own communicator, and exchange.
#include "cartwright/halo.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <thread>
#include <vector>

namespace {

constexpr std::int64_t points = 40;
constexpr int exchanges = 50;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "failed: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/// A periodic line. A value says the thread, the process and the exchange.
void exchange_in_line(MPI_Comm comm, int thread) try {
  const auto value = [thread](int rank, int exchange) { return 1000 * thread + 100 * rank + exchange; };
  int rank = 0;
  int all = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &all);
  for (int plan = 0; plan < 5; ++plan) {
    cw::HaloArray<double, 1> line({points}, 2);
    cw::Halo halo(comm, line);
    for (int exchange = 0; exchange < exchanges; ++exchange) {
      for (std::int64_t i = 0; i < points; ++i) line(i) = value(rank, exchange);
      halo.exchange();
      require(line(-1) == value((rank + all - 1) % all, exchange), "a ghost point before the own ones");
      require(line(points + 1) == value((rank + 1) % all, exchange), "a ghost point after the own ones");
    }
  }
} catch (const std::exception& error) {
  require(false, error.what());
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
  int all = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &all);
  const int periodic = 1;
  std::vector<MPI_Comm> lines(3);
  for (MPI_Comm& line : lines) MPI_Cart_create(MPI_COMM_WORLD, 1, &all, &periodic, 0, &line);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < lines.size(); ++i) threads.emplace_back(exchange_in_line, lines[i], static_cast<int>(i));
  for (std::thread& thread : threads) thread.join();
  for (MPI_Comm& line : lines) MPI_Comm_free(&line);
  MPI_Finalize();
  return 0;
}
