// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The cost of preparation: normal form and machine code of a type. And the time that the preload adds to calls of MPI.
#include "base/error.hpp"
#include "base/random.hpp"
#include "jit/packer.hpp"
#include "pack/experiment.hpp"
#include "report/box_stats.hpp"

#include <chrono>

namespace cartwright::bench {

namespace {

using Clock = std::chrono::steady_clock;

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
    const auto start = Clock::now();
    const auto packer = jit::Packer::of(datatype::normalize(*what.type));
    packer->prepare();
    seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    const jit::Statistics pack = packer->statistics(jit::Direction::pack);
    const jit::Statistics unpack = packer->statistics(jit::Direction::unpack);
    kernels = {{"kernel", pack.kernel}, {"code_bytes", pack.code_bytes + unpack.code_bytes}};
  }
  Json cost = {{"layout", what.name}, {"application", what.application}, {"list", what.list}};
  cost["seconds"] = report::box_stats(seconds).median;
  cost.update(kernels);
  return cost;
}

}  // namespace

Json commit_costs(const std::vector<Case>& milc, bool quick) {
  Json costs = Json::array();
  for (const std::vector<Case>& cases : {cached_cases(), milc})
    for (const Case& each : cases) costs.push_back(commit_cost(each, quick ? 9 : 51));
  costs.push_back(commit_cost(list_of(3000), quick ? 9 : 51));
  costs.push_back(commit_cost(list_of(6000000), quick ? 3 : 9));
  return costs;
}

Json preload_costs(const Options& options) {
  Json costs = Json::array();
  const std::int64_t commits = options.quick ? 8 : 64;
  for (const std::string& preloaded : options.preloaded) {
    const auto [id, command] = split_worker(preloaded);
    const auto plain = std::ranges::find_if(
        options.workers, [&](const std::string& worker) { return split_worker(worker).first == id; });
    if (plain == options.workers.end())
      base::fail(base::Status::invalid_argument, "no worker '{}' to compare with", id);
    Buffers buffers(1 << 20, 1 << 20);
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
        add(pack ? "MPI_Pack" : "MPI_Unpack", tiny.name, report::box_stats(rounds[0]).median,
            report::box_stats(rounds[1]).median);
      }
    }
    for (const std::string name : {"NAS_LU_y 12", "face x n=32 h=2", "WRF_x_sa 8x8", "LAMMPS_full 3062"}) {
      choose(case_named(name));
      Rounds rounds(2);
      for (int round = 0; round < (options.quick ? 3 : 15); ++round)
        for (const std::size_t i : {0U, 1U})
          rounds[i].push_back(static_cast<MpiWorker&>(*both[i]).commit(commits) / static_cast<double>(commits));
      add("MPI_Type_commit", name, report::box_stats(rounds[0]).median, report::box_stats(rounds[1]).median);
    }
  }
  return costs;
}

}  // namespace cartwright::bench
