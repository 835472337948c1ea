// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "inventory/inventories_p.hpp"
#include "inventory/yaml_events.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

namespace cartwright::inventory {

namespace {

constexpr std::int64_t max_tiers = 32;
constexpr std::string_view tier_label = "fabric.topograph.run/tier-";
constexpr std::string_view tier_feature = "fabric-tier-";

/// Where a node is, by its labels.
struct LabeledPlace {
  std::map<std::int64_t, std::string> tiers;  ///< 0 is the switch of the node
  std::string domain;                         ///< that accelerators join
  std::string part;                           ///< of this domain

  void add(std::string_view label, const std::string& value) {
    if (value.empty()) return;
    for (const std::string_view start : {tier_label, tier_feature})
      if (label.starts_with(start)) {
        const std::int64_t tier = base::parse_int(label.substr(start.size()), label);
        if (tier < 0 || tier >= max_tiers)
          base::fail(base::Status::parse, "label {} has tier {}: 0 to {} are read", base::quote(label), tier,
                     max_tiers - 1);
        tiers[tier] = value;
      }
    // Earlier releases had names for three tiers, in two spellings.
    constexpr std::string_view earlier = "network.topology.nvidia.com/";
    const std::string_view name = label.starts_with(earlier) ? label.substr(earlier.size()) : std::string_view();
    if (name == "leaf" || name == "block") tiers[0] = value;
    if (name == "spine") tiers[1] = value;
    if (name == "core" || name == "datacenter") tiers[2] = value;
    if (name == "accelerator" || label == "accelerator.topograph.run/domain" || label == "accelerator-domain")
      domain = value;
    if (label == "accelerator.topograph.run/sub-domain" || label == "accelerator-sub-domain") part = value;
  }
  bool known() const { return !tiers.empty() || !domain.empty(); }
};

/// The switches above nodes, from their paths.
class LabeledSwitches {
 public:
  struct Step {
    std::string kind;
    std::string name;
  };

  /// The steps go from the outermost switch to that of the node.
  void add(const std::string& node, const std::vector<Step>& path, bool accelerated) {
    std::string name;
    std::size_t above = 0;
    for (std::size_t i = 0; i < path.size(); ++i) {
      name += (i == 0 ? "" : "/") + path[i].name;
      const auto [entry, fresh] = index_[accelerated ? 1 : 0].try_emplace(name, made_.size());
      if (fresh) made_.push_back({.name = name, .kind = path[i].kind, .accelerated = accelerated});
      if (fresh && i > 0) made_[above].below.push_back(name);
      above = entry->second;
    }
    if (!path.empty()) made_[above].nodes.push_back(node);
  }
  std::vector<SwitchRecord> take() && { return std::move(made_); }

 private:
  std::unordered_map<std::string, std::size_t> index_[2];  ///< switches and accelerators
  std::vector<SwitchRecord> made_;
};

std::string kind_of_tier(std::int64_t tier) {
  constexpr const char* kinds[] = {"leaf", "spine", "core"};
  return tier < 3 ? kinds[tier] : fmt::format("tier-{}", tier);
}

/// Reads objects of Kubernetes, and topograph's own {"instances": [...]}, from YAML or JSON.
class TopographReader {
 public:
  explicit TopographReader(std::string_view text) : events_(text, "topograph") {}

  Inventory read() && {
    events_.expect(YAML_STREAM_START_EVENT, "a text");
    while (events_.is(YAML_DOCUMENT_START_EVENT)) {
      events_.advance();
      read_object(true);
      events_.expect(YAML_DOCUMENT_END_EVENT, "the end of the object");
    }
    if (!config_.nodes.empty()) return std::move(config_);
    if (has_data_)
      base::fail(base::Status::parse,
                 "no topology is among the data of this ConfigMap: give the one that Slinky's topologyConfigmapName "
                 "names, with topology.conf or topology.yaml");
    return from_labels();
  }

 private:
  /// A ConfigMap, a Node, a NodeFeature, a list of these, or instances.
  void read_object(bool may_be_list) {
    std::string name;
    LabeledPlace place;
    events_.each_member("an object", [&](const std::string& key) {
      if (key == "items" && may_be_list) {
        events_.each_item(key, [&] { read_object(false); });
      } else if (key == "instances" && may_be_list) {
        events_.each_item(key, [&] { read_instance(); });
      } else if (key == "metadata" && events_.is(YAML_MAPPING_START_EVENT)) {
        read_metadata(name, place);
      } else if (key == "data" && events_.is(YAML_MAPPING_START_EVENT)) {
        read_data();
      } else if (key == "spec" && events_.is(YAML_MAPPING_START_EVENT)) {
        read_spec(name, place);
      } else {
        events_.skip();
      }
    });
    if (!name.empty()) places_.emplace_back(std::move(name), std::move(place));
  }

  void read_labels(LabeledPlace& place) {
    events_.each_member("labels", [&](const std::string& label) { place.add(label, events_.scalar(label)); });
  }

