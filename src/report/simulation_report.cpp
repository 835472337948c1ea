// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/simulation_report.hpp"

#include "report/link_report.hpp"
#include "report/report.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cartwright::report {

namespace {

Json ratio_of(double launched, double mapped) { return mapped > 0 ? Json(launched / mapped) : Json(); }

std::string headline(const Json& report) {
  const Json& simulation = report["simulation"];
  const Json& job = report["jobs"][0];
  const std::string size = [&] {
    const auto bytes = job["bytes"].get<double>();
    const ByteUnit unit = byte_unit(bytes);
    return fmt::format("{} {} per message", unit.text(bytes), unit.name);
  }();
  const std::string pattern = job["pattern"];
  const std::string where = fmt::format("{} ranks on {} nodes of {}", job["ranks"].get<std::int64_t>(),
                                        job["nodes"].get<std::int64_t>(), report["network"]["text"].get<std::string>());
  if (simulation.contains("program"))
    return fmt::format("{}, {}, SimGrid {}\nbusiest link: for one iteration of {}, {}\n\n",
                       simulation["program"].get<std::string>(), where, simulation["simgrid"].get<std::string>(),
                       pattern, size);
  return simulation.contains("record") ? fmt::format("all messages of {} at once, {}\n\n", pattern, where)
                                       : fmt::format("one iteration of {}, {}, {}\n\n", pattern, size, where);
}

}  // namespace

Json model_json(const fluid::Model& model, double tolerance) {
  const auto bandwidth = [](double value) { return value < fluid::Model::unlimited ? Json(value) : Json(); };
  return {{"sharing", fluid::to_string(model.sharing)},        {"link_latency", model.link_latency},
          {"message_latency", model.message_latency},          {"copy_latency", model.copy_latency},
          {"message_overhead", model.message_overhead},        {"node_bandwidth", bandwidth(model.node_bandwidth)},
          {"copy_bandwidth", bandwidth(model.copy_bandwidth)}, {"tolerance", tolerance}};
}

void add_runs(Json& simulation, std::span<const SimulatedRun> runs) {
  simulation["runs"] = Json::array();
  for (const SimulatedRun& run : runs) {
    Json row = {{"order", run.order},
                {"mapping", run.mapping},
                {"predicted_seconds", json_number(run.predicted_seconds)},
                {"simulated_seconds", json_number(run.simulated_seconds)},
                {"seconds", run.seconds}};
    if (run.simulated) {
      row["transfers"] = run.simulated->transfers;
      row["steps"] = run.simulated->steps;
    }
    simulation["runs"].push_back(std::move(row));
  }
  simulation["predicted_ratio"] = ratio_of(runs[0].predicted_seconds, runs[1].predicted_seconds);
  simulation["ratio"] = ratio_of(runs[0].simulated_seconds, runs[1].simulated_seconds);
}

std::string simulation_text(const Json& report, const Style& style) {
  const Json& simulation = report["simulation"];
  Table table({{"order", Table::Align::left}, {"mapping", Table::Align::left, 1}, {"busiest link"}, {"simulated"}});
  for (const Json& run : simulation["runs"])
    table.add_row(
        {run["order"], run["mapping"], seconds_text(run["predicted_seconds"]), seconds_text(run["simulated_seconds"])});
  const auto ratio = [&](const char* name) {
    return simulation[name].is_null() ? std::string("-") : fmt::format("{:.2f}", simulation[name].get<double>());
  };
  table.add_row({"ratio", "", ratio("predicted_ratio"), ratio("ratio")}, Table::Emphasis::good);
  return headline(report) + table.text(style);
}

}  // namespace cartwright::report
