// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Any graph, as JSON: docs/schemas/network.schema.json, explained in docs/networks.md.
#include "base/error.hpp"
#include "base/json_input.hpp"
#include "base/text.hpp"
#include "network/networks_p.hpp"
#include "network/shortest_paths.hpp"
#include "network/table_routes.hpp"

#include <algorithm>
#include <unordered_map>

namespace cartwright::network {

namespace {

using nlohmann::json;

constexpr std::string_view schema_name = "cartwright-network/1";
constexpr std::size_t longest_name = 255;
constexpr std::size_t max_levels = 16;
/// A limit for parallel cables: a short file must not describe a huge network.
constexpr std::int64_t max_cables = 65536;
constexpr std::int64_t max_rails = 1024;

/// A string that is printable and not too long.
std::string expect_name(const json& value, std::string_view what) {
  std::string name = base::expect_string(value, what);
  const bool printable = name == value.get_ref<const std::string&>() &&
                         std::none_of(name.begin(), name.end(), [](char c) { return c < ' ' || c > '~'; });
  if (name.empty() || name.size() > longest_name || !printable)
    base::fail(base::Status::parse, "{} is {}: a name has 1 to {} printable ASCII characters", what, base::quote(name),
               longest_name);
  return name;
}

/// Numbers by name.
class Names {
 public:
  explicit Names(std::string_view what) : what_(what) {}
  void add(const std::string& name) {
    if (!numbers_.emplace(name, static_cast<std::int32_t>(numbers_.size())).second)
      base::fail(base::Status::parse, "there are two of the {} {}", what_, base::quote(name));
  }
  std::int32_t find(const json& value) const {
    const std::string name = base::expect_string(value, what_);
    const auto found = numbers_.find(name);
    if (found == numbers_.end()) base::fail(base::Status::parse, "there is no {} {}", what_, base::quote(name));
    return found->second;
  }

 private:
  std::string what_;
  std::unordered_map<std::string, std::int32_t> numbers_;
};

class Reader {
 public:
  std::unique_ptr<Network> read(const json& root) {
    base::expect_members(root, "the network",
                         {"schema", "classes", "terminal_bandwidth", "switches", "nodes", "links", "levels", "routes"});
    if (const std::string schema = base::expect_string(base::member(root, "the network", "schema"), "schema");
        schema != schema_name)
      base::fail(base::Status::unsupported, "schema is {}: this program reads {}", base::quote(schema), schema_name);
    read_classes(base::member(root, "the network", "classes"));
    read_switches(base::member(root, "the network", "switches"));
    read_nodes(base::member(root, "the network", "nodes"));
    read_links(base::member(root, "the network", "links"));
    if (const auto found = root.find("levels"); found != root.end()) read_levels(*found);
    if (const auto found = root.find("terminal_bandwidth"); found != root.end())
      parts_.terminal_bandwidth = base::expect_number(*found, "terminal_bandwidth");
    const auto routes = root.find("routes");
    if (routes == root.end()) return std::make_unique<ShortestPaths>("json", Wiring(std::move(parts_)));
    std::vector<TableEntry> entries = read_routes(*routes);
    return std::make_unique<TableRoutes>("json", Wiring(std::move(parts_)), std::move(entries));
  }

 private:
  void read_classes(const json& list) {
    for (const json& item : base::expect_array(list, "classes")) {
      base::expect_members(item, "a class", {"name", "title", "bandwidth"});
      LinkClass link_class;
      link_class.name = expect_name(base::member(item, "a class", "name"), "name of a class");
      if (const auto title = item.find("title"); title != item.end())
        link_class.title = expect_name(*title, "title of a class");
      link_class.bandwidth = base::expect_number(base::member(item, "a class", "bandwidth"), "bandwidth");
      classes_.add(link_class.name);
      parts_.classes.push_back(std::move(link_class));
    }
  }

  void read_switches(const json& list) {
    for (const json& item : base::expect_array(list, "switches")) {
      std::string name = expect_name(item, "name of a switch");
      switches_.add(name);
      parts_.switch_names.push_back(std::move(name));
    }
  }

  void read_nodes(const json& list) {
    check_network_size("json", static_cast<std::int64_t>(base::expect_array(list, "nodes").size()), 0);
    for (const json& item : list) {
      base::expect_members(item, "a node", {"name", "switch", "more_switches", "service"});
      std::string name = base::expect_string(base::member(item, "a node", "name"), "name of a node");
      nodes_.add(name);
      parts_.node_names.push_back(std::move(name));
      parts_.switch_of_node.push_back(find_switch(base::member(item, "a node", "switch")));
      const Node node(parts_.switch_of_node.size() - 1);
      if (const auto service = item.find("service"); service != item.end()) {
        if (parts_.is_service_node.empty()) parts_.is_service_node.assign(list.size(), false);
        parts_.is_service_node[node] = base::expect_bool(*service, "service");
      }
      const auto more = item.find("more_switches");
      if (more == item.end()) continue;
      if (parts_.more_switches_of_node.empty()) parts_.more_switches_of_node.assign(list.size(), {});
      for (const json& at : base::expect_array(*more, "more_switches"))
        parts_.more_switches_of_node[node].push_back(find_switch(at));
    }
  }

