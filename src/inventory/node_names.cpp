// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "inventory/node_names.hpp"

#include "base/text.hpp"
#include "inventory/location.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace cartwright::inventory {

namespace {

/// The files in which Cray systems keep the location of a node.
constexpr const char* location_files[] = {"proc/cray_xt/cname", "etc/cray/xname"};

/// SLURM_NODE_ALIASES is a list of NodeName:NodeAddr:NodeHostName. An address may be "[fe80::1]".
void add_aliases(std::string_view list, std::vector<std::string>& names) {
  for (const std::string_view alias : base::split(list, ',')) {
    const std::size_t first = alias.find(':');
    const std::size_t last = alias.rfind(':');
    if (first == std::string_view::npos || first == last) continue;
    const std::string_view node = alias.substr(0, first);
    const std::string_view host = alias.substr(last + 1);
    if (std::ranges::find(names, host) == names.end() && std::ranges::find(names, node) == names.end()) continue;
    for (const std::string_view name : {node, alias.substr(first + 1, last - first - 1), host})
      names.emplace_back(name);
  }
}

/// One line without the characters that separate names.
std::string clean(std::string_view text) {
  std::string name(base::trim(text.substr(0, text.find('\n'))));
  std::erase_if(name, [](char c) { return c == '\n' || c == ' ' || c == '\t'; });
  return name;
}

}  // namespace

std::string NodeNames::text() const {
  std::string made = clean(location) + '\t' + clean(address) + '\t' + clean(address_pattern);
  for (const std::string& name : names) made += '\t' + clean(name);
  return made;
}

NodeNames NodeNames::from_text(std::string_view text) {
  const std::vector<std::string_view> parts = base::split(text, '\t');
  NodeNames made;
  if (parts.size() < 3) return made;
  made.location = parts[0];
  made.address = parts[1];
  made.address_pattern = parts[2];
  made.names.assign(parts.begin() + 3, parts.end());
  return made;
}

NodeNames names_of_this_node(const std::filesystem::path& root, const Environment& environment) {
  const auto value = [&](const char* name) {
    const char* const set = environment(name);
    return std::string(set == nullptr ? "" : set);
  };
  NodeNames made;
  char host[256] = {};
  if (gethostname(host, sizeof host - 1) == 0) made.names.emplace_back(host);
  made.address = value("SLURM_TOPOLOGY_ADDR");
  made.address_pattern = value("SLURM_TOPOLOGY_ADDR_PATTERN");
  if (const std::string name = value("SLURMD_NODENAME"); !name.empty()) made.names.push_back(name);
  add_aliases(value("SLURM_NODE_ALIASES"), made.names);
  for (const char* const file : location_files) {
    std::ifstream input(root / file);
    std::string line;
    if (std::getline(input, line) && parse_location(base::trim(line))) made.location = base::trim(line);
  }
  return made;
}

}  // namespace cartwright::inventory
