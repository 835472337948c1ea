// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/checked.hpp"
#include "base/obtained.hpp"
#include "mapping/graph.hpp"
#include "record/record.hpp"

#include <functional>

namespace cartwright::record {

/// Bytes from one process to another, over the whole recording.
struct Pair {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t messages = 0;
  double bytes = 0;
  double certain = 0;  ///< of these bytes: counted, and the same in any order of the ranks
};

/// How the bytes between processes are known.
enum class Source : std::uint8_t {
  calls,    ///< counted at the calls of the program: point to point, neighborhood collectives, one-sided
  counted,  ///< of collectives, counted inside of the MPI
  tables,   ///< of collectives, by the algorithms that the tables of the MPI say (mpich_tables.hpp)
  assumed,  ///< of collectives, by a model that is not that of the MPI (collective_model.hpp)
};
inline constexpr std::array<std::string_view, 4> source_names = {
    "counted at calls", "collectives, counted", "collectives, by the MPI's tables", "collectives, by a model"};

base::Obtained obtained(Source source);

/// What goes between different processes.
struct Amount {
  std::int64_t messages = 0;
  double bytes = 0;

  /// Throws Error{overflow}.
  Amount& operator+=(const Amount& more) {
    messages = base::checked_add(messages, more.messages, "messages");
    bytes += more.bytes;
    return *this;
  }
};
using Amounts = std::array<Amount, source_names.size()>;  ///< by Source

/// A record as traffic between pairs of processes: the flows as recorded, and the collectives as they were counted, or
/// by the tables of the MPI, or by a model.
struct Pairs {
  std::int64_t ranks = 0;
  std::vector<Pair> pairs;  ///< ascending by `from`, then `to`; never from a process to itself
  Amounts amounts{};
  const Amount& operator[](Source source) const { return amounts[static_cast<std::size_t>(source)]; }
  /// All-to-alls of so many processes that a list of their pairs would be too long. Which nodes the processes are on
  /// then matters little. Their bytes are not in `pairs`.
  double spread_bytes = 0;
  /// Collectives whose group is unknown, because its first member left no record.
  double unknown_bytes = 0;
  bool by_nodes = false;  ///< the MPI may send other messages in collectives if processes are on other nodes
  bool derived = false;   ///< from the record of another number of processes

  /// Whether the same bytes go between the same processes in any order of the ranks.
  bool certain() const;
  double total_bytes() const;
};

/// The certain bytes alone.
Pairs certain_part(const Pairs& pairs);

/// Whether the messages inside of collectives are in the record: all processes counted them, and the bytes are as many
/// as any algorithm needs. An MPI may send them past the layer that counts, over shared memory or by the network.
bool counts_collectives(const Record& record);

Pairs pairs_of(const Record& record);

/// The part that goes between pairs of processes for which `takes(from, to)` holds.
Amounts amounts_of(const Record& record, const std::function<bool(std::int64_t, std::int64_t)>& takes);

/// The same as a graph of processes, weighted by bytes, and by as many more for each message. If the sum exceeds 2^53,
/// all weights are divided by a power of 2.
mapping::Graph graph_of(const Pairs& pairs, double bytes_of_message = 0);

}  // namespace cartwright::record
