// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/traffic_report.hpp"

#include "base/format_bytes.hpp"
#include "cost/graph_cut.hpp"
#include "datatype/type.hpp"
#include "record/joined_collectives.hpp"
#include "record/record_file.hpp"
#include "report/order_report.hpp"
#include "report/report.hpp"
#include "report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

namespace cartwright::report {

namespace {

struct Sum {
  std::int64_t calls = 0;
  double bytes = 0;
  void add(std::int64_t more_calls, double more_bytes) {
    calls += more_calls;
    bytes += more_bytes;
  }
};

Json record_json(const record::Record& record) {
  std::set<std::string> hosts;
  double seconds = 0;
  std::int64_t running = 0;
  for (const record::RankRecord& rank : record.ranks) {
    hosts.insert(rank.host);
    seconds = std::max(seconds, rank.seconds);
    running += rank.finished ? 0 : 1;
  }
  Json made = {{"program", record.header.program},
               {"mpi", record.header.mpi},
               {"started", record.header.started},
               {"ranks", record.header.ranks},
               {"recorded", record.ranks.size()},
               {"unfinished", running},
               {"hosts", hosts.size()},
               {"seconds", json_number(seconds)}};
  if (!record.header.calibrated.empty()) made["calibrated"] = record.header.calibrated;
  return made;
}

/// Calls and bytes by kind, most bytes first. `bytes` are those given to MPI by the callers.
Json kinds_json(const record::Record& record) {
  std::map<std::string, Sum> kinds;
  double all = 0;
  for (const record::RankRecord& rank : record.ranks) {
    for (const record::Flow& flow : rank.flows)
      if (flow.way < record::Way::collectives)  // otherwise the bytes given to MPI are in their kinds
        kinds[std::string(record::way_names[static_cast<std::size_t>(flow.way)])].add(flow.messages,
                                                                                      static_cast<double>(flow.bytes));
    for (const record::Collective& one : rank.collectives)
      if (!record::is_way(one.kind)) kinds[one.kind].add(one.calls, static_cast<double>(one.bytes));
  }
  for (const auto& [kind, sum] : kinds) all += sum.bytes;
  std::vector<std::pair<std::string, Sum>> sorted(kinds.begin(), kinds.end());
  std::ranges::stable_sort(sorted, std::greater{}, [](const auto& one) { return one.second.bytes; });
  Json rows = Json::array();
  for (const auto& [kind, sum] : sorted)
    rows.push_back({{"kind", kind},
                    {"calls", sum.calls},
                    {"bytes", json_number(sum.bytes)},
                    {"share", json_number(all > 0 ? sum.bytes / all : 0)}});
  return rows;
}

std::string members_text(const std::vector<record::RankRun>& members) {
  std::string text;
  for (std::size_t i = 0; i < members.size() && i < 4; ++i) {
    const record::RankRun& run = members[i];
    text += fmt::format("{}{}", i == 0 ? "" : ",", run.first);
    if (run.count > 1) text += fmt::format("-{}", run.first + (run.count - 1) * run.stride);
    if (run.count > 1 && run.stride != 1) text += fmt::format(":{}", run.stride);
  }
  return members.size() > 4 ? text + ",..." : text;
}

/// A name for groups of one shape: "all ranks", "dimension 1 of the grid", "groups of 4".
std::string shape_of(const std::vector<record::RankRun>& members, std::int64_t ranks,
                     const std::optional<record::Structure>& structure) {
  const std::int64_t count = record::count_of(members);
  if (count == ranks) return "all ranks";
  if (structure) {
    const std::vector<std::size_t> dimensions = record::dimensions_of(structure->grid, members);
    std::string names;
    for (const std::size_t i : dimensions) names += fmt::format("{}{}", names.empty() ? "" : ", ", i);
    if (!names.empty()) return fmt::format("along dimension{} {}", dimensions.size() > 1 ? "s" : "", names);
  }
  return fmt::format("groups of {}", count);
}

/// The name of the shape of each group.
std::map<std::uint64_t, std::string> shapes_of(const TrafficStudy& study) {
  std::map<std::uint64_t, std::string> made;
  for (const record::RankRecord& rank : study.record.ranks)
    for (const record::Group& group : rank.groups)
      made[group.id] = shape_of(group.members, study.record.header.ranks, study.pattern.structure);
  return made;
}

/// Bytes by communicator: those of one shape together.
Json groups_json(const TrafficStudy& study) {
  struct Shape {
    std::set<std::uint64_t> groups;
    std::string example;
    std::map<std::string, Sum> kinds;
    double bytes = 0;
  };
  const std::map<std::uint64_t, std::string> shape_of_group = shapes_of(study);
  std::map<std::string, Shape> shapes;
  for (const record::RankRecord& rank : study.record.ranks)
    for (const record::Group& group : rank.groups) {
      Shape& shape = shapes[shape_of_group.at(group.id)];
      shape.groups.insert(group.id);
      if (shape.example.empty()) shape.example = members_text(group.members);
    }
  for (const record::RankRecord& rank : study.record.ranks)
    for (const record::Collective& one : rank.collectives) {
      const auto found = shape_of_group.find(one.group);
      const char* const other = one.group == 0 ? "between two groups" : "unknown processes";
      Shape& shape = shapes[found == shape_of_group.end() ? other : found->second];
      shape.kinds[one.kind].add(one.calls, static_cast<double>(one.bytes));
      shape.bytes += static_cast<double>(one.bytes);
    }
  std::vector<std::pair<std::string, Shape>> sorted(shapes.begin(), shapes.end());
  std::ranges::stable_sort(sorted, std::greater{}, [](const auto& one) { return one.second.bytes; });
  Json rows = Json::array();
  for (const auto& [name, shape] : sorted) {
    if (shape.kinds.empty()) continue;
    Json kinds = Json::object();
    for (const auto& [kind, sum] : shape.kinds) kinds[kind] = {{"calls", sum.calls}, {"bytes", json_number(sum.bytes)}};
    rows.push_back({{"processes", name},
                    {"groups", shape.groups.size()},
                    {"example", shape.example},
                    {"bytes", json_number(shape.bytes)},
                    {"kinds", std::move(kinds)}});
  }
  return rows;
}

/// Collectives through the memory of nodes: one kind over groups of one shape together, most messages saved first.
Json joined_json(const TrafficStudy& study) {
  std::vector<int> node_of_rank(study.locations.rank_of_slot().size());
  machine::Slot slot(0);
  int node = 0;
  for (const std::int64_t size : study.locations.machine().node_sizes().expand()) {
    for (std::int64_t i = 0; i < size; ++i) node_of_rank[study.locations.rank_of_slot()[slot++].number()] = node;
    ++node;
  }
  const std::map<std::uint64_t, std::string> shapes = shapes_of(study);
  std::map<std::tuple<std::string, std::string, bool>, record::JoinedCollectives> sums;
  for (const record::JoinedCollectives& one : record::joined_collectives(study.record, node_of_rank)) {
    record::JoinedCollectives& sum = sums[{shapes.at(one.group), one.kind, one.too_large}];
    sum.calls += one.calls;
    sum.alone += one.alone;
    sum.joined += one.joined;
  }
  std::vector<std::pair<std::tuple<std::string, std::string, bool>, record::JoinedCollectives>> sorted(sums.begin(),
                                                                                                       sums.end());
  std::ranges::stable_sort(sorted, std::greater{}, [](const auto& one) { return one.second.alone.messages; });
  Json rows = Json::array();
  const auto amount = [](const record::Amount& of) -> Json {
    return {{"messages", of.messages}, {"bytes", json_number(of.bytes)}};
  };
  for (const auto& [key, sum] : sorted)
    rows.push_back({{"processes", std::get<0>(key)},
                    {"kind", std::get<1>(key)},
                    {"calls", sum.calls},
                    {"too_large", std::get<2>(key)},
                    {"alone", amount(sum.alone)},
                    {"joined", amount(sum.joined)}});
  return rows;
}

Json nodes_json(const TrafficStudy& study) {
  const choose::RankLocations& locations = study.locations;
  const machine::Machine& machine = locations.machine();
  const mapping::Graph graph = record::graph_of(study.pairs);
  const choose::RankPlacement& placement = study.order.placement;
  mapping::Order in_blocks(locations.rank_of_slot().size());
  std::iota(in_blocks.begin(), in_blocks.end(), grid::Cell(0));
  Json made = {{"nodes", machine.node_sizes().count()},
               {"as_it_ran", study.as_it_ran},
               {"bytes", json_number(study.pairs.total_bytes())},
               {"between", json_number(placement.nodes_before().j_sum)},
               {"busiest", json_number(placement.nodes_before().j_max)},
               {"between_in_blocks", json_number(cost::node_cut(graph, machine, in_blocks).j_sum)},
               {"between_ordered", json_number(placement.nodes_after().j_sum)},
               {"busiest_ordered", json_number(placement.nodes_after().j_max)},
               {"order", placement.mapping}};
  made.update(bounds_json(study.order.bounds));
  return made;
}

Json structure_json(const std::optional<record::Structure>& structure) {
  if (!structure) return nullptr;
  return {{"grid", grid_json(structure->grid)},
          {"stencil", stencil_json(structure->stencil, "recorded")},
          {"explained", json_number(structure->explained)},
          {"complete", json_number(structure->complete)}};
}

Json parts_json(const TrafficStudy& study) {
  Json rows = Json::array();
  for (const record::Part& part : study.parts)
    rows.push_back({{"ranks", part.ranks.size()},
                    {"members", members_text(record::runs_of(part.ranks))},
                    {"bytes", json_number(part.bytes)},
                    {"structure", structure_json(part.structure)}});
  return rows;
}

/// The sums of the windows of all processes. Processes may have windows of different lengths; only equal ones are
/// added.
Json windows_json(const record::Record& record) {
  double seconds = 0;
  for (const record::RankRecord& rank : record.ranks) seconds = std::max(seconds, rank.window_seconds);
  std::vector<double> bytes;
  std::vector<double> same;
  for (const record::RankRecord& rank : record.ranks) {
    if (rank.window_seconds != seconds) continue;
    bytes.resize(std::max(bytes.size(), rank.windows.size()));
    same.resize(bytes.size());
    for (std::size_t i = 0; i < rank.windows.size(); ++i) {
      const auto mine = static_cast<double>(rank.windows[i].bytes);
      bytes[i] += mine;
      same[i] += mine * rank.windows[i].same;
    }
  }
  Json rows = Json::array();
  for (std::size_t i = 0; i < bytes.size(); ++i)
    rows.push_back({{"bytes", json_number(bytes[i])}, {"same", json_number(bytes[i] > 0 ? same[i] / bytes[i] : 1)}});
  return {{"seconds", json_number(seconds)}, {"windows", std::move(rows)}};
}

Json types_json(const record::Record& record) {
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> types;
  for (const record::RankRecord& rank : record.ranks)
    for (const record::UsedType& one : rank.types) {
      types[one.type].first += one.items;
      types[one.type].second += one.uses;
    }
  Json rows = Json::array();
  for (const auto& [type, sums] : types) rows.push_back({{"type", type}, {"items", sums.first}, {"uses", sums.second}});
  return rows;
}

std::string percent_less(double from, double to) { return percent_text((from - to) / from) + " less"; }

/// What a user should do, one sentence each.
Json advice_json(const TrafficStudy& study, const Json& nodes) {
  Json advice = Json::array();
  const auto say = [&](std::string text) { advice.push_back(std::move(text)); };
  const double between = nodes["between"];
  const double in_blocks = nodes["between_in_blocks"];
  const double ordered = nodes["between_ordered"];
  const double bound = nodes["bound"];
  const bool proven = nodes["bound_proven"];
  const std::string certain = proven_text(nodes);
  const std::string model =
      proven ? "" : ", under a model of what is sent" + (certain.empty() ? "" : "; proven: " + certain);
  const double bytes = nodes["bytes"];
  if (const std::string missing = record::missing_ranks(study.record); !missing.empty())
    say(fmt::format("{}, so the traffic is incomplete", missing));
  if (study.pairs.unknown_bytes > 0)
    say(fmt::format("{} of collectives are left out: the first process of their communicators left no record",
                    base::format_bytes(study.pairs.unknown_bytes)));
  if (nodes["nodes"].get<std::int64_t>() == 1) {
    say("all processes ran on one node: with --machine NODESxPROCESSES, this shows what an order gains on more nodes");
    return advice;
  }
  if (bytes == 0 || between == 0) {
    say("nothing goes between nodes: there is nothing to gain");
    return advice;
  }
  if (study.as_it_ran && in_blocks < 0.9 * between)
    say(
        fmt::format("the launcher did not place consecutive ranks on a node: in blocks the program sends {} between "
                    "nodes, {} (mpirun --map-by core, srun --distribution=block)",
                    base::format_bytes(in_blocks), percent_less(between, in_blocks)));
  if (ordered < between)
    say(fmt::format("another order of the ranks sends {} between nodes, {}: cartwright order finds it",
                    base::format_bytes(ordered), percent_less(between, ordered)));
  else if (between <= bound * (1 + 1e-9))
    say("no order sends less between nodes" + (proven ? ": the bytes are at the proven lower bound" : model));
  else
    say(fmt::format("no better order was found; at least {} go between nodes in any order{}", base::format_bytes(bound),
                    model));
  if (study.pairs.spread_bytes > bytes)
    say(fmt::format("{} are all-to-alls of nearly all processes, which no order changes much",
                    base::format_bytes(study.pairs.spread_bytes)));
  return advice;
}

}  // namespace

Json pattern_json(const record::Pattern& pattern) {
  if (pattern.kind.empty()) return nullptr;
  return {{"kind", pattern.kind},
          {"name", pattern.text},
          {"or", pattern.others},
          {"explained", json_number(pattern.explained)}};
}

Json traffic_advice(const TrafficStudy& study) { return advice_json(study, nodes_json(study)); }

Json traffic_json(const TrafficStudy& study) {
  Json made = report_head("traffic");
  made["record"] = record_json(study.record);
  made["kinds"] = kinds_json(study.record);
  made["groups"] = groups_json(study);
  made["modeled_bytes"] =
      json_number(study.pairs[record::Source::tables].bytes + study.pairs[record::Source::assumed].bytes);
  made["amounts"] = amounts_json(study.pairs);
  made["nodes"] = nodes_json(study);
  made["joined"] = joined_json(study);
  made["pattern"] = pattern_json(study.pattern);
  made["structure"] = structure_json(study.pattern.structure);
  made["parts"] = parts_json(study);
  made["explained"] = json_number(!study.parts.empty()      ? record::explained_by(study.parts, study.pairs)
                                  : study.pattern.structure ? study.pattern.structure->explained
                                                            : 0);
  made["stability"] = windows_json(study.record);
  made["datatypes"] = types_json(study.record);
  made["advice"] = advice_json(study, made["nodes"]);
  return made;
}

}  // namespace cartwright::report
