// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "fields.hpp"
#include "lib/mpi_program.hpp"

#include <cstdlib>
#include <iostream>
#include <thread>

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
  explicit Buffers(std::int64_t bytes) {
    constexpr std::size_t alignment = 64;
    const std::size_t size = (static_cast<std::size_t>(bytes) + alignment) / alignment * alignment;
    physical_.reset(std::aligned_alloc(alignment, size));
    spectral_.reset(std::aligned_alloc(alignment, size));
    if (!physical_ || !spectral_)
      base::fail(base::Status::no_memory, "out of memory for two arrays of {} bytes: use more processes", size);
  }
  void* physical() const { return physical_.get(); }
  void* spectral() const { return spectral_.get(); }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<void, Free> physical_, spectral_;
};

/// Sleeps until the request is complete. Waiting inside MPI would spin and take a core from others.
inline void sleep_until(MPI_Request request) {
  MPI_Status status;
  int done = 0;
  while (MPI_Test(&request, &done, &status), !done) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// The mean over all processes.
inline report::Json mean(report::Json phases) {
  for (auto& [name, value] : phases.items()) {
    double seconds = value.get<double>();
    MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    value = seconds / world_size();
  }
  return phases;
}

/// Waits for all others without taking their cores.
inline void sleeping_barrier() {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  sleep_until(request);
}

/// Seconds of work() on the slowest process.
template <typename Work>
double timed(const Contender& contender, const Work& work) {
  if (!contender.alone()) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    work();
    return maximum(MPI_Wtime() - start);
  }
  double seconds = 0;
  sleeping_barrier();
  if (world_rank() == 0) {
    const double start = MPI_Wtime();
    work();
    seconds = MPI_Wtime() - start;
  }
  sleeping_barrier();
  return maximum(seconds);
}

/// The number of rounds to run next, which process 0 reads from standard input; 0 at its end. The others sleep
/// meanwhile.
inline int next_turn() {
  int rounds = 0;
  if (world_rank() == 0 && !(std::cin >> rounds)) rounds = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(&rounds, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  sleep_until(request);
  return rounds;
}

/// Plans, then transforms a plane wave and checks every coefficient. Collective. Throws Error if one is wrong.
inline void prepare(Entry& entry, const Problem& problem, const Buffers& buffers) {
  Contender& contender = *entry.contender;
  const double start = MPI_Wtime();
  contender.plan(buffers.physical(), buffers.spectral());
  if (contender.alone()) sleeping_barrier();
  entry.planning += maximum(MPI_Wtime() - start);
  fill_wave(problem, contender.physical(), buffers.physical());
  timed(contender, [&] { contender.forward(buffers.physical(), buffers.spectral()); });
  entry.wave_error = maximum(wave_error(problem, contender.spectral(), buffers.spectral()));
  if (entry.wave_error > tolerance(problem))
    base::fail(base::Status::internal, "{}: the spectrum of a plane wave is wrong by {:.3g} of its amplitude",
               entry.title, entry.wave_error);
}

/// Runs one transform that is not measured, by the contender that begins round `round`: after a sleep, cores and caches
/// have to warm up.
inline void wake_up(std::vector<Entry>& entries, const Problem& problem, const Buffers& buffers, std::size_t round) {
  Contender& contender = *entries[round % entries.size()].contender;
  fill_noise(problem, contender.physical(), buffers.physical());
  timed(contender, [&] { contender.forward(buffers.physical(), buffers.spectral()); });
}

/// Runs one forward and one backward transform of every contender; another one begins each `round`. The input is made
/// anew before each pair, and compared after it. Throws Error if they differ. Times are recorded if `keep` is true.
inline void run_round(std::vector<Entry>& entries, const Problem& problem, const Buffers& buffers, std::size_t round,
                      bool keep) {
  for (std::size_t turn = 0; turn < entries.size(); ++turn) {
    Entry& entry = entries[(turn + round) % entries.size()];
    Contender& contender = *entry.contender;
    fill_noise(problem, contender.physical(), buffers.physical());
    contender.forget_phases();
    const double seconds = timed(contender, [&] {
      contender.forward(buffers.physical(), buffers.spectral());
      contender.backward(buffers.spectral(), buffers.physical());
    });
    const report::Json phases = mean(contender.phases());
    const double error = maximum(noise_error(problem, contender.physical(), buffers.physical(), problem.points()));
    if (error > tolerance(problem))
      base::fail(base::Status::internal, "{}: forward and backward are wrong by {:.3g}", entry.title, error);
    entry.round_trip_error = std::max(entry.round_trip_error, error);
    if (!keep) continue;
    entry.seconds.push_back(seconds);
    if (!phases.is_null()) entry.phases.push_back(phases);
  }
}

}  // namespace cartwright::bench