  void read_metadata(std::string& name, LabeledPlace& place) {
    events_.each_member("metadata", [&](const std::string& key) {
      if (key == "name")
        name = events_.scalar(key);
      else if (key == "labels" && events_.is(YAML_MAPPING_START_EVENT))
        read_labels(place);
      else
        events_.skip();
    });
  }

  /// The features of a NodeFeature, which is named after a node, but has the node's own name in them.
  void read_spec(std::string& name, LabeledPlace& place) {
    events_.each_member("spec", [&](const std::string& key) {
      if (key != "features" || !events_.is(YAML_MAPPING_START_EVENT)) return events_.skip();
      events_.each_member(key, [&](const std::string& kind) {
        if (kind != "attributes" || !events_.is(YAML_MAPPING_START_EVENT)) return events_.skip();
        events_.each_member(kind, [&](const std::string& feature) {
          const bool is_name = feature == "system.name";
          if (!is_name && feature != "topograph.network") return events_.skip();
          events_.each_member(feature, [&](const std::string& part) {
            if (part != "elements" || !events_.is(YAML_MAPPING_START_EVENT)) return events_.skip();
            events_.each_member(part, [&](const std::string& element) {
              const std::string value = events_.scalar(element);
              if (!is_name) place.add(element, value);
              if (is_name && element == "nodename") name = value;
            });
          });
        });
      });
    });
  }

  /// The files in a ConfigMap, under any names.
  void read_data() {
    has_data_ = true;
    events_.each_member("data", [&](const std::string& key) {
      const std::string text = events_.scalar(key);
      const bool yaml = is_topology_yaml(text);
      if (!yaml && !is_slurm_topology(text)) return;
      if (!config_.nodes.empty())
        events_.refuse(fmt::format("{} is the second topology in this text: give one ConfigMap", key));
      config_ = yaml ? read_topology_yaml(text) : read_slurm_topology(text);
    });
  }

  void read_instance() {
    std::string name;
    LabeledPlace place;
    events_.each_member("an instance", [&](const std::string& key) {
      if (key == "id") {
        name = events_.scalar(key);
      } else if (key == "network_layers" && events_.is(YAML_SEQUENCE_START_EVENT)) {
        std::int64_t tier = 0;
        events_.each_item(key, [&] {
          place.add(fmt::format("{}{}", tier_label, tier), events_.scalar("a switch"));
          ++tier;
        });
      } else if (key == "labels" && events_.is(YAML_MAPPING_START_EVENT)) {
        read_labels(place);
      } else {
        events_.skip();
      }
    });
    if (name.empty()) events_.refuse("'id' is missing before this");
    places_.emplace_back(std::move(name), std::move(place));
  }

  Inventory from_labels() {
    if (std::ranges::none_of(places_, [](const auto& one) { return one.second.known(); }))
      base::fail(base::Status::parse,
                 "none of {} nodes has labels of topograph, such as {}0: label the nodes first, under these names",
                 places_.size(), tier_label);
    std::set<std::int64_t, std::greater<>> tiers;  // outermost first
    for (const auto& [name, place] : places_)
      for (const auto& [tier, value] : place.tiers) tiers.insert(tier);
    const bool parts = std::ranges::any_of(places_, [](const auto& one) { return !one.second.part.empty(); });
    NodeRecords records;
    LabeledSwitches switches;
    for (const auto& [name, place] : places_) {
      records.add(name, NodeState::free);
      std::vector<LabeledSwitches::Step> path;
      // A node without a label that others have is alone at this tier.
      const std::string alone = "only " + name;
      for (const std::int64_t tier : tiers) {
        const auto found = place.tiers.find(tier);
        path.push_back({kind_of_tier(tier), found == place.tiers.end() ? alone : found->second});
      }
      if (!place.tiers.empty()) switches.add(name, path, false);
      if (place.domain.empty()) continue;
      path = {{"accelerator", place.domain}};
      if (parts) path.push_back({"accelerator part", place.part.empty() ? alone : place.part});
      switches.add(name, path, true);
    }
    return {std::move(records).take(), std::move(switches).take()};
  }

  YamlEvents events_;
  std::vector<std::pair<std::string, LabeledPlace>> places_;
  Inventory config_;  ///< of a ConfigMap
  bool has_data_ = false;
};

}  // namespace

bool is_topograph(std::string_view text) {
  const std::string_view start = base::trim(text);
  const bool object = start.starts_with('{') || start.starts_with("---") || start.starts_with("apiVersion:") ||
                      start.starts_with("kind:") || start.starts_with("items:") || start.starts_with("data:");
  const bool kubernetes = text.find("apiVersion") != text.npos && text.find("kind") != text.npos;
  return object && (kubernetes || text.find("\"instances\"") != text.npos);
}

/// Reads what topograph writes besides topology.conf and topology.yaml: a ConfigMap of Slinky with one of these, labels
/// of nodes and NodeFeatures in Kubernetes (kubectl get ... -o json or yaml), and instances in JSON. All nodes count as
/// free.
Inventory read_topograph(std::string_view text) { return TopographReader(text).read(); }

}  // namespace cartwright::inventory
