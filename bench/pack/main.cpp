// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Measures how fast Cartwright, C code and MPIs pack and unpack layouts, or send them there and back, all in one run,
// in turns. run.sh finds the MPIs; the program also runs without any. tables.py makes tables of the report.
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/random.hpp"
#include "base/temporary_folder.hpp"
#include "base/text.hpp"
#include "datatype/notation.hpp"
#include "jit/packer.hpp"
#include "lib/options.hpp"
#include "lib/write_report.hpp"
#include "pack/contender.hpp"
#include "report/box_stats.hpp"

namespace cartwright::bench {

namespace {

/// Object members keep the order in which they were written.
using Json = nlohmann::ordered_json;

struct Options {
  bool quick = false;
  std::vector<std::string> parts = {"cache", "memory", "milc", "nested", "random", "commit"};
  std::vector<std::string> only;
  std::vector<std::string> workers;    ///< ID=COMMAND
  std::vector<std::string> preloaded;  ///< ID=COMMAND, each the same as a worker or a job except for the preload
  std::vector<std::string> jobs;       ///< ID=COMMAND, for round trips
  std::string compiler = "cc";
  std::string milc;  ///< a file of datatypes, one per line
  int core = -1;
};

/// ID and command of a worker.
std::pair<std::string, std::string> split_worker(const std::string& worker) {
  const std::size_t equals = worker.find('=');
  if (equals == std::string::npos) base::fail(base::Status::parse, "worker '{}': write ID=COMMAND", worker);
  return {worker.substr(0, equals), worker.substr(equals + 1)};
}

Effort effort_for(const std::string& residency, bool quick) {
  if (residency == "memory") return {quick ? 3 : 9, 0};
  return quick ? Effort{9, 5e-5} : Effort{};
}

/// The datatypes of a file; none for "".
std::vector<Case> milc_cases(const std::string& path) {
  std::vector<Case> cases;
  if (path.empty()) return cases;
  const std::string text = base::read_file(path);
  base::Lines lines(text);
  while (const auto line = lines.next()) {
    std::string name(line->text);
    if (std::ranges::find(cases, name, &Case::name) != cases.end()) continue;
    const datatype::TypePtr type = datatype::parse_type(name);
    cases.push_back({std::move(name), "MILC", type});
  }
  return cases;
}

std::vector<Case> cases_of(const std::string& residency, const Options& options) {
  if (residency == "milc") return selected(milc_cases(options.milc), options.only);
  if (residency == "nested") return selected(nested_cases(), options.only);
  if (residency == "random") return selected(random_cases(), options.only);
  return selected(residency == "cache" ? cached_cases() : large_cases(), options.only);
}

std::vector<std::unique_ptr<Contender>> contenders_of(const Buffers& buffers, const CompiledC& code,
                                                      const Options& options) {
  std::vector<std::unique_ptr<Contender>> contenders;
  contenders.push_back(std::make_unique<Ours>(buffers));
  contenders.push_back(std::make_unique<Copy>(buffers));
  for (const Knowledge known : {Knowledge::parameters, Knowledge::constants})
    contenders.push_back(std::make_unique<Compiled>(buffers, code, known));
  for (const std::string& worker : options.workers) {
    const auto [id, command] = split_worker(worker);
    contenders.push_back(std::make_unique<MpiWorker>(buffers, id, command));
  }
  return contenders;
}

Json described(const std::vector<std::unique_ptr<Contender>>& contenders) {
  Json list = Json::array();
  for (const auto& contender : contenders) {
    const std::string& id = contender->id();
    const std::string mpi = id.starts_with("openmpi") ? "openmpi" : id.starts_with("mpich") ? "mpich" : "";
    list.push_back({{"id", id}, {"title", contender->title()}, {"mpi", mpi}});
  }
  return list;
}

Json result_of(const std::vector<std::unique_ptr<Contender>>& contenders, const std::string& residency,
               const Case& what, bool pack, const Rounds& rounds) {
  Json seconds, speedup;
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    seconds[contenders[i]->id()] = median(rounds[i]);
    if (i > 0) speedup[contenders[i]->id()] = ratio(rounds[i], rounds[0]);
  }
  return {{"residency", residency}, {"direction", pack ? "pack" : "unpack"},
          {"layout", what.name},    {"application", what.application},
          {"bytes", what.bytes()},  {"list", what.list},
          {"seconds", seconds},     {"speedup", speedup}};
}

void measure_residency(Json& report, const std::string& residency, const Options& options) {
  const std::vector<Case> cases = cases_of(residency, options);
  if (cases.empty()) return;
  Buffers buffers(cases);
  const base::TemporaryFolder folder("cartwright-bench");
  const CompiledC code(
      compile_c(cases, {Knowledge::parameters, Knowledge::constants}, options.compiler, folder.path().string()));
  const std::vector<std::unique_ptr<Contender>> contenders = contenders_of(buffers, code, options);
  report["contenders"] = described(contenders);

  const Effort effort = effort_for(residency, options.quick);
  for (const Case& each : cases) {
    buffers.clear();
    for (const auto& contender : contenders) {
      contender->choose(each);
      check(*contender, each, buffers);
    }
    for (const bool pack : {true, false})
      report["results"].push_back(
          result_of(contenders, residency, each, pack, measure(runs_of(contenders, pack), effort)));
  }
}

/// Doubles at random positions.
Case list_of(std::int64_t entries) {
  base::Random random(static_cast<std::uint64_t>(entries));
  std::vector<std::int32_t> displacements(entries);
  std::int32_t at = 0;
  for (std::int32_t& displacement : displacements) displacement = at += static_cast<std::int32_t>(2 + random.below(30));
  return {fmt::format("list of {}", entries), "list",
          datatype::indexed_block(1, datatype::Integers(std::move(displacements)), datatype::basic_named("double")), 0,
          true};
}

/// The time from the type to the code of both directions. Nothing is kept: every time is the first.
Json commit_cost(const Case& what, int rounds) {
  std::vector<double> seconds;
  Json kernels;
  for (int round = 0; round < rounds; ++round) {
    const double start = wall_seconds();
    const auto packer = jit::Packer::of(datatype::normalize(*what.type));
    packer->prepare();
    seconds.push_back(wall_seconds() - start);
    const jit::Statistics pack = packer->statistics(jit::Direction::pack);
    const jit::Statistics unpack = packer->statistics(jit::Direction::unpack);
    kernels = {{"kernel", pack.kernel}, {"code_bytes", pack.code_bytes + unpack.code_bytes}};
  }
  Json cost = {{"layout", what.name}, {"application", what.application}, {"list", what.list}};
  cost["seconds"] = median(seconds);
  cost.update(kernels);
  return cost;
}

/// The part "commit" of the report.
Json commit_costs(const std::vector<Case>& milc, bool quick) {
  Json costs = Json::array();
  for (const std::vector<Case>& cases : {cached_cases(), milc})
    for (const Case& each : cases) costs.push_back(commit_cost(each, quick ? 9 : 51));
  costs.push_back(commit_cost(list_of(3000), quick ? 9 : 51));
  costs.push_back(commit_cost(list_of(6000000), quick ? 3 : 9));
  return costs;
}

/// The part "preload": the time that the preload adds to calls of MPI.
Json preload_costs(const Options& options) {
  Json costs = Json::array();
  const std::int64_t commits = options.quick ? 8 : 64;
  for (const std::string& preloaded : options.preloaded) {
    const auto [id, command] = split_worker(preloaded);
    const auto plain = std::ranges::find_if(
        options.workers, [&](const std::string& worker) { return split_worker(worker).first == id; });
    if (plain == options.workers.end())
      base::fail(base::Status::invalid_argument, "no worker '{}' to compare with", id);
    const std::vector<Case> cases = cached_cases();  // with all below
    Buffers buffers(cases);
    std::vector<std::unique_ptr<Contender>> both;
    both.push_back(std::make_unique<MpiWorker>(buffers, id, split_worker(*plain).second));
    both.push_back(std::make_unique<MpiWorker>(buffers, id, command));
    const auto add = [&](const std::string& call, const std::string& layout, double without, double with) {
      costs.push_back({{"mpi", id},
                       {"title", both[0]->title()},
                       {"call", call},
                       {"layout", layout},
                       {"plain", without},
                       {"preloaded", with}});
    };
    const auto choose = [&](const Case& what) {
      for (const auto& each : both) each->choose(what);
    };
    for (const Case& tiny : tiny_cases()) {
      choose(tiny);
      for (const bool pack : {true, false}) {
        const Rounds rounds = measure(runs_of(both, pack), {options.quick ? 9 : 51, 5e-5});
        add(pack ? "MPI_Pack" : "MPI_Unpack", tiny.name, median(rounds[0]), median(rounds[1]));
      }
    }
    for (const std::string name : {"NAS_LU_y 12", "face x n=32 h=2", "WRF_x_sa 8x8", "LAMMPS_full 3062"}) {
      choose(case_named(name));
      Rounds rounds(2);
      for (int round = 0; round < (options.quick ? 3 : 15); ++round)
        for (const std::size_t i : {0U, 1U})
          rounds[i].push_back(static_cast<MpiWorker&>(*both[i]).commit(commits) / static_cast<double>(commits));
      add("MPI_Type_commit", name, median(rounds[0]), median(rounds[1]));
    }
  }
  return costs;
}

/// Runs all measurements of packing that the options select. Binds this process to one core. The report has
///   "machine": text; "compiler": its command;
///   "contenders": [{"id", "title", "mpi": "openmpi", "mpich" or ""}];
///   "results": one per residency, layout and direction:
///     "residency": "cache", "memory" or "milc" (MILC's list, in cache); "direction": "pack" or "unpack"; "layout",
///     "application"; "bytes"; "list"; "seconds": {id: median of a call};
///     "speedup": {id: its time over ours, median of the rounds};
///   "commit": one per layout: "layout", "application", "list", "seconds", "kernel", "code_bytes" of both directions;
///   "preload": seconds of a call without and with the preload: "mpi", "title", "call", "layout", "plain", "preloaded".
Json measured(const Options& options) {
  // This process and those it starts share the caches of one core.
  stay_on(options.core < 0 ? sched_getcpu() : options.core);
  Json report = {{"program", "pack"},
                 {"machine", machine_line()},
                 {"compiler", options.compiler + " -O3 -march=native"},
                 {"contenders", Json::array()},
                 {"results", Json::array()},
                 {"commit", Json::array()},
                 {"preload", preload_costs(options)}};
  for (const std::string& part : options.parts) {
    if (part == "commit")
      report["commit"] = commit_costs(milc_cases(options.milc), options.quick);
    else
      measure_residency(report, part, options);
  }
  return report;
}

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

Jobs start(const Options& options, const std::string& library) {
  Jobs jobs;
  const auto add = [&](const std::string& command) {
    jobs.programs.push_back(std::make_unique<Program>(command, library));
    return jobs.programs.back()->read();
  };
  for (const std::string& job : options.jobs) {
    const auto [id, command] = split_worker(job);
    jobs.mpis.push_back({{"id", id}, {"title", add(command)}});
    for (const char* way : {"types", "manual", "contiguous"})
      jobs.ways.push_back({id, way, jobs.programs.back().get(), way});
  }
  for (const std::string& job : options.preloaded) {
    const auto [id, command] = split_worker(job);
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

/// Round trips of layouts between two processes of one node, without and with libcartwright_preload, in turns
/// (ping_pong_worker.cpp). The report has
///   "machine": text;
///   "mpis": [{"id", "title"}];
///   "results": one per MPI and layout: "mpi": its id; "layout", "application"; "bytes"; "seconds": lower quartiles of
///     a round trip by "types" (the MPI alone), "manual" (a loop in C), "contiguous" (as many bytes that need no
///     packing), "preloaded" (types under libcartwright_preload), where a preload was given.
Json round_trips(const Options& options) {
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

void run(int argc, char** argv) {
  Options options;
  std::string json;
  CommandLine line("Packing, unpacking and round trips of layouts, compared with C code and MPIs");
  line.add_flag("--quick", options.quick, "Fewer rounds, in a few seconds");
  line.add_option("--only", options.only, "Only layouts whose names contain this");
  line.add_option("--parts", options.parts, "Parts to run")
      ->delimiter(',')
      ->check(CLI::IsMember({"cache", "memory", "milc", "nested", "random", "commit"}));
  line.add_option("--worker", options.workers, "openmpi-NAME=COMMAND or mpich-NAME=COMMAND: an MPI to measure");
  line.add_option("--job", options.jobs,
                  "ID=COMMAND: mpirun -n 2 WORKER of an MPI, for round trips in place of packing");
  line.add_option("--preloaded", options.preloaded, "The same as a worker or a job, under libcartwright_preload");
  line.add_option("--milc", options.milc, "A file of datatypes, one per line, for the part milc");
  line.add_option("--cc", options.compiler, "C compiler for the compared C code");
  line.add_option("--core", options.core, "Core to run on");
  line.add_option("--json", json, "Write the report to this file, not to standard output");
  line.read(argc, argv);
  write_report(options.jobs.empty() ? measured(options) : round_trips(options), json);
}

}  // namespace
}  // namespace cartwright::bench

int main(int argc, char** argv) { return cartwright::bench::plain_main("pack", argc, argv, cartwright::bench::run); }
