// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/network_job.hpp"

#include <CLI/CLI.hpp>

namespace cartwright::cli {

void add_network_option(CLI::App& app, NetworkOptions& options) {
  app.add_option("--network", options.network,
                 "The network: KIND:NAME=VALUE,... (percs:supernodes=64, torus:dims=8x8x8), or a file")
      ->type_name("SPEC|FILE")
      ->required();
}

void add_state_options(CLI::App& app, NetworkOptions& options) {
  app.add_option(
         "--state", options.state,
         "Node states: a file with the output of scontrol, sinfo, xtprocadmin, pbsnodes, ..., or job for the nodes of "
         "this batch job (default: all nodes are free)")
      ->type_name("FILE|job");
  app.add_option("--nodes", options.nodes, "The nodes of the job, in this order: nid[00000-00063]")->type_name("LIST");
  app.add_option("--policy", options.policy, "How to select nodes if --nodes is not given (default contiguous)")
      ->type_name("NAME");
  app.add_option("--count", options.count, "Number of nodes (default: as many as the grid needs, or all free nodes)")
      ->type_name("N");
}

void add_job_options(CLI::App& app, NetworkOptions& options) {
  app.add_option("--dims", options.dims, "Dims of the grid; a 0 is filled in, auto chooses all (default auto)")
      ->type_name("16x16x16x16|auto");
  app.add_option("--ndims", options.ndims, "Number of dims that auto chooses (default 2)")
      ->type_name("N")
      ->check(CLI::Range(1, static_cast<int>(grid::max_dims)).description(""));
  app.add_option("--stencil", options.stencil,
                 "The communication stencil: nn, component, hops, moore, rows, columns, transposes, a file, or offsets "
                 "such as '1,0;-1,0:2' (default nn)")
      ->type_name("STENCIL|FILE");
  app.add_option("--periodic", options.periodic, "Periodic dimensions, 1 or 0 for each (default none)")
      ->type_name("1,0");
  app.add_option("--ranks-per-node", options.ranks_per_node,
                 "Number of ranks on each node; the last may have fewer (default 1)")
      ->type_name("N");
  app.add_option("--pattern", options.pattern,
                 "The messages: stencil, rows, columns or transposes (all-to-alls within the lines of the grid), "
                 "alltoall, multicast:TARGETS:STRIDE, or a file of bytes from rank to rank (default stencil)")
      ->type_name("PATTERN|FILE");
  app.add_option("--bytes", options.bytes,
                 "Size of a message along an offset of weight 1, or per pair of an all-to-all: 2MiB (default 1MiB)")
      ->type_name("BYTES");
  app.add_option(
         "--mapping", options.mapping,
         "The mapping of ranks: any mapping of `cartwright map`, the published DEF, BNM, BDM, BSM, RNM, RDM, or "
         "network, which minimizes the load of the busiest link (default auto)")
      ->type_name("NAME|auto");
  add_effort_options(app, options);
}

void add_routing_options(CLI::App& app, NetworkOptions& options) {
  app.add_option("--routing", options.routing,
                 "minimal, valiant (over a random intermediate switch) or ugal (the faster of both; default minimal)")
      ->type_name("minimal|valiant|ugal");
  app.add_option("--paths", options.paths,
                 "With several minimal paths: shared splits evenly, single uses one (default shared)")
      ->type_name("shared|single");
  app.add_option("--samples", options.samples,
                 "valiant: random intermediate switches drawn per node pair (default 0: the exact expectation)")
      ->type_name("N");
}

}  // namespace cartwright::cli
