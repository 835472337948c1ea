// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "inventory/node_names.hpp"

#include "base/text.hpp"
#include "inventory/inventory.hpp"
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

/// The names that PALS has for the node of that number in the file of the application.
void add_names_of_pals(const std::string& file, const std::string& number, std::vector<std::string>& names) try {
  if (file.empty() || number.empty()) return;
  const std::vector<NodeRecord> nodes = read_inventory(file).nodes;
  const std::int64_t node = base::parse_int(number, "PALS_NODEID");
  if (node < 0 || node >= static_cast<std::int64_t>(nodes.size())) return;
  const NodeRecord& found = nodes[static_cast<std::size_t>(node)];
  names.push_back(found.name);
  if (!found.location.empty()) names.push_back(found.location);
} catch (const base::Error&) {  // NOLINT(bugprone-empty-catch): a file that nobody named
}

/// One line without the characters that separate names.
std::string clean(std::string_view text) {
  std::string name(base::trim(text.substr(0, text.find('\n'))));
  std::erase_if(name, [](char c) { return c == '\n' || c == ' ' || c == '\t'; });
  return name;
}

}  // namespace

std::string NodeNames::text() const {
  std::string made = clean(location) + '\t' + clean(address) + '\t' + clean(address_pattern) + '\t' + clean(number);
  for (const std::string& name : names) made += '\t' + clean(name);
  return made;
}

NodeNames NodeNames::from_text(std::string_view text) {
  const std::vector<std::string_view> parts = base::split(text, '\t');
  NodeNames made;
  if (parts.size() < 4) return made;
  made.location = parts[0];
  made.address = parts[1];
  made.address_pattern = parts[2];
  made.number = parts[3];
  made.names.assign(parts.begin() + 4, parts.end());
  return made;
}

NodeNames names_of_this_node(const std::filesystem::path& root, const base::Environment& environment) {
  const auto value = [&](const char* name) {
    const char* const set = environment(name);
    return std::string(set == nullptr ? "" : set);
  };
  NodeNames made;
  char host[256] = {};
  if (gethostname(host, sizeof host - 1) == 0) made.names.emplace_back(host);
  made.address = value("SLURM_TOPOLOGY_ADDR");
  made.address_pattern = value("SLURM_TOPOLOGY_ADDR_PATTERN");
  made.number = value("PBS_NODENUM");
  for (const char* const variable : {"SLURMD_NODENAME", "NODE_NAME"})
    if (const std::string name = value(variable); !name.empty()) made.names.push_back(name);
  add_aliases(value("SLURM_NODE_ALIASES"), made.names);
  add_names_of_pals(value("PALS_APINFO"), value("PALS_NODEID"), made.names);
  for (const char* const file : location_files) {
    std::ifstream input(root / file);
    std::string line;
    if (std::getline(input, line) && parse_location(base::trim(line))) made.location = base::trim(line);
  }
  return made;
}

}  // namespace cartwright::inventory
