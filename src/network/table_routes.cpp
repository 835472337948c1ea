// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "network/table_routes.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <tuple>

namespace cartwright::network {

TableRoutes::TableRoutes(std::string kind, Wiring wiring, std::vector<TableEntry> entries)
    : Network(std::move(kind), std::move(wiring)), entries_(std::move(entries)) {
  const Wiring& w = this->wiring();
  const auto key = [](const TableEntry& entry) { return std::tuple(entry.at, entry.to, entry.rail, entry.link); };
  std::sort(entries_.begin(), entries_.end(),
            [&](const TableEntry& a, const TableEntry& b) { return key(a) < key(b); });
  const auto same = [&](const TableEntry& a, const TableEntry& b) { return key(a) == key(b); };
  entries_.erase(std::unique(entries_.begin(), entries_.end(), same), entries_.end());
  rows_.assign(static_cast<std::size_t>(w.switches()) + 1, 0);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const TableEntry& entry = entries_[i];
    if (w.links()[entry.link].from != entry.at)
      base::fail(base::Status::invalid_argument,
                 "the entry of switch {} for node {} names a link that does not leave that switch",
                 base::quote(w.switch_name(entry.at)), base::quote(w.node_name(entry.to)));
    if (entry.rail < 0 || static_cast<std::size_t>(entry.rail) >= w.rails(entry.to))
      base::fail(base::Status::invalid_argument,
                 "an entry is for rail {} of node {}, which has {}: they are numbered from 0", entry.rail,
                 base::quote(w.node_name(entry.to)), w.rails(entry.to));
    if (i > 0 && entries_[i - 1].at == entry.at && entries_[i - 1].to == entry.to && entries_[i - 1].rail == entry.rail)
      base::fail(base::Status::invalid_argument, "switch {} has two different entries for node {}",
                 base::quote(w.switch_name(entry.at)), base::quote(w.node_name(entry.to)));
    ++rows_[entry.at.index() + 1];
  }
  for (std::size_t i = 1; i < rows_.size(); ++i) rows_[i] += rows_[i - 1];
}

void TableRoutes::route(Node from, Node to, Paths paths, Route& out) const {
  route_rails(
      wiring(), from, to, paths, out,
      [&](const RailPair& pair) {
        Route route;
        return follow(from, to, pair, route).empty() ? static_cast<std::int32_t>(route.size()) : -1;
      },
      [&](const RailPair& pair, Route& route) {
        if (const std::string reason = follow(from, to, pair, route); !reason.empty())
          base::fail(base::Status::unsupported, "{}", reason);
      });
}

std::string TableRoutes::follow(Node from, Node to, const RailPair& pair, Route& out) const {
  const Wiring& w = wiring();
  const Switch target = w.switch_of(to, pair.to);
  Switch at = w.switch_of(from, pair.from);
  for (std::int32_t hops = 0; at != target; ++hops) {
    if (hops == w.switches())
      return fmt::format("the tables route from {} to node {} in a circle through switch {}",
                         base::quote(w.node_name(from)), base::quote(w.node_name(to)), base::quote(w.switch_name(at)));
    const auto row = entries_.begin() + static_cast<std::ptrdiff_t>(rows_[at.index()]);
    const auto end = entries_.begin() + static_cast<std::ptrdiff_t>(rows_[at.index() + 1]);
    const auto key = [](const TableEntry& one) { return std::pair(one.to, static_cast<std::size_t>(one.rail)); };
    const auto entry = std::ranges::lower_bound(row, end, std::pair(to, pair.to), {}, key);
    if (entry == end || key(*entry) != std::pair(to, pair.to))
      return fmt::format("the table of switch {} has no entry for node {}", base::quote(w.switch_name(at)),
                         base::quote(w.node_name(to)));
    out.push_back({entry->link, 1});
    at = w.links()[entry->link].to;
  }
  return "";
}

}  // namespace cartwright::network
