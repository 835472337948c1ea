// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command.hpp"
#include "cli/doctor_findings.hpp"
#include "cli/present.hpp"
#include "report/report.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

namespace cartwright::cli {

namespace {

std::string_view to_string(Finding::State state) {
  switch (state) {
    case Finding::State::works: return "works";
    case Finding::State::found: return "found";
    case Finding::State::absent: return "absent";
    case Finding::State::trouble: return "trouble";
  }
  return "";
}

/// What to do next: with a launcher that works, or else is here, and no more processes than a launcher starts unasked.
std::vector<std::string> next_steps(const std::vector<Finding>& findings) {
  std::vector<std::string> steps;
  const Finding* launcher = nullptr;
  for (const Finding::State state : {Finding::State::found, Finding::State::works})
    for (const Finding& finding : findings)
      if (finding.topic == "launcher" && finding.state == state &&
          (launcher == nullptr || launcher->state != finding.state))
        launcher = &finding;
  if (launcher != nullptr) {
    const std::string name = launcher->what.substr(0, launcher->what.find_first_of(",:"));
    const unsigned processes = std::clamp(std::thread::hardware_concurrency(), 1U, 4U);
    const std::string launch = fmt::format("{} -n {}", name == "flux" ? "flux run" : name, processes);
    steps = {fmt::format("cartwright run --report -- {} ./app", launch),
             fmt::format("cartwright record -- {} ./app", launch), "cartwright traffic traffic.record"};
  } else {
    steps.emplace_back("load the module of an MPI, or install openmpi-bin or mpich; then: cartwright doctor");
  }
  steps.emplace_back("cartwright map --dims 50x48 --machine 50x48");
  return steps;
}

std::string doctor_text(const report::Json& doctor, const report::Style& style) {
  std::string out;
  for (const report::Json& finding : doctor["findings"]) {
    const std::string state =
        fmt::format("{:7}  {:7}", finding["state"].get<std::string>(), finding["obtained"].get<std::string>());
    const bool works = finding["state"] == to_string(Finding::State::works);
    const bool absent = finding["state"] == to_string(Finding::State::absent);
    out += fmt::format("{}  {:14}  {}\n",
                       works    ? style.good(state)
                       : absent ? style.dim(state)
                                : style.bold(state),
                       finding["topic"].get<std::string>(), finding["what"].get<std::string>());
    if (finding.contains("advice")) out += fmt::format("{:34}{}\n", "", finding["advice"].get<std::string>());
  }
  out += "\n" + style.bold("next") + "\n";
  for (const report::Json& step : doctor["next"]) out += fmt::format("  {}\n", step.get<std::string>());
  return out;
}

int doctor(const Options& options) {
  std::vector<Finding> findings;
  for (const auto find : {find_interposers, find_libraries, find_hwloc, find_launchers, find_batch_system,
                          find_processors, find_network, find_measured, find_memory, find_cache, find_gpu})
    std::ranges::move(find(), std::back_inserter(findings));
  report::Json report = report::report_head("doctor");
  report::Json& rows = report["doctor"]["findings"] = report::Json::array();
  for (const Finding& finding : findings) {
    report::Json row = {{"state", to_string(finding.state)},
                        {"obtained", base::to_string(finding.obtained)},
                        {"topic", finding.topic},
                        {"what", finding.what}};
    if (!finding.advice.empty()) row["advice"] = finding.advice;
    rows.push_back(row);
  }
  report["doctor"]["next"] = next_steps(findings);
  present(report, doctor_text(report["doctor"], make_style(options)), options);
  return std::ranges::count(findings, Finding::State::trouble, &Finding::state) == 0 ? 0 : 1;
}

Action add_doctor(CLI::App& app) {
  auto options = std::make_shared<Options>();
  add_output_options(app, *options);
  return [options] { return doctor(*options); };
}

}  // namespace

Command doctor_command() {
  return {
      .name = "doctor",
      .summary = "Show what works here, and what to do about the rest",
      .description =
          "Looks for launchers and libraries of MPIs, hwloc, the batch system, the network, measured links, "
          "processors, "
          "executable and shared memory, the cache and GPUs.\n\n"
          "The first column says \"works\"; \"found\" if the thing is here, and more is not known; \"absent\" if it is "
          "not "
          "here; \"trouble\" if it does not work as it should.\n\n"
          "The second column says how that was obtained. \"tried\": each library is loaded into a process of its MPI, "
          "which calls it; a launcher starts such a process with the interposer. \"read\": from a file. \"queried\": "
          "the "
          "system says so, and nothing was run. \"assumed\": a default, because nothing is known.\n\n"
          "The exit status is 0 if nothing is in trouble, and 1 otherwise. What is absent is not counted: not "
          "everybody needs it. docs/trust.md lists what ran on which systems.",
      .examples = {{"What works here", "cartwright doctor"}, {"For a script", "cartwright doctor --json"}},
      .add = add_doctor,
  };
}

}  // namespace cartwright::cli
