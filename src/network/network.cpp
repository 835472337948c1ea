// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "network/network.hpp"

#include <algorithm>

namespace cartwright::network {

namespace {

const SwitchLevel* groups_of(const Wiring& wiring) {
  return !wiring.levels().empty() && wiring.levels().front().name == "group" ? &wiring.levels().front() : nullptr;
}

}  // namespace

Network::Network(std::string kind, Wiring wiring) : kind_(std::move(kind)), wiring_(std::move(wiring)) {
  for (const Switch at : base::ids<Switch>(wiring_.switches()))
    if (!wiring_.nodes_on(at).empty()) turns_.push_back(wiring_.nodes_on(at).front());
}

std::int32_t Network::domain_of(Node node) const {
  const SwitchLevel* const groups = groups_of(wiring_);
  return groups == nullptr ? 0 : groups->domain_of_switch[wiring_.switch_of(node)];
}

std::int32_t Network::domains() const {
  const SwitchLevel* const groups = groups_of(wiring_);
  return groups == nullptr ? 1
                           : *std::max_element(groups->domain_of_switch.begin(), groups->domain_of_switch.end()) + 1;
}

std::int32_t Network::detours() const { return static_cast<std::int32_t>(turns_.size()); }

std::int32_t Network::domain_of_detour(std::int32_t detour) const { return domain_of(turns_[detour]); }

Node Network::turn(std::int32_t, std::int32_t detour) const { return turns_[detour]; }

}  // namespace cartwright::network
