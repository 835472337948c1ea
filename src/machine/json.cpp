// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/host_name.hpp"
#include "base/json_input.hpp"
#include "base/text.hpp"
#include "machine/hosts.hpp"
#include "machine/readers_p.hpp"

#include <algorithm>

namespace cartwright::machine {

namespace {

using nlohmann::json;

constexpr const char* format_name = "cartwright-machine";
constexpr int format_version = 1;

/// [48, 48, {"size": 32, "count": 30}]
Sizes read_sizes(const json& value) {
  Sizes sizes;
  for (const json& item : base::expect_array(value, "sizes of a level")) {
    if (item.is_object()) {
      base::expect_members(item, "a run of sizes", {"size", "count"});
      sizes.append(base::expect_int(base::member(item, "a run of sizes", "size"), "size"),
                   base::expect_int(base::member(item, "a run of sizes", "count"), "count"));
    } else {
      sizes.append(base::expect_int(item, "size of a part"));
    }
  }
  return sizes;
}

}  // namespace

bool is_json(std::string_view text) { return base::trim(text).starts_with('{'); }

Machine read_json(std::string_view text) {
  const json root = base::parse_json(text, "machine");
  base::expect_members(root, "the machine", {"format", "version", "levels", "hosts"});
  if (const auto format = root.find("format"); format != root.end())
    if (base::expect_string(*format, "format") != format_name)
      base::fail(base::Status::parse, "format is {}, not {}", base::quote(base::expect_string(*format, "format")),
                 format_name);
  if (const auto version = root.find("version"); version != root.end())
    if (base::expect_int(*version, "version") != format_version)
      base::fail(base::Status::unsupported, "version {} of the machine format: this program reads version {}",
                 base::expect_int(*version, "version"), format_version);
  std::vector<Level> levels;
  for (const json& item : base::expect_array(base::member(root, "the machine", "levels"), "levels")) {
    base::expect_members(item, "a level", {"name", "sizes"});
    Level level{base::expect_string(base::member(item, "a level", "name"), "name of a level"),
                read_sizes(base::member(item, "a level", "sizes"))};
    check_level_name(level.name);
    if (std::ranges::find(levels, level.name, &Level::name) != levels.end())
      base::fail(base::Status::parse, "level '{}' is given twice", level.name);
    levels.push_back(std::move(level));
    if (levels.size() > 64) base::fail(base::Status::unsupported, "the machine has more than 64 levels");
  }
  std::vector<std::string> hosts;
  if (const auto names = root.find("hosts"); names != root.end())
    for (const json& name : base::expect_array(*names, "hosts")) {
      hosts.push_back(base::expect_string(name, "a host"));
      base::check_host_name(hosts.back());
    }
  return Machine(std::move(levels), std::move(hosts));
}

std::string machine_to_json(const Machine& machine) {
  nlohmann::ordered_json root = {{"format", format_name}, {"version", format_version}, {"levels", json::array()}};
  for (const Level& level : machine.levels()) {
    nlohmann::ordered_json sizes = json::array();
    std::int64_t part = 0;
    for (const Sizes::Run& run : level.sizes.runs()) {
      sizes.push_back({{"size", run.size}, {"count", run.last_part - part}});
      part = run.last_part;
    }
    root["levels"].push_back({{"name", level.name}, {"sizes", std::move(sizes)}});
  }
  if (!machine.hosts().empty()) root["hosts"] = machine.hosts();
  return root.dump(2) + "\n";
}

}  // namespace cartwright::machine
