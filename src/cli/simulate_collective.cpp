// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "cli/present.hpp"
#include "cli/progress.hpp"
#include "cli/simulate.hpp"
#include "fluid/collective_times.hpp"
#include "placement/parse_job.hpp"
#include "report/collective_report.hpp"
#include "report/job_report.hpp"
#include "report/report.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>

namespace cartwright::cli {

namespace {

std::vector<double> parse_sizes(const std::string& list) {
  std::vector<double> sizes;
  std::istringstream in(list);
  for (std::string text; std::getline(in, text, ',');) {
    const double size = placement::parse_bytes(text);
    if (size < 1 || size != std::floor(size))
      base::fail(base::Status::invalid_argument, "--bytes {}: a block has at least one byte", text);
    if (!sizes.empty() && size <= sizes.back())
      base::fail(base::Status::invalid_argument, "--bytes {}: give block sizes in ascending order", list);
    sizes.push_back(size);
  }
  if (sizes.empty()) base::fail(base::Status::invalid_argument, "--bytes is empty: give block sizes, as in 8,1KiB");
  return sizes;
}

}  // namespace

int simulate_collective(SimulateOptions options) {
  fluid::Model model = make_model(options);
  model.sharing = fluid::Sharing::equal;
  report::CollectiveStudy study{.exchange = traffic::parse_exchange(options.collective),
                                .sizes = parse_sizes(options.bytes)};
  if (options.ranks_per_node == 0) options.ranks_per_node = 1;
  options.bytes = "1";
  options.mapping = "blocked";
  options.pattern = "alltoall";
  const NetworkJob job = make_network_job(options);
  study.nodes = job.nodes.size();
  study.on_node = job.ranks_per_node;
  if (study.nodes * study.on_node < 2)
    base::fail(base::Status::invalid_argument, "one process exchanges nothing: change --count or --ranks-per-node");
  const Progress progress(options.quiet || options.json, "simulating");
  fluid::CollectiveTimes times(*job.network, job.nodes.items(), job.routing, model);
  const std::span<const traffic::CollectiveWay> ways = traffic::collective_ways(study.exchange);
  study.radix = times.costs().radix(study.nodes);
  for (const traffic::CollectiveWay& way : ways) {
    study.steps.push_back(times.times(way.steps(study.nodes, study.on_node, study.radix)));
    progress.show(static_cast<double>(study.steps.size()) / static_cast<double>(ways.size()));
  }
  report::Json report = report::report_head("simulate");
  report["network"] = report::network_json(*job.network, options.network);
  report["collective"] = report::collective_json(study);
  report["collective"]["model"] = report::model_json(model, 0);
  present(report, report::collective_text(report, make_style(options)), options);
  return 0;
}

}  // namespace cartwright::cli
