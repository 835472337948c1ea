// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "pack/experiment.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/temporary_folder.hpp"
#include "base/text.hpp"
#include "datatype/notation.hpp"
#include "machine_line.hpp"
#include "report/box_stats.hpp"

#include <sched.h>

#include <algorithm>

namespace cartwright::bench {

namespace {

/// Binds this process and those it starts to one core: they share its caches. Without a core, the current one is taken.
void stay_on(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(core < 0 ? sched_getcpu() : core), &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0)
    base::fail(base::Status::invalid_argument, "there is no core {} here: give another one with --core", core);
}

Effort effort_for(const std::string& residency, bool quick) {
  if (residency == "memory") return {quick ? 3 : 9, 0};
  return quick ? Effort{9, 5e-5} : Effort{};
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
  contenders.push_back(ours(buffers));
  contenders.push_back(plain_copy(buffers));
  contenders.push_back(compiled_c(buffers, code, Knowledge::parameters));
  contenders.push_back(compiled_c(buffers, code, Knowledge::constants));
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
    seconds[contenders[i]->id()] = report::box_stats(rounds[i]).median;
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
  std::int64_t data_bytes = 0, packed_bytes = 0;
  for (const Case& each : cases) {
    data_bytes = std::max({data_bytes, each.reach(), each.at + each.bytes()});
    packed_bytes = std::max(packed_bytes, each.bytes());
  }
  Buffers buffers(data_bytes, packed_bytes);
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

}  // namespace

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

std::pair<std::string, std::string> split_worker(const std::string& worker) {
  const std::size_t equals = worker.find('=');
  if (equals == std::string::npos) base::fail(base::Status::parse, "worker '{}': write ID=COMMAND", worker);
  return {worker.substr(0, equals), worker.substr(equals + 1)};
}

Json measured(const Options& options) {
  stay_on(options.core);
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

}  // namespace cartwright::bench
