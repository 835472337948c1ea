// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/text.hpp"

#include <yaml.h>

namespace cartwright::inventory {

/// The events of a YAML text, one after the other; JSON is YAML. Memory does not grow with the length or depth of the
/// text. `what` begins the messages.
class YamlEvents {
 public:
  YamlEvents(std::string_view text, std::string_view what) : what_(what) {
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    advance();
  }

  bool is(yaml_event_type_t type) const { return event_.type == type; }

  void advance() {
    yaml_event_delete(&event_);
    if (yaml_parser_parse(&parser_, &event_) == 0)
      base::fail(base::Status::parse, "{}, line {}: {}", what_, parser_.problem_mark.line + 1,
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
    base::fail(base::Status::parse, "{}, line {}: {}", what_, event_.start_mark.line + 1, why);
  }

 private:
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

  std::string what_;
  Parser parser_;
  Event event_;
};

}  // namespace cartwright::inventory
