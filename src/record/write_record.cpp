// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/record_file.hpp"

#include <nlohmann/json.hpp>

namespace cartwright::record {

namespace {

using Json = nlohmann::ordered_json;

std::string line(const Json& json) {
  // Names of programs and hosts need not be UTF-8.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json columns(const std::vector<Flow>& flows, Way way, std::int64_t rank) {
  Json to = Json::array();
  Json from = Json::array();
  Json messages = Json::array();
  Json bytes = Json::array();
  bool sent_by_others = false;
  for (const Flow& flow : flows) {
    if (flow.way != way) continue;
    to.push_back(flow.to);
    from.push_back(flow.from);
    messages.push_back(flow.messages);
    bytes.push_back(flow.bytes);
    sent_by_others |= flow.from != rank;
  }
  if (to.empty()) return {};
  Json made = {{"to", std::move(to)}};
  if (sent_by_others) made["from"] = std::move(from);
  made["messages"] = std::move(messages);
  made["bytes"] = std::move(bytes);
  return made;
}

}  // namespace

std::string line_of(const Header& header) {
  Json json = {
      {"format", "cartwright record"}, {"version", 2},      {"ranks", header.ranks},    {"program", header.program},
      {"arguments", header.arguments}, {"mpi", header.mpi}, {"started", header.started}};
  if (!header.calibrated.empty()) json["calibrated"] = header.calibrated;
  return line(json);
}

std::string line_of(const RankRecord& rank) {
  Json json = {{"rank", rank.rank}, {"host", rank.host}, {"seconds", rank.seconds}};
  if (!rank.finished) json["finished"] = false;
  if (rank.counted) json["counted"] = true;
  if (rank.by_nodes) json["by_nodes"] = true;
  for (std::size_t way = 0; way < way_names.size(); ++way)
    if (Json flows = columns(rank.flows, static_cast<Way>(way), rank.rank); !flows.is_null())
      json[std::string(way_names[way])] = std::move(flows);
  for (const Group& group : rank.groups) {
    Json members = Json::array();
    for (const RankRun& run : group.members) members.push_back({run.first, run.stride, run.count});
    json["groups"].push_back({{"id", group.id}, {"members", std::move(members)}});
  }
  for (const Collective& one : rank.collectives) {
    Json row = {{"group", one.group}, {"kind", one.kind}};
    if (one.root >= 0) row["root"] = one.root;
    row["calls"] = one.calls;
    row["bytes"] = one.bytes;
    if (one.by_tables) row["by_tables"] = true;
    json["collectives"].push_back(std::move(row));
  }
  for (const CallCount& one : rank.calls)
    json["calls"].push_back({{"call", one.call}, {"calls", one.calls}, {"bytes", one.bytes}});
  for (const UsedType& one : rank.types)
    json["datatypes"].push_back({{"type", one.type}, {"items", one.items}, {"uses", one.uses}});
  if (!rank.windows.empty()) {
    json["window_seconds"] = rank.window_seconds;
    for (const Window& window : rank.windows)
      json["windows"].push_back({{"bytes", window.bytes}, {"same", window.same}});
  }
  return line(json);
}

}  // namespace cartwright::record
