// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/mpix.h"
#include "choose/place_graph.hpp"
#include "mpi/settings.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::mpi {

/// One Cartesian communicator that was made.
struct CartReport {
  std::string function;
  std::string stencil;
  const grid::Grid& grid;
  bool pretended;
  const choose::RankPlacement& placement;
  const cw_cart_report& summary;
};

/// One graph communicator that was made.
struct GraphReport {
  std::string function;
  const mapping::Graph& graph;
  bool weighted;
  const std::optional<mapping::Recognized>& recognised;
  bool pretended;
  const choose::RankPlacement& placement;
  const cw_cart_report& summary;
};

/// What the processes sent, over the whole run of the program.
struct TrafficReport {
  bool pretended = false;
  int processes = 0;
  std::int64_t messages = 0;
  std::int64_t messages_between_nodes = 0;
  std::vector<std::int64_t> bytes_of_node;  ///< sent by the processes of each node
  std::vector<std::int64_t> bytes_of_node_to_other_nodes;
  std::int64_t bytes_between_nodes_before = 0;  ///< the same messages in the original rank order

  /// Over reordered communicators and those made from them: by all-to-alls within the lines of a grid along its last
  /// dimension, its first, and others; from process to process, and by neighborhood collectives.
  std::int64_t bytes_in_rows = 0;
  std::int64_t bytes_in_columns = 0;
  std::int64_t bytes_in_other_lines = 0;
  std::int64_t bytes_to_neighbors = 0;
};

/// All reordered communicators of one name, on all processes: "MPI_Cart_create 4x4".
struct FateReport {
  std::string communicator;
  std::int64_t made = 0;
  std::int64_t used = 0;         ///< messages went over it, or over communicators that were made from it
  std::int64_t freed_asked = 0;  ///< freed before any message, although asked for ranks
};

/// One layout that Cartwright packed or unpacked, over the whole run of the program, on all processes.
struct DatatypeReport {
  std::string layout;  ///< its normal form
  std::string kernel;  ///< "generated", "precompiled"
  std::int64_t uses = 0;
  std::int64_t bytes = 0;
  double seconds_saved = 0;  ///< estimated: measured per message of its size, times uses
};

/// Appends an event to the report that the settings ask for: a line of JSON in a file, or a sentence on
/// stderr. Without a report, nothing. A file that cannot be written is said on stderr.
void report_cart(const CartReport& report, const Settings& settings);
void report_graph(const GraphReport& report, const Settings& settings);
void report_traffic(const TrafficReport& report, const Settings& settings);
void report_fate(const FateReport& report, const Settings& settings);
/// One event for each; and a sentence where no machine code could be generated.
void report_datatypes(const std::vector<DatatypeReport>& reports, const Settings& settings);

/// A line on stderr, for what the user must know unasked; say_once prints no text twice.
void say(std::string_view text);
void say_once(const std::string& text);

}  // namespace cartwright::mpi
