// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "inventory/inventory.hpp"
#include "fuzz.hpp"
#include "inventory/location.hpp"

#include <set>

namespace cartwright {

namespace {

/// What every inventory must be, whoever read it.
void check(const Inventory& inventory) {
  require(!inventory.nodes.empty());
  std::set<std::string_view> names;
  for (const NodeRecord& node : inventory.nodes) {
    require(!node.name.empty() && names.insert(node.name).second);
    require(node.cores >= 0 && node.sockets >= 0);
    if (const auto at = parse_location(node.location)) require(parse_location(to_string(*at)) == at);
  }
  for (const SwitchRecord& one : inventory.switches) require(!one.name.empty());
}

/// Every reader sees every text that it takes for its own; the first of them is what read_inventory() would take.
void read_all(std::string_view text) {
  bool known = false;
  for (const InventoryReader& reader : inventory_readers()) {
    if (!reader.recognises(text)) continue;
    known = true;
    try {
      check(reader.read(text));
    } catch (const Error& error) {
      require(error.status() != Status::internal && error.what()[0] != '\0');
    }
  }
  if (!known) fail(Status::parse, "no reader takes it");
}

}  // namespace

}  // namespace cartwright

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return cartwright::fuzz(data, size, cartwright::read_all);
}
