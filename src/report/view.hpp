// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "inventory/inventory.hpp"
#include "report/json.hpp"
#include "traffic/link_loads.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::report {

/// A job to show on its machine. The caller owns the spans and texts.
struct ViewJob {
  std::vector<std::int64_t> dims;  ///< of its process grid
  std::string_view pattern, mapping, routing;
  std::span<const network::Node> node_of_rank;  ///< row-major in the grid
};

/// The data of a page.
struct View {
  const network::Network& network;
  std::string_view text;              ///< the network as the user gave it: "percs:supernodes=64"
  const inventory::NodeTable& table;  ///< names, states and jobs of the nodes
  std::optional<ViewJob> job = {};
  const traffic::LinkLoads* loads = nullptr;
};

/// The JSON document of a page (docs/schemas/view.schema.json): columns with one entry per node, switch, link or rank.
/// Throws Error{overflow} if it is too large for a browser.
Json view_json(const View& view);

/// Checks everything in a saved document that a page relies on. Throws Error{parse, overflow} with the wrong member.
void check_view(const nlohmann::json& document);

/// One self-contained HTML file that shows the document. `document` is JSON; its strings cannot end the enclosing
/// script.
std::string view_page(std::string_view document);

inline constexpr std::string_view view_schema = "cartwright-view/2";

// The limits of a page.
inline constexpr std::size_t max_nodes_of_a_view = std::size_t{1} << 17;
inline constexpr std::size_t max_links_of_a_view = std::size_t{1} << 20;
inline constexpr std::size_t max_ranks_of_a_view = std::size_t{1} << 20;

/// Nodes have a location only if the numbers of chassis, slots and nodes per slot are below this: a page draws every
/// slot, including vacant ones.
inline constexpr std::int64_t max_slots_of_a_view = 64;

}  // namespace cartwright::report
