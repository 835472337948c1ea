// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/network_study.hpp"
#include "base/output_file.hpp"
#include "cli/network.hpp"
#include "cli/present.hpp"
#include "cli/progress.hpp"
#include "grid/dims.hpp"
#include "network/networks.hpp"
#include "report/job_report.hpp"
#include "report/link_report.hpp"

#include <array>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

int network_study(const NetworkCommandOptions& options) {
  const base::Existing existing = options.force ? base::Existing::replace : base::Existing::refuse;
  constexpr std::array figures = {"figure6.svg", "figure7.svg", "figure8.svg"};
  if (!options.svg.empty())
    for (const char* const figure : figures) base::check_writable(options.svg + figure, existing);
  if (!(options.point_nanoseconds >= 0))
    base::fail(base::Status::invalid_argument, "--point-time {} is not a time: give nanoseconds, 0 or more",
               options.point_nanoseconds);
  if (options.supernodes < 2)
    base::fail(base::Status::invalid_argument, "--supernodes {} is too few: give 2 or more", options.supernodes);
  report::NetworkStudy study;
  study.supernodes = options.supernodes;
  study.point_seconds = options.point_nanoseconds * 1e-9;
  study.budget_seconds = make_request(options).options.budget_seconds;
  study.seed = options.seed;
  const std::string spec = fmt::format("percs:supernodes={}", options.supernodes);
  const auto network = network::read_network(spec);
  report::Json report = report::report_head("network");
  report["action"] = "study";
  report["network"] = report::network_json(*network, spec);
  {
    const Progress progress(options.quiet, "study");
    study.progress = [&](double share) { progress.show(share); };
    report["studies"] = report::run_network_study(*network, study);
  }
  if (!options.svg.empty()) {
    const report::Json& rows = report["studies"][0]["loads"];
    const std::string where = fmt::format("4-D stencil on {} supernodes", options.supernodes);
    base::write_file(
        options.svg + figures[0],
        report::histograms_svg("Direct routing: " + where, report::rows_of(rows, traffic::Routing::Kind::minimal)),
        existing);
    base::write_file(
        options.svg + figures[1],
        report::histograms_svg("Indirect routing: " + where, report::rows_of(rows, traffic::Routing::Kind::valiant)),
        existing);
    base::write_file(options.svg + figures[2], report::averages_svg("Bytes over links: " + where, rows), existing);
  }
  present(report, report::network_study_text(report, make_style(options)), options);
  return 0;
}

}  // namespace cartwright::cli
