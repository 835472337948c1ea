// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/mpix.h"
#include "choose/place_graph.hpp"
#include "mpi/base/settings.hpp"
#include "record/order.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::mpi {

/// A Cartesian communicator, to be reported.
struct CartReport {
  std::string function;
  std::string stencil;
  const grid::Grid& grid;
  bool pretended;
  const choose::RankPlacement& placement;
  const cw_cart_report& summary;
};

/// A graph communicator, to be reported.
struct GraphReport {
  std::string function;
  const mapping::Graph& graph;
  bool weighted;
  const std::optional<mapping::Recognized>& recognized;
  bool pretended;
  const choose::RankPlacement& placement;
  const cw_cart_report& summary;
};

/// Another order for MPI_COMM_WORLD.
struct WorldOrderReport {
  std::string file;            ///< the record or the order
  std::vector<int> new_rank;   ///< by rank as launched
  std::string mapping;         ///< empty if the file is an order
  double bytes_before = 0;     ///< that the record has between nodes as launched
  double bytes = 0;            ///< and in the new order
  record::Bounds bounds;       ///< of the bytes in any order
  record::Amounts amounts;     ///< the bytes in the new order, by how they are known
  double messages_before = 0;  ///< between nodes, as bytes_before
  double messages = 0;
  double seconds_before = 0;  ///< that messages and bytes between nodes take, by latency and bandwidth
  double seconds = 0;
  double busiest_link = 0;         ///< seconds of the busiest link, 0 if the wiring is not known
  double busiest_link_before = 0;  ///< as launched
  std::vector<std::string> notes;
};

/// A record that later runs of the same program follow.
struct LearnReport {
  std::string file;
  bool first = false;     ///< this is the first run
  double difference = 0;  ///< from the record that it followed, of record::difference
  bool changed = false;   ///< so the record was replaced
};

/// Sums over the messages of all processes in the whole run of the program.
struct TrafficReport {
  bool pretended = false;
  int processes = 0;
  std::int64_t messages = 0;
  std::int64_t messages_between_nodes = 0;
  std::vector<std::int64_t> bytes_of_node;  ///< sent by the processes of each node
  std::vector<std::int64_t> bytes_of_node_to_other_nodes;
  std::int64_t bytes_between_nodes_before = 0;  ///< the same messages in the original rank order

  /// What processes have for others in collectives. The bytes of nodes include it. The MPI may send more, or fewer.
  std::int64_t bytes_in_collectives = 0;

  /// Over reordered communicators and those made from them. In rows, columns and other lines: by all-to-alls along the
  /// last dimension of a grid, its first, and others. To neighbors: between two processes, and by neighborhood
  /// collectives.
  std::int64_t bytes_in_rows = 0;
  std::int64_t bytes_in_columns = 0;
  std::int64_t bytes_in_other_lines = 0;
  std::int64_t bytes_to_neighbors = 0;
  std::int64_t bytes_to_corners = 0;  ///< of those: coordinates differ in several dimensions
};

/// Statistics of all reordered communicators of one name ("MPI_Cart_create 4x4") on all processes.
struct FateReport {
  std::string communicator;
  std::int64_t made = 0;
  std::int64_t used = 0;         ///< messages used it, or communicators made from it
  std::int64_t freed_asked = 0;  ///< freed before any message, although asked for ranks
};

/// Statistics of one layout that Cartwright packed or unpacked, for all processes in the whole run of the program.
struct DatatypeReport {
  std::string layout;  ///< its normal form
  std::string kernel;  ///< "generated", "precompiled"
  std::int64_t uses = 0;
  std::int64_t bytes = 0;
  double seconds_saved = 0;  ///< estimated: measured per message of its size, times uses
};

/// Data in memory of GPUs that the program gave to MPI, on all processes in the whole run.
struct GpuReport {
  std::string mode;         ///< as CARTWRIGHT_GPU
  std::string reason;       ///< how it was found
  std::int64_t by_gpu = 0;  ///< buffers that MPI got packed, in memory of the GPU
  std::int64_t by_gpu_bytes = 0;
  std::int64_t by_host = 0;  ///< buffers that MPI got in pinned memory of the host
  std::int64_t by_host_bytes = 0;
  std::int64_t by_node = 0;  ///< buffers packed or unpacked in memory of a GPU that processes of a node share
  std::int64_t by_node_bytes = 0;
  std::int64_t as_it_is = 0;  ///< buffers that MPI got as the program has them
};

/// Blocking neighborhood collectives between nodes, on all processes in the whole run.
struct NeighborsReport {
  std::int64_t calls = 0;
  std::int64_t joined = 0;    ///< calls whose blocks were joined
  std::int64_t messages = 0;  ///< that carried them
  std::int64_t blocks = 0;
  std::int64_t bytes = 0;
};

/// Blocking calls of one collective function, on all processes in the whole run.
struct CollectiveReport {
  std::string function;      ///< "MPI_Allreduce"
  std::int64_t calls = 0;    ///< without those that the MPI must carry out
  std::int64_t by_node = 0;  ///< of these, through the memory of nodes
  double seconds_in_trials = 0;
  std::int64_t blocks = 0;    ///< between nodes, that went without the collectives of the MPI
  std::int64_t messages = 0;  ///< that carried them
};

/// Appends an event to the report that the settings request: a line of JSON in a file, or a line of text on stderr.
/// Does nothing without a report. Errors of the file are reported on stderr.
void report_cart(const CartReport& report, const Settings& settings);
void report_graph(const GraphReport& report, const Settings& settings);
void report_world_order(const WorldOrderReport& report, const Settings& settings);
void report_learning(const LearnReport& report, const Settings& settings);
void report_gpu(const GpuReport& report, const Settings& settings);
void report_neighbors(const NeighborsReport& report, const Settings& settings);
void report_collective(const CollectiveReport& report, const Settings& settings);
void report_traffic(const TrafficReport& report, const Settings& settings);
void report_fate(const FateReport& report, const Settings& settings);
/// One event for each layout, and one line if machine code could not be generated.
void report_datatypes(const std::vector<DatatypeReport>& reports, const Settings& settings);

/// Prints a line on stderr that the user must see even without a report. warn_once prints no text twice.
void say(std::string_view text);
void warn_once(const std::string& text);

}  // namespace cartwright::mpi
