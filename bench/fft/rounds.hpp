// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "contender.hpp"

#include <cstdlib>
#include <string>
#include <vector>

namespace cartwright::bench {

/// A contender and its measurements.
struct Entry {
  std::string name;    ///< "cartwright/alltoallv/morton": for programs
  std::string title;   ///< "Cartwright, alltoallv, Morton": for people
  std::string family;  ///< "cartwright", "fftw-mpi", "fftw-threads"
  bool transposed = false;
  std::unique_ptr<Contender> contender;
  double planning = 0;               ///< seconds
  double wave_error = 0;             ///< error of the spectrum of a plane wave
  double round_trip_error = 0;       ///< the worst of all rounds
  std::vector<double> seconds;       ///< of the slowest process, per round
  std::vector<report::Json> phases;  ///< means over the processes, per round
};

/// The two arrays that all contenders work on, from plain malloc, which uses huge pages if GLIBC_TUNABLES says so.
class Buffers {
 public:
  explicit Buffers(std::int64_t bytes);
  void* physical() const { return physical_.get(); }
  void* spectral() const { return spectral_.get(); }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<void, Free> physical_, spectral_;
};

/// Waits for all others without taking their cores.
void sleeping_barrier();

/// The number of rounds to run next, which process 0 reads from standard input; 0 at its end. The others sleep
/// meanwhile.
int next_turn();

/// Plans, then transforms a plane wave and checks every coefficient. Collective. Throws Error if one is wrong.
void prepare(Entry& entry, const Problem& problem, const Buffers& buffers);

/// Runs one transform that is not measured, by the contender that begins round `round`: after a sleep, cores and caches
/// have to warm up.
void wake_up(std::vector<Entry>& entries, const Problem& problem, const Buffers& buffers, std::size_t round);

/// Runs one forward and one backward transform of every contender; another one begins each `round`. The input is made
/// anew before each pair, and compared after it. Throws Error if they differ. Times are recorded if `keep` is true.
void run_round(std::vector<Entry>& entries, const Problem& problem, const Buffers& buffers, std::size_t round,
               bool keep);

}  // namespace cartwright::bench
