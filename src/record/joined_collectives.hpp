// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/pairs.hpp"

namespace cartwright::record {

/// Collectives of one kind on one group with one root: what goes between nodes in all calls.
struct JoinedCollectives {
  std::uint64_t group = 0;
  std::string kind;        ///< as MPI's function
  std::int64_t calls = 0;  ///< of all members together
  Amount alone = {};       ///< each process by itself, by the model (collective_model.hpp)
  Amount joined = {};      ///< through the memory of nodes (preload/collectives); between them by the model, too
  bool too_large = false;  ///< the data is longer than is joined: `joined` is `alone`
};

/// Those in which joining saves messages or bytes, or would if the data were not too large. Calls of one kind are taken
/// to have equally much data. All-to-alls with different sizes count if each process sends to all others.
///     node_of_rank: a number for each rank, equal for ranks on one node
std::vector<JoinedCollectives> joined_collectives(const Record& record, const std::vector<int>& node_of_rank);

}  // namespace cartwright::record
