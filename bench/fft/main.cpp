// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compares Cartwright's FFT with FFTW-MPI, and with FFTW in one process that uses all cores, in turns in one run.
// run.py adds mpi4py-fft.
#include "grid/parse.hpp"
#include "lib/options.hpp"
#include "lib/write_report.hpp"
#include "report.hpp"

#include <map>

namespace cartwright::bench {

namespace {

struct Options {
  std::string n = "128", json;
  Problem problem;
  std::vector<std::string> contenders = {"cartwright", "cartwright-natural", "fftw-mpi", "fftw-mpi-natural",
                                         "fftw-threads"};
  std::vector<std::string> methods = {""}, orders = {""}, grids = {""};
  int repeats = 11, warmup = 2;
  bool turns = false;
};

bool is_first() { return world_rank() == 0; }

/// "256" is a cube; "256x128x64" is not, and "256x256" has two dimensions.
std::vector<std::int64_t> parse_n(const std::string& text) {
  const grid::Coords dims = grid::parse_dims(text);
  if (dims.size() == 1) return {dims[0], dims[0], dims[0]};
  return {dims.begin(), dims.end()};
}

/// Adds Cartwright with all requested methods, orders and grids.
void add_cartwright(std::vector<std::pair<Entry, CartwrightChoice>>& ways, const Options& options, bool transposed) {
  const std::string natural = transposed ? "" : "-natural";
  for (const std::string& method : options.methods)
    for (const std::string& order : options.orders)
      for (const std::string& grid : options.grids) {
        CartwrightChoice choice = {transposed, method, order, {}};
        Entry entry;
        entry.name = "cartwright" + natural;
        entry.title = transposed ? "Cartwright" : "Cartwright, natural";
        entry.family = "cartwright";
        entry.transposed = transposed;
        for (const std::string& part : {method, order, grid}) {
          if (part.empty()) continue;
          entry.name += "/" + part;
          entry.title += ", " + part;
        }
        if (!grid.empty())
          for (const std::int64_t dim : grid::parse_dims(grid)) choice.grid.push_back(static_cast<int>(dim));
        ways.emplace_back(std::move(entry), std::move(choice));
      }
}

/// The contenders that can solve the problem here. The others, with the reason, go into `left_out`.
std::vector<Entry> make_entries(const Options& options, report::Json& left_out) {
  std::vector<std::pair<Entry, CartwrightChoice>> ways;
  for (const std::string& name : options.contenders) {
    const bool transposed = !name.ends_with("-natural") && name != "fftw-threads";
    if (name.starts_with("cartwright")) {
      add_cartwright(ways, options, transposed);
      continue;
    }
    Entry entry;
    entry.name = name;
    entry.family = name == "fftw-threads" ? name : "fftw-mpi";
    entry.title = name == "fftw-threads" ? "FFTW with threads" : transposed ? "FFTW-MPI" : "FFTW-MPI, natural";
    entry.transposed = transposed;
    ways.emplace_back(std::move(entry), CartwrightChoice{});
  }
  std::vector<Entry> entries;
  for (auto& [entry, choice] : ways) try {
      const double start = MPI_Wtime();
      entry.contender = entry.family == "cartwright" ? make_cartwright(options.problem, choice)
                        : entry.family == "fftw-mpi" ? make_fftw_mpi(options.problem, entry.transposed)
                                                     : make_fftw_threads(options.problem);
      entry.planning = MPI_Wtime() - start;
      entries.push_back(std::move(entry));
    } catch (const base::Error& error) {
      if (error.status() != base::Status::unsupported) throw;
      left_out.push_back({{"name", entry.name}, {"why", error.what()}});
    }
  if (entries.empty())
    base::fail(base::Status::unsupported, "no contender can solve this problem: {}", left_out.dump());
  return entries;
}

void run(Options options) {
  report::Json left_out = report::Json::array();
  std::vector<Entry> entries = make_entries(options, left_out);
  std::int64_t bytes = 0;
  for (const Entry& entry : entries) bytes = std::max(bytes, entry.contender->buffer_bytes());
  const Buffers buffers(bytes);
  for (Entry& entry : entries) prepare(entry, options.problem, buffers);
  for (int round = 0; round < options.warmup; ++round) run_round(entries, options.problem, buffers, round, false);

  std::size_t round = 0;
  const auto measure = [&](int rounds) {
    for (int i = 0; i < rounds; ++i) run_round(entries, options.problem, buffers, round++, true);
  };
  if (!options.turns) measure(options.repeats);
  while (options.turns) {
    if (is_first()) fmt::print("ready\n"), std::fflush(stdout);
    const int rounds = next_turn();
    if (rounds <= 0) break;
    wake_up(entries, options.problem, buffers, round);
    measure(rounds);
  }
  if (round == 0) return;
  const report::Json report = fft_report(options.problem, entries, left_out);
  if (is_first()) write_report(report, options.json);
}

/// Tells the library where to keep its wisdom. `folder` becomes empty if no contender keeps wisdom.
void keep_wisdom(std::string& folder) {
  if (folder.empty()) return;
  const bool off = folder == "off";
  setenv("CARTWRIGHT_FFT_WISDOM", off ? "off" : (folder + "/cartwright.json").c_str(), 1);
  if (off) folder.clear();
}

void parse_and_run(int argc, char** argv) {
  CommandLine line(
      "Forward and backward transforms by Cartwright, FFTW-MPI and FFTW with threads, in turns: medians of the time of "
      "the slowest process");
  Options options;
  const std::map<std::string, cw_fft_precision> precisions = {
      {"double", CW_FFT_DOUBLE}, {"float", CW_FFT_FLOAT}, {"long-double", CW_FFT_LONG_DOUBLE}};
  const std::map<std::string, cw_fft_effort> efforts = {
      {"estimate", CW_FFT_ESTIMATE}, {"measure", CW_FFT_MEASURE}, {"patient", CW_FFT_PATIENT}};
  line.add_option("--n", options.n, "Sizes, for example 256x128x64; one number: a cube");
  line.add_flag("--real", options.problem.real, "Real data: r2c and c2r");
  line.add_option("--precision", options.problem.precision, "double, float or long-double")
      ->transform(CLI::CheckedTransformer(precisions));
  line.add_option("--fields", options.problem.fields, "Arrays transformed by one call")->check(CLI::PositiveNumber);
  line.add_option("--effort", options.problem.effort, "Planning effort: estimate, measure (default) or patient")
      ->transform(CLI::CheckedTransformer(efforts));
  line.add_option("--contenders", options.contenders)
      ->delimiter(',')
      ->check(CLI::IsMember({"cartwright", "cartwright-natural", "fftw-mpi", "fftw-mpi-natural", "fftw-threads"}));
  line.add_option("--method", options.methods, "Methods of Cartwright's transposes, one contender each")
      ->delimiter(',');
  line.add_option("--order", options.orders,
                  "Orders of ranks in Cartwright's process grid: auto, row-major, column-major, morton")
      ->delimiter(',');
  line.add_option("--grid", options.grids, "Process grids of Cartwright: 4, 2x2")->delimiter(',');
  line.add_option("--repeats", options.repeats, "Rounds")->check(CLI::Range(1, 1000000));
  line.add_option("--warmup", options.warmup, "Rounds that are not measured, before the others")
      ->check(CLI::Range(0, 1000000));
  line.add_flag("--turns", options.turns,
                "Sleep, read a number of rounds from standard input, run them, and repeat until the input ends");
  line.add_option(
      "--wisdom", options.problem.wisdom,
      "Folder where each contender keeps the wisdom of FFTW, which it reads first; off: no contender keeps wisdom. "
      "Default: off for the others, and CARTWRIGHT_FFT_WISDOM for Cartwright");
  line.add_option("--json", options.json, "Write all measurements to this file");
  line.read(argc, argv, world_rank());
  options.problem.n = parse_n(options.n);
  keep_wisdom(options.problem.wisdom);
  run(std::move(options));
}

}  // namespace
}  // namespace cartwright::bench

int main(int argc, char** argv) {
  return cartwright::bench::mpi_main("fft", argc, argv, cartwright::bench::parse_and_run);
}
