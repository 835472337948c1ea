// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/text.hpp"
#include "inventory/inventories_p.hpp"
#include "inventory/yaml_events.hpp"

namespace cartwright::inventory {

namespace {

struct YamlReader {
  YamlEvents events;
  NodeRecords records;
  std::vector<SwitchRecord> switches;
  std::string topology;  ///< the name of the one that is read
  std::string unknown;   ///< says that a topology is of another kind

  /// Reads a switch of a tree, or a block; "switch" or "block" is the key of its name. Other topologies may have other
  /// blocks of this name, but the same switches.
  void read_switch(std::string_view key_of_name, bool accelerated) {
    SwitchRecord found{.accelerated = accelerated};
    events.each_member("a switch or block", [&](const std::string& key) {
      if (key == key_of_name) {
        found.name = (accelerated ? topology + "/" : "") + events.scalar(key);
      } else if (key == "children") {
        found.below = records.expand(events.scalar(key));
      } else if (key == "nodes") {
        records.add_to(found, events.scalar(key));
      } else {
        events.skip();
      }
    });
    if (found.name.empty()) events.refuse(fmt::format("'{}' is missing before this", key_of_name));
    switches.push_back(std::move(found));
  }

  /// Reads {switches: [...]}.
  void read_tree() {
    events.each_member("a tree", [&](const std::string& key) {
      if (key == "switches")
        events.each_item(key, [&] { read_switch("switch", false); });
      else
        events.skip();
    });
  }

  /// Reads {blocks: [...], block_sizes: [...]}.
  void read_blocks() {
    const std::size_t first = switches.size();
    std::vector<std::int64_t> sizes;
    events.each_member("blocks", [&](const std::string& key) {
      if (key == "blocks")
        events.each_item(key, [&] { read_switch("block", true); });
      else if (key == "block_sizes")
        events.each_item(key, [&] { sizes.push_back(base::parse_count(events.scalar("a size"), "block_sizes")); });
      else
        events.skip();
    });
    join_blocks(sizes, first, switches);
  }

  /// Moves past a setting, or past a topology of another kind, such as flat, ring or torus3d.
  void skip_kind(const std::string& key) {
    if (key != "cluster_default" && unknown.empty())
      unknown = fmt::format("topology {} is of the kind {}", base::quote(topology), base::quote(key));
    events.skip();
  }

  void read() {
    events.expect(YAML_STREAM_START_EVENT, "a text");
    events.expect(YAML_DOCUMENT_START_EVENT, "a document");
    events.each_item("a list of topologies", [&] {
      events.each_member("a topology", [&](const std::string& key) {
        if (key == "topology")
          topology = events.scalar(key);
        else if (key == "tree" && events.is(YAML_MAPPING_START_EVENT))
          read_tree();
        else if (key == "block" && events.is(YAML_MAPPING_START_EVENT))
          read_blocks();
        else
          skip_kind(key);
      });
    });
  }
};

}  // namespace

bool is_topology_yaml(std::string_view text) {
  base::Lines lines(text);
  std::optional<base::Line> first = lines.next();
  while (first && (first->text == "---" || first->text.starts_with('%'))) first = lines.next();
  return first && first->text.starts_with('-') && base::trim(first->text.substr(1)).starts_with("topology:");
}

/// Reads topology.yaml of Slurm 25.05 and later: trees of switches and blocks of nodes, several topologies side by
/// side. It has no states, so all nodes count as free.
Inventory read_topology_yaml(std::string_view text) {
  YamlReader reader{
      .events = YamlEvents(text, "topology.yaml"), .records = {}, .switches = {}, .topology = {}, .unknown = {}};
  reader.read();
  if (reader.switches.empty() && !reader.unknown.empty())
    base::fail(base::Status::unsupported, "topology.yaml: {}: trees and blocks are read", reader.unknown);
  return std::move(reader.records).take(std::move(reader.switches));
}

}  // namespace cartwright::inventory
