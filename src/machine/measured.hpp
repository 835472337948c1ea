// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/obtained.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::machine {

/// The median of several rounds, with the 95 % confidence interval of the median.
struct Interval {
  double median = 0, low = 0, high = 0;
};

/// Messages of one size between the two processes of a pair.
struct MeasuredMessage {
  std::int64_t bytes = 0;
  Interval seconds;           ///< half a round trip
  Interval bytes_per_second;  ///< bytes / seconds
};

/// A ring of domains: each process sends to its partners in the next and in the previous domain.
struct MeasuredRing {
  std::int64_t processes = 0;  ///< that communicate in each domain
  bool toggled = false;        ///< one direction after the other, not both at once
  std::int64_t bytes = 0;      ///< of each message
  Interval bytes_per_second;   ///< sent by all processes of a node together
};

/// The links at one distance: between two domains of a level, or between two processes of the innermost one.
struct MeasuredLink {
  std::string between;  ///< the level whose domains they connect: "node", "socket", "numa", "process", ...
  std::string title;    ///< "between nodes", "in a node"
  std::vector<MeasuredMessage> messages;  ///< by size; the first one has 8 bytes
  Interval messages_per_second;           ///< of 8 bytes, many on their way
  std::vector<MeasuredRing> rings;        ///< by processes, then both directions before toggled ones, then by size

  const Interval& latency() const { return messages.front().seconds; }
  /// The bandwidth of the largest messages of a pair.
  const MeasuredMessage& largest() const { return messages.back(); }
  /// The largest messages of a pair that stay in the second-level cache of a core, with the buffers of both sides. Null
  /// if none were measured.
  const MeasuredMessage* cached() const;
  /// What all processes of a node send at once, in both directions, with the largest messages.
  const MeasuredRing& injection() const;
};

/// Messages of one size of non-contiguous data between two processes of a node, half a round trip in seconds.
struct MeasuredWays {
  std::int64_t bytes = 0;
  Interval mpi;     ///< packed, and sent by MPI
  Interval copied;  ///< packed into memory that both processes share, and unpacked from there
  Interval read;    ///< in the program's own shared memory: read by the receiver
};

/// How the interposer sends non-contiguous data in a node.
struct SameNode {
  static constexpr std::int64_t never = INT64_MAX;

  std::int64_t least_bytes = never;    ///< shorter messages go through MPI
  std::int64_t max_read_bytes = 0;     ///< longer messages are copied even where the receiver could read them
  std::vector<MeasuredWays> messages;  ///< by size

  /// Takes the decisions by the medians of the messages.
  void decide();
};

/// What `cartwright measure` finds on a machine (docs/schemas/measure.schema.json).
struct Measured {
  std::string host;  ///< of process 0, with its processor
  std::string mpi;
  std::int64_t processes = 0, nodes = 0;
  std::string pretended;        ///< the nodes that were pretended; empty if they are real
  bool oversubscribed = false;  ///< more processes than processors on a host
  std::int64_t rounds = 0;
  double elapsed = 0;                 ///< in seconds
  std::vector<MeasuredLink> links;    ///< outermost level first; at least one
  std::optional<SameNode> same_node;  ///< empty if it was not measured
  std::vector<std::string> notes;

  /// The links between nodes, and the innermost ones in a node. Null if there were none.
  const MeasuredLink* between_nodes() const;
  const MeasuredLink* in_node() const;
  /// The seconds of a step in the memory of a node: the latency of messages there, or 0 with more processes than
  /// processors. Such messages wait until a process gets a processor; processes that share memory wake each other.
  double memory_latency() const;
};

nlohmann::ordered_json to_json(const Measured& measured);

/// How the nodes were obtained: given if they are pretended.
base::Obtained obtained_nodes(const Measured& measured);

/// Reads what to_json wrote. `what` names the text in errors. Throws Error{parse} that names the member.
Measured read_measured(std::string_view text, std::string_view what);

}  // namespace cartwright::machine
