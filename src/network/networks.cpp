// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/text.hpp"
#include "network/networks_p.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

namespace cartwright {

namespace {

// A new kind is a file and a line.
constexpr std::array kinds = {
    NetworkKind{"percs", "two-level direct network: drawers and supernodes", "percs:supernodes=64", make_percs},
};

std::string names_of_kinds() {
  std::string names;
  for (const NetworkKind& kind : kinds) names += (names.empty() ? "" : ", ") + std::string(kind.name);
  return names;
}

std::unique_ptr<Network> read_network_file(const std::string& path) {
  const std::string text = read_file(path);
  for (const NetworkReader& reader : network_readers())
    if (reader.recognises(text)) return reader.read(text);
  fail(Status::parse, "{} holds no network that Cartwright knows", quote(path));
}

}  // namespace

std::span<const NetworkKind> network_kinds() { return kinds; }

std::span<const NetworkReader> network_readers() { return {}; }

void check_network_size(std::string_view what, std::int64_t nodes, std::int64_t links) {
  if (nodes > max_network_nodes || links > max_network_links)
    fail(Status::overflow, "{}: {} nodes and {} links are more than the {} and {} that can be described", what, nodes,
         links, max_network_nodes, max_network_links);
}

std::unique_ptr<Network> read_network(const std::string& spec) {
  const std::string_view text = trim(spec);
  const std::size_t colon = std::min(text.find(':'), text.size());
  const auto kind = std::ranges::find(kinds, text.substr(0, colon), &NetworkKind::name);
  if (kind != kinds.end()) {
    Parameters parameters(text.substr(std::min(colon + 1, text.size())), kind->name);
    return kind->make(parameters);
  }
  if (!std::filesystem::exists(std::string(text)))
    fail(Status::invalid_argument, "{} is neither a file nor a kind of network; the kinds are: {}", quote(text),
         names_of_kinds());
  return read_network_file(std::string(text));
}

}  // namespace cartwright
