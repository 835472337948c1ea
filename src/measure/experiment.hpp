// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "measure/interposer.hpp"
#include "measure/links.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace cartwright::measure {

enum class Kind {
  round_trip,  ///< a pair sends a message back and forth
  window,      ///< many messages on their way from one process of a pair to the other
  both,        ///< rings: each process sends to both partners at once
  toggled,     ///< rings: the direction changes with every iteration
  strided,     ///< a pair sends blocks of memory back and forth, in one of the ways of the interposer
};

/// Messages of one window.
inline constexpr int window = 64;

/// Strided messages have blocks of this size, and gaps of three times as much.
inline constexpr int block_bytes = 64;

/// One experiment on one class of links. `ring` is null for pairs.
struct Experiment {
  std::size_t link = 0;
  Kind kind = Kind::round_trip;
  std::int64_t bytes = 0;
  const Ring* ring = nullptr;
  Path path = Path::mpi;  ///< of strided messages
  std::int64_t iterations = 1;
  bool left_out = false;        ///< one iteration takes too long for the budget
  std::vector<double> seconds;  ///< of one iteration, for each round
};

/// Runs experiments. Every function is collective over MPI_COMM_WORLD. Processes that take no part in an experiment
/// sleep until it ends, to leave the memory, and processors that they may share, to the others.
class Runner {
 public:
  /// The messages of `experiments` fit into its buffers. `interposer` must be usable if some are strided.
  Runner(const std::vector<LinkClass>& links, const std::vector<Experiment>& experiments, Interposer& interposer);
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  /// Seconds of one iteration, the same number on every process: the time of the slowest one. `round` selects the pair.
  double run(const Experiment& experiment, std::int64_t iterations, std::size_t round);

  /// The largest of the values that the processes give.
  double largest(double value) const;

 private:
  void iterate(const Experiment& experiment, const Pair& pair, std::int64_t iterations);
  void send_strided(const Experiment& experiment, const Pair& pair, std::int64_t iterations);
  void exchange(int to, int from, std::size_t direction, int bytes, std::vector<MPI_Request>& requests);

  const std::vector<LinkClass>& links_;
  Interposer& interposer_;
  int rank_ = 0;
  std::byte* strided_ = nullptr;                  ///< what this process sends, in the window of its node
  std::map<std::int64_t, MPI_Datatype> types_;    ///< strided, by their bytes
  std::vector<std::byte> sent_[2], received_[2];  ///< one for each direction
};

}  // namespace cartwright::measure
