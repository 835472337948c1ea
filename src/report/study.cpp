// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/study.hpp"

#include "grid/dims.hpp"
#include "grid/parse.hpp"
#include "report/box_stats.hpp"
#include "report/study_p.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <nlohmann/json.hpp>

namespace cartwright::report {

namespace {

constexpr std::array<const char*, 3> stencils = {"nn", "hops", "component"};

/// The results of one stencil and mapping over all instances.
struct Sample {
  std::vector<double> sum, max;
  double total = 0;
  double seconds = 0;
};

Json stats_json(const std::vector<double>& sample) {
  const BoxStats stats = box_stats(sample);
  return {{"median", stats.median},
          {"confidence", {stats.confidence_low, stats.confidence_high}},
          {"quartiles", {stats.lower_quartile, stats.upper_quartile}},
          {"whiskers", {stats.lower_whisker, stats.upper_whisker}},
          {"outliers", stats.outliers}};
}

double reduction(double cost, double blocked) { return blocked == 0 ? 1.0 : cost / blocked; }

mapping::Problem study_problem(const StudyInstance& instance, const char* stencil) {
  const machine::Machine machine = machine::Machine::nodes(machine::Sizes::equal(instance.nodes, instance.processes));
  return {grid::Grid(grid::dims_create(machine.size(), instance.ndims)), grid::parse_stencil(stencil, instance.ndims),
          machine};
}

/// Runs all mappings on one instance and adds the results to the samples.
Json run_instance(const StudyInstance& instance, const char* stencil, const std::vector<std::string>& mappings,
                  choose::Request request, std::map<std::string, Sample>& samples) {
  const mapping::Problem problem = study_problem(instance, stencil);
  const std::vector<double> bounds = choose::level_bounds(problem);
  request.mapping = "blocked";
  const cost::LevelCut blocked = choose::solve(problem, request, bounds).cuts.front();
  Json costs = Json::array();
  for (const std::string& mapping : mappings) {
    request.mapping = mapping;
    const choose::Result result = is_partitioner(mapping) ? run_partitioner(problem, request.options.seed)
                                                          : choose::solve(problem, request, bounds);
    const cost::LevelCut& cut = result.cuts.front();
    costs.push_back({{"mapping", mapping},
                     {"algorithm", result.algorithm},
                     {"j_sum", json_number(cut.j_sum)},
                     {"j_max", json_number(cut.j_max)},
                     {"seconds", result.seconds}});
    Sample& sample = samples[mapping];
    sample.sum.push_back(reduction(cut.j_sum, blocked.j_sum));
    sample.max.push_back(reduction(cut.j_max, blocked.j_max));
    sample.total += cut.j_sum;
    sample.seconds += result.seconds;
  }
  const grid::Coords& dims = problem.grid().dims();
  return {{"stencil", stencil},
          {"nodes", instance.nodes},
          {"processes_per_node", instance.processes},
          {"dims", std::vector(dims.begin(), dims.end())},
          {"blocked", {{"j_sum", json_number(blocked.j_sum)}, {"j_max", json_number(blocked.j_max)}}},
          {"lower_bound", json_number(bounds.front())},
          {"mappings", costs}};
}

}  // namespace

void check_study_mapping(const std::string& name) {
  if (is_partitioner(name))
    check_partitioner();
  else if (name != "auto")
    mapping::find_algorithm(name);
}

std::vector<StudyInstance> study_instances() {
  std::vector<StudyInstance> instances;
  for (const std::size_t ndims : {2, 3})
    for (std::int64_t nodes = 10; nodes <= 31; nodes += 3)
      for (const std::int64_t processes : {10, 13, 16, 19, 22, 25, 28, 31, 32})
        instances.push_back({nodes, processes, ndims});
  return instances;
}

Json run_study(const std::vector<std::string>& mappings, const choose::Request& request) {
  const std::vector<StudyInstance> instances = study_instances();
  choose::Request quiet = request;
  quiet.options.progress = nullptr;  // only the study itself reports progress
  Json all = Json::array();
  Json summary = Json::array();
  for (const char* stencil : stencils) {
    std::map<std::string, Sample> samples;
    double bound = 0;
    for (const StudyInstance& instance : instances) {
      if (request.options.progress)
        request.options.progress(static_cast<double>(all.size()) /
                                 static_cast<double>(instances.size() * stencils.size()));
      all.push_back(run_instance(instance, stencil, mappings, quiet, samples));
      bound += all.back()["lower_bound"].get<double>();
    }
    for (const std::string& mapping : mappings) {
      const Sample& sample = samples[mapping];
      summary.push_back({{"stencil", stencil},
                         {"mapping", mapping},
                         {"total_j_sum", json_number(sample.total)},
                         {"total_lower_bound", json_number(bound)},
                         {"seconds", sample.seconds},
                         {"sum", stats_json(sample.sum)},
                         {"max", stats_json(sample.max)}});
    }
  }
  Json claims = study_claims(summary);
  return {{"instances", all}, {"summary", summary}, {"claims", std::move(claims)}};
}

std::string study_text(const Json& report, const Style& style) {
  using Align = Table::Align;
  const auto median = [](const Json& stats) {
    const double value = stats["median"];
    return fmt::format("{:.3f} +- {:.3f}", value, stats["confidence"][1].get<double>() - value);
  };
  std::string out = fmt::format("{} instances per stencil; medians of J / J_blocked with 95 % confidence intervals\n",
                                report["instances"].size() / stencils.size());
  for (const char* stencil : stencils) {
    Table table({{stencil, Align::left},
                 {"J_sum"},
                 {"J_max"},
                 {"total J_sum", Align::right, 3},
                 {"lower bound", Align::right, 1},
                 {"mean time", Align::right, 2}});
    for (const Json& row : report["summary"])
      if (row["stencil"] == stencil)
        table.add_row({row["mapping"], median(row["sum"]), median(row["max"]), number_text(row["total_j_sum"]),
                       number_text(row["total_lower_bound"]),
                       seconds_text(row["seconds"].get<double>() * static_cast<double>(stencils.size()) /
                                    static_cast<double>(report["instances"].size()))});
    out.append("\n").append(table.text(style));
  }
  return out + study_claims_text(report["claims"], style);
}

}  // namespace cartwright::report
