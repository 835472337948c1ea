// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "rounds.hpp"
#include "base/error.hpp"
#include "fields.hpp"
#include "world.hpp"

#include <mpi.h>

#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

namespace cartwright::bench {

namespace {

constexpr std::size_t alignment = 64;

/// Sleeps until the request is complete. Waiting inside MPI would spin and take a core from others.
void sleep_until(MPI_Request request) {
  MPI_Status status;
  int done = 0;
  while (MPI_Test(&request, &done, &status), !done) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

double maximum(double value) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return value;
}

report::Json mean(report::Json phases) {
  for (auto& [name, value] : phases.items()) {
    double seconds = value.get<double>();
    MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    value = seconds / world_size();
  }
  return phases;
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

}  // namespace

Buffers::Buffers(std::int64_t bytes) {
  const std::size_t size = (static_cast<std::size_t>(bytes) + alignment) / alignment * alignment;
  physical_.reset(std::aligned_alloc(alignment, size));
  spectral_.reset(std::aligned_alloc(alignment, size));
  if (!physical_ || !spectral_)
    base::fail(base::Status::no_memory, "out of memory for two arrays of {} bytes: use more processes", size);
}

void sleeping_barrier() {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  sleep_until(request);
}

int next_turn() {
  int rounds = 0;
  if (world_rank() == 0 && !(std::cin >> rounds)) rounds = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(&rounds, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  sleep_until(request);
  return rounds;
}

void prepare(Entry& entry, const Problem& problem, const Buffers& buffers) {
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

void wake_up(std::vector<Entry>& entries, const Problem& problem, const Buffers& buffers, std::size_t round) {
  Contender& contender = *entries[round % entries.size()].contender;
  fill_noise(problem, contender.physical(), buffers.physical());
  timed(contender, [&] { contender.forward(buffers.physical(), buffers.spectral()); });
}

void run_round(std::vector<Entry>& entries, const Problem& problem, const Buffers& buffers, std::size_t round,
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
