// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/link_loads.hpp"
#include "inventory/inventory.hpp"
#include "report/json.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::report {

/// A job to be shown on its machine. The spans and texts are the caller's.
struct ViewJob {
  std::vector<std::int64_t> dims;  ///< of its process grid
  std::string_view pattern, mapping, routing;
  std::span<const network::Node> node_of_rank;  ///< row-major in the grid
};

/// A machine to be looked at.
struct View {
  const network::Network& network;
  std::string_view text;   ///< what it is called: "percs:supernodes=64"
  const inventory::NodeTable& table;  ///< what is known of its nodes
  std::optional<ViewJob> job = {};
  const traffic::LinkLoads* loads = nullptr;
};

/// The document that a page is made from (docs/schemas/view.schema.json): columns with an entry per node, switch, link,
/// rank. Throws Error{overflow} when it would be too large for a browser.
Json view_json(const View& view);

/// Holds a document that somebody saved against all that a page relies on. Throws Error{parse, overflow} that names
/// what is wrong.
void check_view(const nlohmann::json& document);

/// One HTML file that shows the document and needs nothing else. `document` is JSON; what its strings hold cannot end
/// the script that it is put into.
std::string view_page(std::string_view document);

inline constexpr std::string_view view_schema = "cartwright-view/1";

/// No page shows more of each.
inline constexpr std::size_t most_nodes_of_a_view = std::size_t{1} << 17;
inline constexpr std::size_t most_links_of_a_view = std::size_t{1} << 20;
inline constexpr std::size_t most_ranks_of_a_view = std::size_t{1} << 20;

/// Nodes have a place only where chassis, slots and seats are fewer: a page draws every slot, vacant ones too.
inline constexpr std::int64_t most_slots_of_a_view = 64;

}  // namespace cartwright::report
