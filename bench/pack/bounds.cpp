// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// How near the kernels come to what this processor can do. For each layout in cache, the program counts the loads, the
// stores and the cache lines that no code can avoid (work.hpp), takes the rates of the processor (rates.hpp), and
// compares the largest of these times with the measured one. `bounds [--quick]` prints means over each application.
#include "lib/program.hpp"
#include "pack/contender.hpp"
#include "pack/layouts.hpp"
#include "pack/rates.hpp"
#include "report/table.hpp"

#include <array>
#include <cmath>

namespace cartwright::bench {

namespace {

constexpr const char* resources[] = {"loads", "stores", "lines read", "lines written"};

/// The seconds that each resource needs at least.
using Needs = std::array<double, std::size(resources)>;

Needs needs_of(const Work& work, bool pack, const Rates& rates) {
  const auto moves = [](std::int64_t narrow, double narrow_rate, std::int64_t wide, double wide_rate) {
    return 1e-9 * (static_cast<double>(narrow) / narrow_rate + static_cast<double>(wide) / wide_rate);
  };
  if (pack)
    return {moves(work.narrow, rates.narrow_loads, work.wide, rates.wide_loads),
            moves(0, rates.narrow_stores, work.packed, rates.wide_stores), seconds_to_load_lines(work.lines),
            seconds_to_store_lines(work.packed_lines)};
  return {moves(0, rates.narrow_loads, work.packed, rates.wide_loads),
          moves(work.narrow, rates.narrow_stores, work.wide, rates.wide_stores),
          seconds_to_load_lines(work.packed_lines), seconds_to_store_lines(work.lines)};
}

/// Logarithms of ratios of measured time to bound, and how often each resource was the bound.
struct Nearness {
  double sum = 0;
  double least = 1e9;
  int layouts = 0;
  std::array<int, std::size(resources)> bound_by{};

  void add(const Needs& needs, double seconds) {
    const auto most = std::ranges::max_element(needs);
    const double near = *most / seconds;
    sum += std::log(near);
    least = std::min(least, near);
    ++layouts;
    ++bound_by[static_cast<std::size_t>(most - needs.begin())];
  }
  std::string mean() const { return fmt::format("{:.2f}", std::exp(sum / layouts)); }
  std::string bound() const {
    return resources[static_cast<std::size_t>(std::ranges::max_element(bound_by) - bound_by.begin())];
  }
};

struct Class {
  std::string name;
  int layouts = 0;
  double block = 0;  ///< sum of the mean bytes of blocks
  double lines = 0;  ///< sum of the lines of data for each packed line
  Nearness pack;
  Nearness unpack;
};

std::vector<Case> measured_cases() {
  std::vector<Case> cases = cached_cases();
  for (const auto& more : {nested_cases(), random_cases()})
    for (const Case& each : more)
      if (each.reach() <= 512 * 1024) cases.push_back(each);
  return cases;
}

void run_bounds(int argc, char** argv) {
  const bool quick = quick_asked(argc, argv);
  const std::vector<Case> cases = measured_cases();
  Buffers buffers(cases);
  std::vector<std::unique_ptr<Contender>> contenders;
  contenders.push_back(std::make_unique<Ours>(buffers));
  const Rates rates = measured_rates();
  const Effort effort = quick ? Effort{9, 5e-5} : Effort{31, 1e-4};
  std::vector<Class> classes;
  for (const Case& each : cases) {
    if (classes.empty() || classes.back().name != each.application) classes.emplace_back().name = each.application;
    Class& its = classes.back();
    const Work work = work_of(*each.type, widest_register());
    ++its.layouts;
    its.block += static_cast<double>(work.bytes) / static_cast<double>(work.blocks);
    its.lines += static_cast<double>(work.lines) / static_cast<double>(work.packed_lines);
    buffers.clear();
    contenders[0]->choose(each);
    check(*contenders[0], each, buffers);
    for (const bool pack : {true, false}) {
      Rounds rounds = measure(runs_of(contenders, pack), effort);
      (pack ? its.pack : its.unpack).add(needs_of(work, pack, rates), median(rounds[0]));
    }
  }
  report::Table table({{"layouts of", report::Table::Align::left},
                       {"layouts"},
                       {"bytes a block"},
                       {"lines a packed line"},
                       {"pack bound by", report::Table::Align::left},
                       {"near"},
                       {"least"},
                       {"unpack bound by", report::Table::Align::left},
                       {"near"},
                       {"least"}});
  for (const Class& each : classes)
    table.add_row({each.name, fmt::to_string(each.layouts), fmt::format("{:.0f}", each.block / each.layouts),
                   fmt::format("{:.1f}", each.lines / each.layouts), each.pack.bound(), each.pack.mean(),
                   fmt::format("{:.2f}", each.pack.least), each.unpack.bound(), each.unpack.mean(),
                   fmt::format("{:.2f}", each.unpack.least)});
  fmt::print("{}\n", machine_line());
  fmt::print(
      "In each cycle ({:.2f} ns): {:.1f} loads and {:.1f} stores of 8 bytes, {:.1f} loads and {:.1f} stores of {} "
      "bytes\n\n",
      1 / rates.cycles, rates.narrow_loads / rates.cycles, rates.narrow_stores / rates.cycles,
      rates.wide_loads / rates.cycles, rates.wide_stores / rates.cycles, widest_register());
  fmt::print("{}", table.text({}));
}

}  // namespace

}  // namespace cartwright::bench

int main(int argc, char** argv) {
  return cartwright::bench::plain_main("bounds", argc, argv, cartwright::bench::run_bounds);
}
