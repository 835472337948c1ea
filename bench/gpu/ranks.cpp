// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Processes that share one GPU: `mpirun -n N gpu_ranks halo|message|fft [--tiny]`. Results are checked first: what is
// wrong is not timed. tools/gpu-check.py runs it and prints the figures beside their targets.
#include "gpu/ranks.hpp"

#include "lib/options.hpp"

namespace {

using namespace cartwright::bench;

void run(int argc, char** argv) {
  CommandLine line("Processes that share one GPU");
  std::string what;
  bool tiny = false;
  line.add_option("what", what)->required()->check(CLI::IsMember({"halo", "message", "fft"}));
  line.add_flag("--tiny", tiny, "Little data, each once: shows that it works");
  line.read(argc, argv, world_rank());
  const Ranks ranks(tiny);
  if (ranks.rank() == 0) fmt::print("GPU: {}; MPI: {}\n", ranks.device().name(), mpi_name());
  (what == "halo" ? time_halo : what == "message" ? time_message : time_fft)(ranks);
}

}  // namespace

int main(int argc, char** argv) { return mpi_main("gpu_ranks", argc, argv, run); }
