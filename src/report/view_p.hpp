// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/view.hpp"

namespace cartwright::report {

/// viewer/dist/view.html, which the build makes into a string. Its document goes where it says /*MODEL*/.
extern const std::string_view view_template;

/// Adds the member "place" to `nodes` where all of them say where they stand, by cnames or xnames that launchers or the
/// network know them by. Returns the cabinets, in the order in which they stand.
Json add_places(Json& nodes, const network::Wiring& wiring, const inventory::NodeTable& table);

}  // namespace cartwright::report
