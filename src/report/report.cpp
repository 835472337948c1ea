// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/report.hpp"

#include "base/version.hpp"

#include <nlohmann/json.hpp>

namespace cartwright::report {

Json report_head(std::string_view command) {
  return {{"schema", report_schema}, {"command", command}, {"version", base::version_string}};
}

Json grid_json(const grid::Grid& grid) {
  Json dims = Json::array();
  Json periods = Json::array();
  for (std::size_t i = 0; i < grid.ndims(); ++i) {
    dims.push_back(grid.dim(i));
    periods.push_back(grid.periodic(i));
  }
  return {{"dims", dims}, {"periods", periods}, {"processes", grid.size()}};
}

Json stencil_json(const grid::Stencil& stencil, std::string_view text) {
  Json offsets = Json::array();
  for (const grid::Offset& offset : stencil.offsets())
    offsets.push_back(
        {{"delta", std::vector(offset.delta.begin(), offset.delta.end())}, {"weight", json_number(offset.weight)}});
  return {{"text", text}, {"offsets", offsets}};
}

Json machine_json(const machine::Machine& machine, std::string_view spec) {
  Json levels = Json::array();
  for (const machine::Level& level : machine.levels()) {
    Json runs = Json::array();
    std::int64_t parts = 0;
    for (const machine::Sizes::Run& run : level.sizes.runs()) {
      runs.push_back({{"count", run.last_part - parts}, {"size", run.size}});
      parts = run.last_part;
    }
    levels.push_back({{"level", level.name}, {"domains", level.sizes.count()}, {"sizes", runs}});
  }
  Json json = {{"text", spec},
               {"processes", machine.size()},
               {"nodes", machine.node_sizes().count()},
               {"node_level", machine.node_level()},
               {"levels", levels}};
  if (!machine.hosts().empty()) json["hosts"] = machine.hosts();
  return json;
}

namespace {

Json gap_json(double j_sum, double bound) {
  const std::optional<double> value = bound::gap(j_sum, bound);
  return value ? json_number(*value) : Json(nullptr);
}

}  // namespace

Json mapping_json(const mapping::Problem& problem, const choose::Result& result, const std::vector<double>& bounds) {
  const std::size_t node = problem.machine().node_level();
  const cost::LevelCut& cut = result.cuts[node];
  Json levels = Json::array();
  for (std::size_t i = 0; i < result.cuts.size(); ++i) {
    const cost::LevelCut& at = result.cuts[i];
    levels.push_back({{"level", at.level},
                      {"domains", at.per_domain.size()},
                      {"j_sum", json_number(at.j_sum)},
                      {"j_max", json_number(at.j_max)},
                      {"lower_bound", json_number(bounds[i])},
                      {"gap", gap_json(at.j_sum, bounds[i])}});
  }
  Json json = {{"mapping", result.mapping}, {"algorithm", result.algorithm}};
  if (result.mapping == "auto") json["tier"] = choose::to_string(result.tier);
  json.update(Json{{"seed", result.seed},
                   {"j_sum", json_number(cut.j_sum)},
                   {"j_max", json_number(cut.j_max)},
                   {"lower_bound", json_number(bounds[node])},
                   {"gap", gap_json(cut.j_sum, bounds[node])},
                   {"seconds", result.seconds},
                   {"levels", levels},
                   {"notes", result.notes}});
  return json;
}

void add_source(Json& mapping) {
  const std::string name = mapping["mapping"];
  mapping["source"] = name == "auto" ? "Cartwright" : mapping::find_algorithm(name).source;
}

Json baseline_json(const mapping::Problem& problem, const std::vector<double>& bounds) {
  return mapping_json(problem, choose::solve(problem, {.mapping = "blocked", .options = {}}, bounds), bounds);
}

}  // namespace cartwright::report
