// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "inventory/inventories_p.hpp"
#include "network/networks.hpp"

#include <algorithm>

namespace cartwright::inventory {

bool is_wiring_file(std::string_view text) {
  return std::ranges::any_of(network::network_readers(),
                             [&](const network::NetworkReader& reader) { return reader.recognizes(text); });
}

/// Reads a file that describes the network itself, such as the output of ibnetdiscover: all its nodes are free.
Inventory read_wiring_file(std::string_view text) {
  const auto readers = network::network_readers();
  const auto reader =
      std::ranges::find_if(readers, [&](const network::NetworkReader& each) { return each.recognizes(text); });
  const std::unique_ptr<network::Network> network = reader->read(text);
  const NodeTable table = all_free(*network);
  NodeRecords records;
  for (const network::Node node : table.name.ids()) records.add(table.name[node], table.state[node]);
  return {std::move(records).take(), {}};
}

}  // namespace cartwright::inventory
