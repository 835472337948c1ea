// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/host_name.hpp"
#include "inventory/inventories_p.hpp"
#include "inventory/location.hpp"

#include <algorithm>

namespace cartwright::inventory {

NodeRecord& NodeRecords::add(std::string_view name, NodeState state) {
  const auto [entry, is_new] = index_.try_emplace(std::string(name), records_.size());
  if (is_new) {
    base::check_host_name(name);
    if (static_cast<std::int64_t>(records_.size()) == machine::max_hosts)
      base::fail(base::Status::unsupported, "more than {} nodes are named", machine::max_hosts);
    records_.emplace_back();
    records_.back().name = name;
    if (parse_location(name)) records_.back().location = name;
  }
  NodeRecord& record = records_[entry->second];
  record.state = std::max(record.state, state);
  return record;
}

std::vector<std::string> NodeRecords::expand(std::string_view list) {
  std::vector<std::string> names = machine::expand_host_list(list);
  mentions_ += static_cast<std::int64_t>(names.size());
  if (mentions_ > max_mentions)
    base::fail(base::Status::unsupported, "nodes are named more than {} times", max_mentions);
  return names;
}

std::vector<NodeRecord> NodeRecords::take() && {
  if (records_.empty()) base::fail(base::Status::parse, "no node is named");
  return std::move(records_);
}

Inventory NodeRecords::take(std::vector<SwitchRecord> switches) && {
  Inventory made{.nodes = {}, .switches = std::move(switches)};
  if (!records_.empty() || !made.every_node()) made.nodes = std::move(*this).take();
  return made;
}

void NodeRecords::add_to(SwitchRecord& of, std::string_view list) {
  of.every_node = same_name(list, "ALL");
  if (of.every_node) return;
  of.nodes = expand(list);
  for (const std::string& name : of.nodes) add(name, NodeState::free);
}

bool same_name(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

int column_of(const std::vector<std::string_view>& headings, std::string_view start) {
  for (std::size_t i = 0; i < headings.size(); ++i)
    if (headings[i].starts_with(start)) return static_cast<int>(i);
  return -1;
}

}  // namespace cartwright::inventory
