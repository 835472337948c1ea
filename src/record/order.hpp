// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"
#include "record/parts.hpp"

namespace cartwright::record {

/// An order of the ranks of MPI_COMM_WORLD, with its costs in bytes between domains.
struct RankOrder {
  choose::RankPlacement placement;  ///< `mapping` is "as launched" if no better order was found
  /// The proven lower bound of these bytes between nodes, and where it comes from: "degrees", "stencil", or "search", if
  /// all orders were searched and none is below it.
  double bound = 0;
  std::string bound_source;
  bool proven = false;  ///< the bound is for what the program sends, and not for a model of it (Pairs::certain)
};

/// A proven lower bound of the bytes between nodes of these sizes in any order, and its source as above.
struct NodeBound {
  double bytes = 0;
  std::string source;
};
NodeBound node_bound(const mapping::Graph& graph, const std::optional<Structure>& structure,
                     const machine::Sizes& sizes);

/// The best order for this traffic: the mappings of its structure, if it has one, those of its parts, and partitions of
/// its graph. Throws Error when the machine has not one slot for each rank.
RankOrder order_ranks(const Pairs& pairs, const std::optional<Structure>& structure,
                      const choose::RankLocations& locations, const choose::PlaceOptions& options,
                      const std::vector<Part>& parts = {});

}  // namespace cartwright::record
