// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/fabric.hpp"
#include "report/json.hpp"
#include "traffic/forwarding.hpp"

#include <string>
#include <vector>

namespace cartwright::cli {

/// The names of the nodes. Throws Error: too many nodes, switches or links for one machine, a name that no host can
/// have.
std::vector<std::string> emulated_hosts(const network::Wiring& wiring);

/// The switches, links and tables to emulate a network. `speeds` is the result of class_speeds().
launch::Fabric make_fabric(const traffic::PairRoutes& routes, const std::vector<launch::LinkSpeed>& speeds);

/// What the links sent: for each link its class, ends, bytes, packets and payload (bytes without the headers of
/// Ethernet, IP and TCP), beside `expected` bytes if there are any.
report::Json links_json(const traffic::PairRoutes& routes, const std::vector<launch::LinkSpeed>& speeds,
                        const launch::FabricCounters& counters, const traffic::LinkLoads* expected);

/// The same as a table with a row for each class of links.
std::string links_text(const report::Json& links);

}  // namespace cartwright::cli
