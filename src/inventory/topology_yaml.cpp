// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/text.hpp"
#include "inventory/inventories_p.hpp"

#include <yaml.h>

namespace cartwright::inventory {

namespace {

/// libyaml's parser.
struct Parser : yaml_parser_t {
  Parser() : yaml_parser_t{} {
    if (yaml_parser_initialize(this) == 0) base::fail(base::Status::no_memory, "no memory to read YAML");
  }
  ~Parser() { yaml_parser_delete(this); }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
};

/// One of its events.
struct Event : yaml_event_t {
  Event() : yaml_event_t{} {}
  ~Event() { yaml_event_delete(this); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
};

/// The events of a YAML text, one after the other. Memory does not grow with the length or depth of the text.
class Events {
 public:
  explicit Events(std::string_view text) {
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    advance();
  }

  bool is(yaml_event_type_t type) const { return event_.type == type; }

  void advance() {
    yaml_event_delete(&event_);
    if (yaml_parser_parse(&parser_, &event_) == 0)
      base::fail(base::Status::parse, "topology.yaml, line {}: {}", parser_.problem_mark.line + 1,
                 parser_.problem != nullptr ? parser_.problem : "not YAML");
  }

  /// Checks the type of the current event and skips it.
  void expect(yaml_event_type_t type, std::string_view what) {
    if (!is(type)) refuse(fmt::format("{} is expected here", what));
    advance();
  }

  /// Returns the scalar here and moves past it.
  std::string scalar(std::string_view what) {
    if (!is(YAML_SCALAR_EVENT)) refuse(fmt::format("{} must be one value", what));
    std::string value(reinterpret_cast<const char*>(event_.data.scalar.value), event_.data.scalar.length);
    advance();
    return value;
  }

  /// Moves past the value here, with all its contents.
  void skip() {
    std::size_t depth = 0;
    do {
      if (is(YAML_SEQUENCE_START_EVENT) || is(YAML_MAPPING_START_EVENT)) ++depth;
      if (is(YAML_SEQUENCE_END_EVENT) || is(YAML_MAPPING_END_EVENT)) --depth;
      if (is(YAML_STREAM_END_EVENT)) refuse("the text ends too early");
      advance();
    } while (depth > 0);
  }

  /// Calls member(key) for each key of the mapping here; it must move past the value.
  template <typename Member>
  void each_member(std::string_view what, Member member) {
    expect(YAML_MAPPING_START_EVENT, what);
    while (!is(YAML_MAPPING_END_EVENT)) member(scalar("a key"));
    advance();
  }

  /// Calls item() for each item of the sequence here; it must move past the item.
  template <typename Item>
  void each_item(std::string_view what, Item item) {
    expect(YAML_SEQUENCE_START_EVENT, what);
    while (!is(YAML_SEQUENCE_END_EVENT)) item();
    advance();
  }

  [[noreturn]] void refuse(const std::string& why) const {
    base::fail(base::Status::parse, "topology.yaml, line {}: {}", event_.start_mark.line + 1, why);
  }

 private:
  Parser parser_;
  Event event_;
};

struct Reader {
  Events events;
  NodeRecords records;
  std::vector<SwitchRecord> switches;

  /// Reads a switch of a tree, or a block; "switch" or "block" is the key of its name.
  void read_switch(std::string_view key_of_name) {
    SwitchRecord found;
    events.each_member("a switch or block", [&](const std::string& key) {
      if (key == key_of_name) {
        found.name = events.scalar(key);
      } else if (key == "children") {
        found.below = records.expand(events.scalar(key));
      } else if (key == "nodes") {
        found.nodes = records.expand(events.scalar(key));
        for (const std::string& name : found.nodes) records.add(name, NodeState::free);
      } else {
        events.skip();
      }
    });
    if (found.name.empty()) events.refuse(fmt::format("'{}' is missing before this", key_of_name));
    switches.push_back(std::move(found));
  }

  /// Reads {switches: [...]} or {blocks: [...], block_sizes: [...]}.
  void read_plugin(std::string_view key_of_list, std::string_view key_of_name) {
    events.each_member("a topology", [&](const std::string& key) {
      if (key == key_of_list)
        events.each_item(key, [&] { read_switch(key_of_name); });
      else
        events.skip();
    });
  }

  void read() {
    events.expect(YAML_STREAM_START_EVENT, "a text");
    events.expect(YAML_DOCUMENT_START_EVENT, "a document");
    events.each_item("a list of topologies", [&] {
      events.each_member("a topology", [&](const std::string& key) {
        if (key == "tree" && events.is(YAML_MAPPING_START_EVENT))
          read_plugin("switches", "switch");
        else if (key == "block" && events.is(YAML_MAPPING_START_EVENT))
          read_plugin("blocks", "block");
        else
          events.skip();
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
  Reader reader{.events = Events(text), .records = {}, .switches = {}};
  reader.read();
  return {std::move(reader.records).take(), std::move(reader.switches)};
}

}  // namespace cartwright::inventory
