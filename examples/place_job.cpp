// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Compares mappings of a halo exchange on given nodes by the time that the busiest link needs, and prints the best
// order for the launcher. The program checks that this order puts every rank on its node. It needs no MPI.
// usage: place_job_cpp [network [host list]]
#include <cartwright/network.hpp>

#include <array>
#include <iostream>
#include <optional>

namespace {

/// Whether the rank of every slot belongs on the node of this slot.
bool order_fits(const cw::Job& job, std::size_t ranks_per_node) {
  for (std::size_t slot = 0; slot < job.order().size(); ++slot)
    if (job.node_of_rank()[static_cast<std::size_t>(job.order()[slot])] != job.nodes()[slot / ranks_per_node])
      return false;
  return true;
}

int run(const std::string& spec, const std::string& nodes) {
  const cw::Network network(spec);
  std::optional<cw::Job> best;
  for (const char* const mapping : {"blocked", "auto", "network"}) {
    cw::Job job(network, {.dims = {16, 8},
                          .periods = {1, 1},
                          .bytes = 65536,
                          .ranks_per_node = 8,
                          .nodes = nodes,
                          .mapping = mapping,
                          .budget_seconds = 0.1});
    std::cout << mapping << ": busiest link " << 1e6 * job.stats().bound_seconds << " us\n";
    if (!best || job.stats().bound_seconds < best->stats().bound_seconds) best = std::move(job);
  }
  std::cout << "nodes " << best->node_list() << "\nranks";
  for (const std::int64_t rank : best->order()) std::cout << ' ' << rank;
  const bool right = order_fits(*best, 8);
  std::cout << '\n' << (right ? "correct" : "wrong") << '\n';
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc > 1 ? argv[1] : "torus:dims=4x4x4",
               argc > 2 ? argv[2]
                        : "t0-0-0,t0-0-1,t0-1-0,t0-1-1,t1-0-0,t1-0-1,t1-1-0,t1-1-1,"
                          "t2-0-0,t2-0-1,t2-1-0,t2-1-1,t3-0-0,t3-0-1,t3-1-0,t3-1-1");
  } catch (const cw::Error& error) {
    std::cerr << "place_job_cpp: " << error.what() << '\n';
    return 1;
  }
}
