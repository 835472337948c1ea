// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/text.hpp"
#include "inventory/inventories_p.hpp"

#include <algorithm>
#include <array>

namespace cartwright::inventory {

namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(names, [&](std::string_view known) { return same_name(name, known); });
}

/// A file that is read.
struct ConfReader {
  NodeRecords records = {};
  std::vector<SwitchRecord> switches = {};
  std::vector<std::int64_t> sizes = {};  ///< of blocks

  void add_size(std::string_view text) {
    const std::int64_t size = base::parse_count(text, "size of a block");
    if (std::ranges::find(sizes, size) == sizes.end()) sizes.push_back(size);
  }

  /// Reads "SwitchName=s0 Nodes=nid[0-7]", "BlockName=b0 Nodes=...", or a line for the whole file: "BlockSizes=4,16".
  void read_line(std::string_view line) {
    SwitchRecord found;
    std::string_view nodes;
    bool joined = false;
    for (const std::string_view word : base::words(line)) {
      const std::size_t equals = word.find('=');
      if (equals == std::string_view::npos) base::fail(base::Status::parse, "{} is not NAME=VALUE", base::quote(word));
      const std::string_view name = word.substr(0, equals);
      const std::string_view value = word.substr(equals + 1);
      if (is_one_of(name, {"SwitchName", "BlockName"})) {
        found.name = value;
        found.accelerated = same_name(name, "BlockName");
      } else if (is_one_of(name, {"Switches"})) {
        found.below = records.expand(value);
      } else if (is_one_of(name, {"Nodes"})) {
        nodes = value;
      } else if (is_one_of(name, {"BlockSizes", "BlockSize"})) {
        for (const std::string_view size : base::split(value, ',')) add_size(size);
      } else if (is_one_of(name, {"AggregatedBlock"})) {
        joined = true;
      } else if (!is_one_of(name, {"Level", "LinkSpeed", "BlockIndex"})) {
        base::fail(base::Status::parse,
                   "unknown parameter {}: a topology has SwitchName, Switches, Nodes, LinkSpeed, BlockName and "
                   "BlockSizes",
                   base::quote(name));
      }
    }
    // `scontrol show topology` lists the joined blocks, too: they follow from the sizes.
    if (joined || (found.name.empty() && nodes.empty() && found.below.empty())) return;
    if (found.name.empty()) base::fail(base::Status::parse, "neither SwitchName nor BlockName is given");
    if (!nodes.empty()) records.add_to(found, nodes);
    // `scontrol show topology` lists the nodes of lower switches again at each switch above.
    if (!found.below.empty()) {
      found.nodes.clear();
      found.every_node = false;
    }
    switches.push_back(std::move(found));
  }
};

/// The text with continued lines, which end in a backslash, as one. Line ends that are left out follow the joined line,
/// so that the lines below keep their numbers.
std::string join_continued(std::string_view text) {
  std::string joined;
  std::size_t ends = 1;
  for (const std::string_view raw : base::split(text, '\n')) {
    std::string_view line = base::trim(raw.substr(0, raw.find('#')));
    const bool continued = line.ends_with('\\');
    if (continued) line.remove_suffix(1);
    joined.append(line).append(continued ? " " : std::string(ends, '\n'));
    ends = continued ? ends + 1 : 1;
  }
  return joined;
}

}  // namespace

bool is_slurm_topology(std::string_view text) {
  const std::optional<base::Line> first = base::Lines(text).next();
  return first && is_one_of(first->text.substr(0, first->text.find('=')), {"SwitchName", "BlockName", "BlockSizes"});
}

/// Reads topology.conf of Slurm, or `scontrol show topology`. They have no states, so all nodes count as free.
Inventory read_slurm_topology(std::string_view text) {
  ConfReader reader;
  base::read_lines(join_continued(text), "topology.conf", [&](std::string_view line) { reader.read_line(line); });
  std::ranges::sort(reader.sizes);
  join_blocks(reader.sizes, 0, reader.switches);
  return std::move(reader.records).take(std::move(reader.switches));
}

}  // namespace cartwright::inventory
