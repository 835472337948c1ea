// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/measured.hpp"

#include "base/error.hpp"
#include "base/json_input.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <tuple>

namespace cartwright::machine {

namespace {

constexpr const char* measured_schema = "cartwright-measure/1";

nlohmann::ordered_json interval_json(const Interval& interval) {
  return {{"median", interval.median}, {"low", interval.low}, {"high", interval.high}};
}

double positive(const nlohmann::json& object, std::string_view what, const char* name) {
  const double value = base::expect_number(base::member(object, what, name), name);
  if (!std::isfinite(value) || value <= 0)
    base::fail(base::Status::parse, "{} of {} is {}, not a positive number", name, what, value);
  return value;
}

Interval read_interval(const nlohmann::json& object, std::string_view what, const char* name) {
  const nlohmann::json& value = base::member(object, what, name);
  const Interval interval = {positive(value, name, "median"), positive(value, name, "low"),
                             positive(value, name, "high")};
  if (interval.low > interval.median || interval.high < interval.median)
    base::fail(base::Status::parse, "{} of {}: the median {} is not between low {} and high {}", name, what,
               interval.median, interval.low, interval.high);
  return interval;
}

std::int64_t read_count(const nlohmann::json& object, std::string_view what, const char* name) {
  const std::int64_t value = base::expect_int(base::member(object, what, name), name);
  if (value < 1) base::fail(base::Status::parse, "{} of {} is {}: give 1 or more", name, what, value);
  return value;
}

bool read_bool(const nlohmann::json& object, std::string_view what, const char* name) {
  return base::expect_bool(base::member(object, what, name), fmt::format("{} of {}", name, what));
}

std::string read_string(const nlohmann::json& object, std::string_view what, const char* name) {
  return base::expect_string(base::member(object, what, name), name);
}

/// A list with at least one entry.
const nlohmann::json& read_list(const nlohmann::json& object, std::string_view what, const char* name) {
  const nlohmann::json& list = base::expect_array(base::member(object, what, name), name);
  if (list.empty()) base::fail(base::Status::parse, "{} of {} is empty", name, what);
  return list;
}

MeasuredLink read_link(const nlohmann::json& item) {
  MeasuredLink link = {.between = read_string(item, "a link", "between"),
                       .title = read_string(item, "a link", "title"),
                       .messages = {},
                       .messages_per_second = read_interval(item, "a link", "messages_per_second"),
                       .rings = {}};
  for (const nlohmann::json& message : read_list(item, "a link", "messages"))
    link.messages.push_back({read_count(message, "a message", "bytes"), read_interval(message, "a message", "seconds"),
                             read_interval(message, "a message", "bytes_per_second")});
  if (!std::ranges::is_sorted(link.messages, {}, &MeasuredMessage::bytes))
    base::fail(base::Status::parse, "the messages of {} are not sorted by bytes", base::quote(link.title));
  for (const nlohmann::json& ring : read_list(item, "a link", "rings"))
    link.rings.push_back({read_count(ring, "a ring", "processes"), read_bool(ring, "a ring", "toggled"),
                          read_count(ring, "a ring", "bytes"), read_interval(ring, "a ring", "bytes_per_second")});
  return link;
}

/// Null stands for never.
std::int64_t read_least_bytes(const nlohmann::json& same_node) {
  if (base::member(same_node, "same_node", "least_bytes").is_null()) return SameNode::never;
  return read_count(same_node, "same_node", "least_bytes");
}

SameNode read_same_node(const nlohmann::json& item) {
  SameNode same_node = {
      .least_bytes = read_least_bytes(item),
      .max_read_bytes = base::expect_int(base::member(item, "same_node", "most_read_bytes"), "most_read_bytes"),
      .messages = {}};
  if (same_node.max_read_bytes < 0)
    base::fail(base::Status::parse, "most_read_bytes of same_node is {}: give 0 or more", same_node.max_read_bytes);
  for (const nlohmann::json& message : read_list(item, "same_node", "messages"))
    same_node.messages.push_back({read_count(message, "a message", "bytes"), read_interval(message, "a message", "mpi"),
                                  read_interval(message, "a message", "copied"),
                                  read_interval(message, "a message", "read")});
  return same_node;
}

nlohmann::ordered_json same_node_json(const SameNode& same_node) {
  nlohmann::ordered_json messages = nlohmann::ordered_json::array();
  for (const MeasuredWays& message : same_node.messages)
    messages.push_back({{"bytes", message.bytes},
                        {"mpi", interval_json(message.mpi)},
                        {"copied", interval_json(message.copied)},
                        {"read", interval_json(message.read)}});
  nlohmann::ordered_json item = {{"least_bytes", same_node.least_bytes},
                                 {"most_read_bytes", same_node.max_read_bytes},
                                 {"messages", std::move(messages)}};
  if (same_node.least_bytes == SameNode::never) item["least_bytes"] = nullptr;
  return item;
}

Measured parse_measured(const nlohmann::json& root) {
  const std::string schema = read_string(root, "the document", "schema");
  if (schema != measured_schema)
    base::fail(base::Status::parse, "schema is {}, not {}: give a file that cartwright measure --output wrote",
               base::quote(schema), measured_schema);
  Measured measured = {.host = read_string(root, "the document", "host"),
                       .mpi = read_string(root, "the document", "mpi"),
                       .processes = read_count(root, "the document", "processes"),
                       .nodes = read_count(root, "the document", "nodes"),
                       .pretended = read_string(root, "the document", "pretended"),
                       .oversubscribed = read_bool(root, "the document", "oversubscribed"),
                       .rounds = read_count(root, "the document", "rounds"),
                       .elapsed = positive(root, "the document", "elapsed"),
                       .links = {},
                       .same_node = {},
                       .notes = {}};
  for (const nlohmann::json& item : read_list(root, "the document", "links")) measured.links.push_back(read_link(item));
  if (const auto item = root.find("same_node"); item != root.end()) measured.same_node = read_same_node(*item);
  for (const nlohmann::json& note : base::expect_array(base::member(root, "the document", "notes"), "notes"))
    measured.notes.push_back(base::expect_string(note, "a note"));
  return measured;
}

}  // namespace

void SameNode::decide() {
  least_bytes = never;
  for (const MeasuredWays& message : std::views::reverse(messages)) {
    if (message.copied.median >= message.mpi.median) break;
    least_bytes = message.bytes;
  }
  max_read_bytes = 0;
  for (const MeasuredWays& message : messages) {
    if (message.bytes < least_bytes) continue;
    if (message.read.median >= message.copied.median) break;
    max_read_bytes = message.bytes;
  }
}

const MeasuredMessage* MeasuredLink::cached() const {
  constexpr std::int64_t least = 1 << 10, most = 1 << 16;
  const MeasuredMessage* found = nullptr;
  for (const MeasuredMessage& message : messages)
    if (message.bytes >= least && message.bytes <= most) found = &message;
  return found;
}

const MeasuredRing& MeasuredLink::injection() const {
  const auto key = [](const MeasuredRing& ring) { return std::tuple(!ring.toggled, ring.processes, ring.bytes); };
  return *std::ranges::max_element(rings, {}, key);
}

const MeasuredLink* Measured::between_nodes() const {
  const auto found = std::ranges::find(links, "node", &MeasuredLink::between);
  return found == links.end() ? nullptr : &*found;
}

const MeasuredLink* Measured::in_node() const { return links.back().between == "process" ? &links.back() : nullptr; }

double Measured::memory_latency() const {
  return oversubscribed || in_node() == nullptr ? 0 : in_node()->latency().median;
}

base::Obtained obtained_nodes(const Measured& measured) {
  return measured.pretended.empty() ? base::Obtained::queried : base::Obtained::given;
}

nlohmann::ordered_json to_json(const Measured& measured) {
  nlohmann::ordered_json root = {
      {"schema", measured_schema},
      {"version", CARTWRIGHT_VERSION},
      {"host", measured.host},
      {"mpi", measured.mpi},
      {"processes", measured.processes},
      {"nodes", measured.nodes},
      {"pretended", measured.pretended},
      {"obtained", {{"nodes", to_string(obtained_nodes(measured))}, {"links", to_string(base::Obtained::measured)}}},
      {"oversubscribed", measured.oversubscribed},
      {"rounds", measured.rounds},
      {"elapsed", measured.elapsed},
      {"links", nlohmann::ordered_json::array()},
      {"notes", measured.notes}};
  for (const MeasuredLink& link : measured.links) {
    nlohmann::ordered_json messages = nlohmann::ordered_json::array(), rings = nlohmann::ordered_json::array();
    for (const MeasuredMessage& message : link.messages)
      messages.push_back({{"bytes", message.bytes},
                          {"seconds", interval_json(message.seconds)},
                          {"bytes_per_second", interval_json(message.bytes_per_second)}});
    for (const MeasuredRing& ring : link.rings)
      rings.push_back({{"processes", ring.processes},
                       {"toggled", ring.toggled},
                       {"bytes", ring.bytes},
                       {"bytes_per_second", interval_json(ring.bytes_per_second)}});
    root["links"].push_back({{"between", link.between},
                             {"title", link.title},
                             {"messages", std::move(messages)},
                             {"messages_per_second", interval_json(link.messages_per_second)},
                             {"rings", std::move(rings)}});
  }
  if (measured.same_node) root["same_node"] = same_node_json(*measured.same_node);
  return root;
}

Measured read_measured(std::string_view text, std::string_view what) try {
  return parse_measured(base::parse_json(text, "the document"));
} catch (const base::Error& error) {
  base::fail(error.status(), "{}: {}", what, error.what());
}

}  // namespace cartwright::machine
