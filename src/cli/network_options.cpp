// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/network_job.hpp"

#include <CLI/CLI.hpp>

namespace cartwright::cli {

void add_network_option(CLI::App& app, NetworkOptions& options) {
  app.add_option(
         "--network", options.network,
         "The network: KIND:NAME=VALUE,... (percs:supernodes=64, torus:dims=8x8x8), or a file that describes it")
      ->type_name("SPEC|FILE")
      ->required();
}

void add_state_options(CLI::App& app, NetworkOptions& options) {
  app.add_option("--state", options.state,
                 "Which nodes are free: what scontrol, sinfo, xtprocadmin, pbsnodes, ... said (default all are)")
      ->type_name("FILE");
  app.add_option("--nodes", options.nodes, "The nodes of the job, in their order: nid[00000-00063]")->type_name("LIST");
  app.add_option("--policy", options.policy, "What chooses nodes where none are named (default contiguous)")
      ->type_name("NAME");
  app.add_option("--count", options.count, "How many nodes (default what the grid needs, or all that are free)")
      ->type_name("N");
}

void add_job_options(CLI::App& app, NetworkOptions& options) {
  app.add_option("--dims", options.dims, "Dims of the grid; a 0 among them is chosen, auto chooses all (default auto)")
      ->type_name("16x16x16x16|auto");
  app.add_option("--ndims", options.ndims, "How many dims auto chooses (default 2)")
      ->type_name("N")
      ->check(CLI::Range(1, static_cast<int>(grid::max_dims)).description(""));
  app.add_option("--stencil", options.stencil,
                 "Who talks to whom: nn, component, hops, moore, rows, columns, transposes, a file, or offsets such as "
                 "'1,0;-1,0:2' (default nn)")
      ->type_name("STENCIL|FILE");
  app.add_option("--periodic", options.periodic, "Which dimensions wrap around, 1 or 0 for each (default none)")
      ->type_name("1,0");
  app.add_option("--ranks-per-node", options.ranks_per_node, "Processes on every node (default 1)")->type_name("N");
  app.add_option("--pattern", options.pattern,
                 "What is sent: stencil, rows, columns or transposes (all-to-alls within the lines of the grid), "
                 "alltoall, multicast:TARGETS:STRIDE, or a file of bytes from rank to rank (default stencil)")
      ->type_name("PATTERN|FILE");
  app.add_option("--bytes", options.bytes,
                 "Bytes of a message along an offset of weight 1, or per pair of an all-to-all: 2MiB (default 1MiB)")
      ->type_name("BYTES");
  app.add_option("--mapping", options.mapping,
                 "Where ranks go: any mapping of `cartwright map`, the published DEF, BNM, BDM, BSM, RNM, RDM, or "
                 "network, which lowers the busiest link (default auto)")
      ->type_name("NAME|auto");
  add_effort_options(app, options);
}

void add_routing_options(CLI::App& app, NetworkOptions& options) {
  app.add_option("--routing", options.routing,
                 "minimal, valiant (by a random place in between) or ugal (whichever is quicker; default minimal)")
      ->type_name("minimal|valiant|ugal");
  app.add_option("--paths", options.paths, "Of several minimal paths take all alike, or one (default shared)")
      ->type_name("shared|single");
  app.add_option("--samples", options.samples,
                 "Places in between that each pair of nodes draws (default 0: what is expected of all)")
      ->type_name("N");
}

}  // namespace cartwright::cli
