// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine.hpp"
#include "network/network.hpp"
#include "report/json.hpp"
#include "traffic/link_loads.hpp"

#include <memory>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace cartwright::python {

/// A network, and its name in reports.
struct NamedNetwork {
  explicit NamedNetwork(const std::string& spec);

  std::string text;
  std::unique_ptr<network::Network> network;

  const network::Wiring& wiring() const { return network->wiring(); }
};

using NetworkArgument = std::variant<std::shared_ptr<const NamedNetwork>, Path>;
std::shared_ptr<const NamedNetwork> network_from(const NetworkArgument& network);

/// (from, to, bytes) for each message.
using Messages = std::vector<std::tuple<std::int64_t, std::int64_t, double>>;
std::vector<traffic::Message> messages_from(const Messages& messages);

struct RoutingArguments {
  std::string routing;
  std::string paths;
  std::int64_t samples;
  std::uint64_t seed;
};
traffic::Routing routing_from(const RoutingArguments& arguments);

/// Throws Error unless 0 <= index < count.
void check_index(std::int64_t index, std::int64_t count, const char* name);

/// The part of a notebook's page that shows link classes: `rows` is the array "classes" of a network or of its loads.
std::string classes_html(const report::Json& rows);

}  // namespace cartwright::python
