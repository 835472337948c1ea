// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "inventory/inventory.hpp"
#include "fuzz.hpp"
#include "inventory/location.hpp"

#include <set>

namespace cartwright {

namespace {

/// Checks an inventory from any reader.
void check(const inventory::Inventory& inventory) {
  require(!inventory.nodes.empty());
  std::set<std::string_view> names;
  for (const inventory::NodeRecord& node : inventory.nodes) {
    require(!node.name.empty() && names.insert(node.name).second);
    require(node.cores >= 0 && node.sockets >= 0);
    if (const auto at = inventory::parse_location(node.location))
      require(inventory::parse_location(inventory::to_string(*at)) == at);
  }
  for (const inventory::SwitchRecord& one : inventory.switches) require(!one.name.empty());
}

/// Runs every reader that recognizes the text. read_inventory() would use only the first one.
void read_all(std::string_view text) {
  bool known = false;
  for (const inventory::InventoryReader& reader : inventory::inventory_readers()) {
    if (!reader.recognizes(text)) continue;
    known = true;
    try {
      check(reader.read(text));
    } catch (const base::Error& error) {
      require(error.status() != base::Status::internal && error.what()[0] != '\0');
    }
  }
  if (!known) base::fail(base::Status::parse, "no reader recognizes it");
}

}  // namespace

}  // namespace cartwright

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return cartwright::fuzz(data, size, cartwright::read_all);
}
