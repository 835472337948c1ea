// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "gpu/device.hpp"
#include "lib/mpi_program.hpp"

#include <functional>

namespace cartwright::bench {

/// The processes of a benchmark, each with the same GPU.
class Ranks {
 public:
  explicit Ranks(bool tiny) : tiny_(tiny) {}

  int size() const { return world_size(); }
  int rank() const { return world_rank(); }
  bool tiny() const { return tiny_; }
  const Device& device() const { return device_; }

  /// Process 0 prints.
  void add(const Figure& figure) const {
    if (rank() == 0) Figures(device_.pretended()).add(figure);
  }

  /// Throws on all processes if something is wrong on one: a wrong result is not timed.
  void need(bool right, const char* what) const {
    int all = right ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (all == 0) throw std::runtime_error(std::string(what) + ": the result is wrong, nothing is timed");
  }

  /// Seconds of one `run` of all processes, which waits for its work: the median of some rounds of `runs`, each that of
  /// the slowest process. Collective.
  double seconds_of(int runs, const std::function<void()>& run) const {
    const int rounds = tiny_ ? 1 : 9;
    if (tiny_) runs = 1;
    std::vector<double> seconds;
    run();  // kernels are translated, lists uploaded
    for (int round = 0; round < rounds; ++round) {
      MPI_Barrier(MPI_COMM_WORLD);
      const double begin = MPI_Wtime();
      for (int i = 0; i < runs; ++i) run();
      seconds.push_back(maximum((MPI_Wtime() - begin) / runs));
    }
    return median(seconds);
  }

 private:
  const bool tiny_;
  const Device device_;
};

/// A halo exchange with 26 neighbors.
void time_halo(const Ranks& ranks);
/// A strided message of 1 KiB between two processes under the interposer.
void time_message(const Ranks& ranks);
/// A transform of a cube.
void time_fft(const Ranks& ranks);

}  // namespace cartwright::bench