  void read_links(const json& list) {
    for (const json& item : base::expect_array(list, "links")) {
      base::expect_members(item, "a link", {"from", "to", "class", "count"});
      const Link there = {find_switch(base::member(item, "a link", "from")),
                          find_switch(base::member(item, "a link", "to")),
                          classes_.find(base::member(item, "a link", "class"))};
      const auto given = item.find("count");
      const std::int64_t count = given == item.end() ? 1 : base::expect_int(*given, "count of a link");
      if (count < 1 || count > max_cables)
        base::fail(base::Status::parse, "count of a link is {}: it must be from 1 to {}", count, max_cables);
      check_network_size("json", 0, static_cast<std::int64_t>(parts_.links.size()) + 2 * count);
      first_link_.push_back(static_cast<std::int64_t>(parts_.links.size()));
      for (std::int64_t cable = 0; cable < count; ++cable) {
        parts_.links.push_back(there);
        parts_.links.push_back({there.to, there.from, there.link_class});
      }
    }
    first_link_.push_back(static_cast<std::int64_t>(parts_.links.size()));
  }

  void read_levels(const json& list) {
    if (base::expect_array(list, "levels").size() > max_levels)
      base::fail(base::Status::parse, "there are {} levels: no network has more than {}", list.size(), max_levels);
    for (const json& item : list) {
      base::expect_members(item, "a level", {"name", "domains"});
      SwitchLevel level;
      level.name = expect_name(base::member(item, "a level", "name"), "name of a level");
      level.domain_of_switch.assign(parts_.switch_names.size(), -1);
      std::int32_t number = 0;
      for (const json& domain : base::expect_array(base::member(item, "a level", "domains"), "domains of a level")) {
        for (const json& name : base::expect_array(domain, "domain of a level")) {
          std::int32_t& at = level.domain_of_switch[find_switch(name)];
          if (at >= 0)
            base::fail(base::Status::parse, "level {}: switch {} is in two domains", base::quote(level.name),
                       name.dump());
          at = number;
        }
        if (!domain.empty()) ++number;
      }
      for (const Switch at : level.domain_of_switch.ids())
        if (level.domain_of_switch[at] < 0)
          base::fail(base::Status::parse, "level {}: switch {} is in no domain", base::quote(level.name),
                     base::quote(parts_.switch_names[at]));
      parts_.levels.push_back(std::move(level));
    }
  }

  std::vector<TableEntry> read_routes(const json& list) {
    std::vector<TableEntry> entries;
    for (const json& item : base::expect_array(list, "routes")) {
      base::expect_members(item, "a route", {"switch", "link", "cable", "rail", "nodes"});
      const Switch at = find_switch(base::member(item, "a route", "switch"));
      const std::int64_t number = base::expect_int(base::member(item, "a route", "link"), "link of a route");
      const auto cables = static_cast<std::int64_t>(first_link_.size()) - 1;
      if (number < 0 || number >= cables)
        base::fail(base::Status::parse, "a route takes link {}, but there are {}: they are counted from 0", number,
                   cables);
      const std::int64_t first = first_link_[number];
      const std::int64_t count = (first_link_[number + 1] - first) / 2;
      const auto given = item.find("cable");
      const std::int64_t cable = given == item.end() ? 0 : base::expect_int(*given, "cable of a route");
      if (cable < 0 || cable >= count)
        base::fail(base::Status::parse, "a route takes cable {} of link {}, which has {}: they are counted from 0",
                   cable, number, count);
      const auto rail = item.find("rail");
      const std::int64_t to = rail == item.end() ? 0 : base::expect_int(*rail, "rail of a route");
      if (to < 0 || to > max_rails)
        base::fail(base::Status::parse, "rail of a route is {}: it must be from 0 to {}", to, max_rails);
      const bool back = parts_.links[LinkId(first)].from != at;
      for (const json& node : base::expect_array(base::member(item, "a route", "nodes"), "nodes of a route"))
        entries.push_back(
            {at, Node(nodes_.find(node)), LinkId(first + 2 * cable + (back ? 1 : 0)), static_cast<std::int32_t>(to)});
    }
    return entries;
  }

  Switch find_switch(const json& name) const { return Switch(switches_.find(name)); }

  WiringParts parts_;
  Names classes_{"class"};
  Names switches_{"switch"};
  Names nodes_{"node"};
  std::vector<std::int64_t> first_link_;  ///< of every entry of "links", and the end
};

}  // namespace

bool is_json_network(std::string_view text) { return base::trim(text).starts_with('{'); }

std::unique_ptr<Network> read_json_network(std::string_view text) {
  return Reader().read(base::parse_json(text, "network"));
}

}  // namespace cartwright::network
