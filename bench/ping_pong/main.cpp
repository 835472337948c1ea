// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Round trips of layouts between two processes of one node, without and with libcartwright_preload, in turns
// (worker.cpp). bench/pack/run.sh finds the MPIs, and pack/tables.py makes tables of the report:
//   "machine": text;
//   "mpis": [{"id", "title"}];
//   "results": one per MPI and layout: "mpi": its id; "layout", "application"; "bytes"; "seconds": lower quartiles of a
//     round trip by "types" (the MPI alone), "manual" (a loop in C), "contiguous" (as many bytes that need no packing),
//     "preloaded" (types under libcartwright_preload), where a preload was given.
#include "main.hpp"
#include "base/error.hpp"
#include "base/temporary_folder.hpp"
#include "base/text.hpp"
#include "machine_line.hpp"
#include "pack/c_code.hpp"
#include "pack/measure.hpp"
#include "pack/program.hpp"
#include "report/box_stats.hpp"
#include "write_report.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace cartwright::bench {

namespace {

using Json = nlohmann::ordered_json;

struct Options {
  bool quick = false;
  std::vector<std::string> only;
  std::vector<std::string> jobs, preloaded;  ///< ID=COMMAND
  std::string compiler = "cc";
};

/// One way to send: a job and its commands.
struct Way {
  std::string mpi, name;
  Program* job;
  std::string command;
};

/// The jobs of all MPIs, waiting, and the ways they know.
struct Jobs {
  std::vector<std::unique_ptr<Program>> programs;
  std::vector<Way> ways;
  Json mpis = Json::array();
};

std::pair<std::string, std::string> split(const std::string& job) {
  const std::size_t equals = job.find('=');
  if (equals == std::string::npos) base::fail(base::Status::parse, "job '{}': write ID=COMMAND", job);
  return {job.substr(0, equals), job.substr(equals + 1)};
}

Jobs start(const Options& options, const std::string& library) {
  Jobs jobs;
  const auto add = [&](const std::string& command) {
    jobs.programs.push_back(std::make_unique<Program>(command, library));
    return jobs.programs.back()->read();
  };
  for (const std::string& job : options.jobs) {
    const auto [id, command] = split(job);
    jobs.mpis.push_back({{"id", id}, {"title", add(command)}});
    for (const char* way : {"types", "manual", "contiguous"})
      jobs.ways.push_back({id, way, jobs.programs.back().get(), way});
  }
  for (const std::string& job : options.preloaded) {
    const auto [id, command] = split(job);
    add(command);
    jobs.ways.push_back({id, "preloaded", jobs.programs.back().get(), "types"});
  }
  return jobs;
}

/// Lower quartiles: other work on one of the two cores delays a round trip by a time slice, and only ever delays
/// it.
Json result_of(const Case& what, const std::string& mpi, const std::vector<Way>& ways, const Rounds& rounds) {
  Json row = {{"mpi", mpi},
              {"layout", what.name},
              {"application", what.application},
              {"bytes", what.bytes()},
              {"seconds", Json::object()}};
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (ways[i].mpi != mpi) continue;
    row["seconds"][ways[i].name] = report::box_stats(rounds[i]).lower_quartile;
  }
  return row;
}

Json measured(const Options& options) {
  const base::TemporaryFolder folder("cartwright-bench");
  const std::vector<Case> cases = selected(message_cases(), options.only);
  const std::string library = compile_c(cases, {Knowledge::parameters}, options.compiler, folder.path().string());
  const Jobs jobs = start(options, library);
  std::vector<Run> runs;
  for (const Way& way : jobs.ways)
    runs.emplace_back(
        [&way](std::int64_t calls) { return std::stod(way.job->ask(fmt::format("{} {}", way.command, calls))); });
  Json report = {
      {"program", "ping_pong"}, {"machine", machine_line()}, {"mpis", jobs.mpis}, {"results", Json::array()}};
  for (const Case& what : cases) {
    for (const auto& program : jobs.programs) program->ask("choose " + what.name);
    const Rounds rounds = measure(runs, options.quick ? Effort{11, 2e-4} : Effort{41, 2e-4});
    for (const Json& mpi : jobs.mpis) report["results"].push_back(result_of(what, mpi["id"], jobs.ways, rounds));
  }
  return report;
}

int parse_and_run(int argc, char** argv) {
  Options options;
  std::string json;
  CLI::App app("Round trips of layouts between two processes, without and with libcartwright_preload");
  app.add_flag("--quick", options.quick, "Fewer rounds");
  app.add_option("--only", options.only, "Only layouts whose names contain this");
  app.add_option("--job", options.jobs, "ID=COMMAND: mpirun -n 2 WORKER of an MPI");
  app.add_option("--preloaded", options.preloaded, "The same under libcartwright_preload, with the same ID");
  app.add_option("--cc", options.compiler, "The C compiler for manual packing");
  app.add_option("--json", json, "Write the report to this file, not to standard output");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  write_report(measured(options), json);
  return 0;
}

}  // namespace
}  // namespace cartwright::bench

int main(int argc, char** argv) {
  return cartwright::bench::plain_main("ping_pong", argc, argv, cartwright::bench::parse_and_run);
}
