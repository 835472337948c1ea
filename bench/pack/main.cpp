// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// How fast layouts are packed and unpacked by Cartwright, by C code, and by MPIs: all in one run, in turns. run.sh
// beside this finds the MPIs; without any it runs by itself.
#include "base/error.hpp"
#include "base/output_file.hpp"
#include "machine_line.hpp"
#include "pack/measure.hpp"
#include "pack/report.hpp"
#include "report/box_stats.hpp"

#include <CLI/CLI.hpp>

#include <sched.h>

namespace cartwright::bench {

namespace {

struct Options {
  bool quick = false;
  std::vector<std::string> only, residencies = {"cache", "memory"}, workers;
  std::string compiler = "cc", json;
  int core = -1;
};

/// This process and those it starts, so that they share its caches. The core they are on if none is given.
void stay_on(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(core < 0 ? sched_getcpu() : core), &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0) fail(Status::invalid_argument, "no core {} here", core);
}

Effort effort_for(const std::string& residency, bool quick) {
  if (residency == "memory") return {quick ? 3 : 9, 0};
  return quick ? Effort{9, 5e-5} : Effort{};
}

Json result_of(const std::vector<std::unique_ptr<Contender>>& contenders, const std::string& residency,
               const Case& what, bool pack, const Rounds& rounds) {
  Json seconds, speedup;
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    seconds[contenders[i]->id()] = box_stats(rounds[i]).median;
    if (i > 0) speedup[contenders[i]->id()] = ratio(rounds[i], rounds[0]);
  }
  return {{"residency", residency}, {"direction", pack ? "pack" : "unpack"},
          {"layout", what.name},    {"application", what.application},
          {"bytes", what.bytes()},  {"list", what.list},
          {"seconds", seconds},     {"speedup", speedup}};
}

void measure_residency(Json& report, const std::string& residency, const Options& options) {
  const std::vector<Case> cases = selected(residency == "cache" ? cached_cases() : large_cases(), options.only);
  if (cases.empty()) return;
  std::int64_t data_bytes = 0, packed_bytes = 0;
  for (const Case& each : cases) {
    data_bytes = std::max({data_bytes, each.reach(), each.at + each.bytes()});
    packed_bytes = std::max(packed_bytes, each.bytes());
  }
  Buffers buffers(data_bytes, packed_bytes);
  const CompiledC code(cases, options.compiler);
  std::vector<std::unique_ptr<Contender>> contenders;
  contenders.push_back(ours(buffers));
  contenders.push_back(plain_copy(buffers));
  contenders.push_back(compiled_c(buffers, code, Knowledge::parameters));
  contenders.push_back(compiled_c(buffers, code, Knowledge::constants));
  for (const std::string& worker : options.workers) {
    const std::size_t equals = worker.find('=');
    contenders.push_back(mpi_worker(buffers, worker.substr(0, equals), worker.substr(equals + 1)));
  }
  report["contenders"] = Json::array();
  for (const auto& contender : contenders) {
    const std::string& id = contender->id();
    report["contenders"].push_back({{"id", id},
                                    {"title", contender->title()},
                                    {"mpi", id.starts_with("openmpi") ? "openmpi"
                                            : id.starts_with("mpich") ? "mpich"
                                                                      : ""}});
  }

  const Effort effort = effort_for(residency, options.quick);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    buffers.clear();
    for (const auto& contender : contenders) {
      contender->choose(i, cases[i]);
      check(*contender, cases[i], buffers);
    }
    for (const bool pack : {true, false})
      report["results"].push_back(result_of(contenders, residency, cases[i], pack, measure(contenders, pack, effort)));
  }
}

Json measured(const Options& options) {
  stay_on(options.core);
  Json report = {{"program", "pack"},
                 {"machine", machine_line()},
                 {"compiler", options.compiler + " -O3 -march=native"},
                 {"contenders", Json::array()},
                 {"results", Json::array()}};
  for (const std::string& residency : options.residencies) measure_residency(report, residency, options);
  if (report["results"].empty()) fail(Status::invalid_argument, "no layout has such a name: see docs/benchmarks.md");
  return report;
}

int parse_and_run(int argc, char** argv) {
  Options options;
  CLI::App app("Packing and unpacking of layouts, beside C code and MPIs");
  app.add_flag("--quick", options.quick, "A few seconds: fewer rounds");
  app.add_option("--only", options.only, "Only layouts whose names contain this");
  app.add_option("--in", options.residencies, "cache, memory or both (the default)")
      ->delimiter(',')
      ->check(CLI::IsMember({"cache", "memory"}));
  app.add_option("--worker", options.workers, "openmpi-NAME=PROGRAM or mpich-NAME=PROGRAM: an MPI to measure");
  app.add_option("--cc", options.compiler, "The C compiler for what C code can do");
  app.add_option("--core", options.core, "Where to run");
  app.add_option("--json", options.json, "Everything that was measured");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  const Json report = measured(options);
  fmt::print("{}", pack_text(report));
  if (!options.json.empty()) write_file(options.json, report.dump(1) + "\n", Existing::replace);
  return 0;
}

}  // namespace
}  // namespace cartwright::bench

int main(int argc, char** argv) {
  try {
    return cartwright::bench::parse_and_run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "pack: {}\n", error.what());
    return 1;
  }
}
