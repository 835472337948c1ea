// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/traffic_options.hpp"

#include "base/checked.hpp"
#include "machine/readers.hpp"
#include "record/record_file.hpp"

#include <unordered_map>

namespace cartwright::cli {

namespace {

/// The domain of each slot of a level.
std::vector<int> domains(const machine::Sizes& sizes) {
  std::vector<int> made;
  int domain = 0;
  for (const std::int64_t size : sizes.expand()) made.insert(made.end(), static_cast<std::size_t>(size), domain++);
  return made;
}

}  // namespace

choose::RankLocations locations_on(const machine::Machine& machine, std::int64_t ranks) {
  if (machine.size() != ranks)
    base::fail(base::Status::invalid_argument,
               "the machine has {} slots, but there are {} ranks: give a machine with one slot for each",
               machine.size(), ranks);
  std::vector<choose::RankLevel> levels;
  for (std::size_t i = machine.node_level(); i < machine.levels().size(); ++i)
    levels.push_back({machine.levels()[i].name, domains(machine.levels()[i].sizes)});
  return choose::RankLocations(levels);
}

RecordedTraffic read_traffic_record(const std::string& file) {
  RecordedTraffic made;
  made.record = record::read_record(file);
  made.pairs = record::pairs_of(made.record);
  made.pattern = record::find_pattern(made.pairs);
  made.structure = made.pattern.structure;
  made.parts = record::find_parts(made.record, made.pairs, made.structure);
  return made;
}

std::vector<int> node_of_rank(const record::Record& record) {
  // A process that left no record is taken to be on the node of the process before it.
  std::vector<int> nodes;
  std::unordered_map<std::string, int> number;
  auto next = record.ranks.begin();
  int node = 0;
  for (std::int64_t rank = 0; rank < record.header.ranks; ++rank) {
    if (next != record.ranks.end() && next->rank == rank)
      node = number.try_emplace((next++)->host, static_cast<int>(number.size())).first->second;
    nodes.push_back(node);
  }
  return nodes;
}

choose::RankLocations locations_of(const record::Record& record, const std::string& machine) {
  if (!machine.empty()) return locations_on(machine::read_machine(machine), record.header.ranks);
  return choose::RankLocations({{"node", node_of_rank(record)}});
}

choose::PlaceOptions place_options(const Options& options) {
  const choose::Request request = make_request(options);
  choose::PlaceOptions made;
  made.tier = request.tier;
  made.budget_seconds = request.options.budget_seconds;
  made.seed = request.options.seed;
  return made;
}

}  // namespace cartwright::cli
