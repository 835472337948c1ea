// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/collective_algorithms.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// MPICH 4 selects the algorithms of its collectives by tables in JSON: trees of conditions, whose leaves name
// algorithms. It has a table for all communicators and, in the device ch4, one before it, whose leaves compose an
// algorithm of steps within nodes and between them.

namespace cartwright::record {

/// The members of a communicator on the nodes that the MPI sees. Node 0 has member 0, node 1 the first member that is
/// not there, and so on.
struct MpichGroup {
  /// `nodes` are any numbers that are equal on one node.
  MpichGroup(std::int64_t me, const std::vector<int>& nodes);
  std::int64_t me;
  std::vector<std::int64_t> node_of;               ///< by member
  std::vector<std::vector<std::int64_t>> members;  ///< by node
  std::int64_t size() const { return static_cast<std::int64_t>(node_of.size()); }
};

/// The arguments of a call on one member, as far as messages depend on them.
struct MpichCall {
  std::string_view kind = {};  ///< "allreduce"
  std::int64_t root = 0;
  std::int64_t items = 0;  ///< of one member
  std::int64_t item_bytes = 1;
  std::vector<std::int64_t> parts = {};  ///< where they differ by member, the bytes of each
  bool commutative = true, built_in = true;
  bool in_place = false;
  bool nonblocking = false;  ///< or persistent: the tables have other rows for these
};

/// How an MPICH is set up.
struct MpichSettings {
  std::string device_table, general_table;  ///< JSON; the first is empty if the MPI has none
  /// The value of MPIR_CVAR_<KIND>_INTRA_ALGORITHM: "auto", or the name of an algorithm; empty if it is unknown. The
  /// kind of a nonblocking collective has an i before it.
  std::function<std::string(std::string_view kind)> algorithm;
  /// Whether the device table is used for a kind.
  std::function<bool(std::string_view kind)> by_device;
  bool multithreaded = false;
  bool shared_memory = false;  ///< within a node, reductions and broadcasts go through shared memory
};

struct ParsedTables;

class MpichTables {
 public:
  /// Throws Error on malformed tables.
  explicit MpichTables(MpichSettings settings);
  ~MpichTables();
  MpichTables(const MpichTables&) = delete;

  /// What this member sends in a call, within its communicator: none if the MPI selects an algorithm that is not known
  /// here. Data that goes through the shared memory of a node is one message from each writer to each reader. Thread
  /// safe.
  std::optional<std::vector<ModelSend>> sends(const MpichCall& call, const MpichGroup& group) const;

 private:
  std::unique_ptr<const ParsedTables> parsed_;
};

}  // namespace cartwright::record
