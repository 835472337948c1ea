// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/view.hpp"

namespace cartwright::report {

/// The contents of viewer/dist/view.html. The mark /*MODEL*/ is replaced by the document.
extern const std::string_view view_template;

/// Adds the member "location" to `nodes` if all nodes have cnames or xnames, either in the table or in the network.
/// Returns the cabinets, ordered by row and column.
Json add_locations(Json& nodes, const network::Wiring& wiring, const inventory::NodeTable& table);

}  // namespace cartwright::report
