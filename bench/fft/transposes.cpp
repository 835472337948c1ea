// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Measures the transpose of a slab decomposition, without transforms: every method of Cartwright, a copy of the same
// bytes in memory, and plain MPI. `mpirun -n N transposes --n 256` runs all of them in turns and prints medians of the
// slowest process.
#include "fft/exchange/exchange.hpp"
#include "lib/mpi_program.hpp"
#include "lib/options.hpp"
#include "lib/write_report.hpp"
#include "plain_transposes.hpp"

#include <functional>
#include <numeric>
#include <set>

namespace {

using namespace cartwright;
using bench::Complex;
using bench::Cube;
using bench::median;

struct Options {
  std::int64_t n = 128;
  int repeats = 9;
  std::string json;
  std::string nodes;
};

/// One of the ways that are measured.
struct Contender {
  std::string name;
  std::function<void()> prepare;  ///< not timed
  std::function<void()> run;
  std::function<std::int64_t(std::int64_t x, std::int64_t y, std::int64_t z)> index;
  std::vector<double> milliseconds = {};
};

/// An exchange of Cartwright.
struct Ours {
  fft::exchange::Times times;
  std::unique_ptr<fft::exchange::Exchange> exchange;
};

Complex element(const Cube& cube, std::int64_t x, std::int64_t y, std::int64_t z) {
  return {static_cast<double>((x * cube.n + y) * cube.n + z), 1};
}

void fill(const Cube& cube, Complex* before) {
  const std::int64_t first = cube.split().first(cube.rank);
  for (std::int64_t x = 0; x < cube.local_x(); ++x)
    for (std::int64_t y = 0; y < cube.n; ++y)
      for (std::int64_t z = 0; z < cube.n; ++z) *before++ = element(cube, first + x, y, z);
}

bool is_right(const Cube& cube, const Contender& contender, const Complex* after) {
  const std::int64_t first = cube.split().first(cube.rank);
  for (std::int64_t x = 0; x < cube.n; ++x)
    for (std::int64_t y = 0; y < cube.local_y(); ++y)
      for (std::int64_t z = 0; z < cube.n; ++z)
        if (after[contender.index(x, y, z)] != element(cube, x, first + y, z)) return false;
  return true;
}

/// Milliseconds from when all processes are ready until the last one is done.
double measure(const Contender& contender) {
  contender.prepare();
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  contender.run();
  return 1000 * bench::maximum(MPI_Wtime() - begin);
}

void print(const Cube& cube, const std::vector<Contender>& contenders, const std::string& head) {
  const double copy = median(contenders.front().milliseconds);
  const double plain = median(contenders[1].milliseconds);
  fmt::print("{}\n{:28} {:>10} {:>10} {:>10} {:>22}\n", head, "", "median ms", "least ms", "of memcpy",
             "plain MPI_Alltoallv is");
  for (const Contender& contender : contenders) {
    const double time = median(contender.milliseconds);
    fmt::print("{:28} {:10.3f} {:10.3f} {:10.2f} {:15.2f} slower\n", contender.name, time,
               std::ranges::min(contender.milliseconds), time / copy, plain / time);
  }
  fmt::print("{} elements of 16 bytes on each process\n", cube.local_before());
}

nlohmann::ordered_json report_of(const Options& options, const std::vector<Contender>& contenders, std::size_t nodes) {
  nlohmann::ordered_json report = {
      {"machine", bench::machine_line()}, {"mpi", bench::mpi_name()}, {"n", options.n},
      {"processes", bench::world_size()}, {"nodes", nodes},           {"repeats", options.repeats}};
  for (const Contender& contender : contenders)
    report["contenders"].push_back({{"name", contender.name},
                                    {"median_ms", median(contender.milliseconds)},
                                    {"milliseconds", contender.milliseconds}});
  return report;
}

void run(const Options& options) {
  Cube cube;
  cube.n = options.n;
  cube.members = bench::world_size();
  cube.rank = bench::world_rank();
  const std::int64_t size = sizeof(Complex);

  // As in plans: the strides of lines and planes are not powers of two.
  const std::int64_t line = (cube.n + 4) * size;
  const fft::exchange::Transpose transpose({{cube.n, line * cube.n + 4 * size}, {cube.n, line}, {cube.n, size}}, 0, 1,
                                           size, cube.members, cube.rank, cube.width);
  fft::exchange::Workspace workspace(MPI_COMM_WORLD, options.nodes);
  std::vector<int> members(cube.members);
  std::iota(members.begin(), members.end(), 0);
  std::set<int> nodes;
  for (const int member : members) nodes.insert(workspace.node_of(member));

  std::vector<Complex> before(cube.local_before());
  std::vector<Complex> after(std::max(cube.local_before(), cube.local_after()));
  fill(cube, before.data());

  std::vector<Contender> contenders;
  contenders.push_back({"memcpy of the same bytes",
                        [] {},
                        [&] { std::memcpy(after.data(), before.data(), before.size() * sizeof(Complex)); },
                        {}});
  bench::PlainAlltoallv alltoallv(cube, MPI_COMM_WORLD);
  bench::PlainAlltoallw alltoallw(cube, MPI_COMM_WORLD);
  const auto add = [&](auto& way) {
    contenders.push_back({way.name, [] {}, [&] { way.run(before.data(), after.data()); },
                          [&](std::int64_t x, std::int64_t y, std::int64_t z) { return way.index(x, y, z); }});
  };
  add(alltoallv);
  add(alltoallw);

  std::vector<Ours> ours(fft::exchange::methods().size());
  std::vector<std::int64_t> bytes;
  const auto parts = [&](std::size_t i) -> fft::exchange::ExchangeParts {
    return {transpose, workspace, MPI_COMM_WORLD, members, i * 4, i * 4 + 1, i * 4 + 2, i * 4 + 3, ours[i].times};
  };
  const auto possible = [&](std::size_t i) {
    return fft::exchange::methods()[i]->obstacle(members, workspace).empty();
  };
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const fft::exchange::ExchangeBytes needs =
        possible(i) ? fft::exchange::methods()[i]->bytes(parts(i)) : fft::exchange::ExchangeBytes();
    bytes.insert(bytes.end(), {needs.array, needs.first_buffer, needs.second_buffer, 4096});
  }
  workspace.reserve(bytes);
  workspace.take_pages();
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (!possible(i)) continue;
    ours[i].exchange = fft::exchange::methods()[i]->make(parts(i));
    fft::exchange::Exchange& exchange = *ours[i].exchange;
    const auto prepare = [&] {
      std::byte* array = exchange.array();
      for (std::int64_t x = 0; x < cube.local_x(); ++x)
        for (std::int64_t y = 0; y < cube.n; ++y)
          std::memcpy(array + x * transpose.axes()[0].stride + y * line, before.data() + (x * cube.n + y) * cube.n,
                      cube.n * size);
    };
    const auto move = [&] {
      auto* to = reinterpret_cast<std::byte*>(after.data());
      exchange.start();
      for (std::int64_t tile = 0; tile < transpose.tiles(cube.rank); ++tile) {
        exchange.read(tile, to);
        to += transpose.tile_bytes(cube.rank, tile);
      }
      exchange.end();
    };
    contenders.push_back(
        {fmt::format("Cartwright, {}", fft::exchange::methods()[i]->name), prepare, move,
         [&](std::int64_t x, std::int64_t y, std::int64_t z) { return bench::index_in_tiles(cube, x, y, z); }});
  }

  for (int round = -1; round < options.repeats; ++round)
    for (Contender& contender : contenders) {
      if (round < 0) std::ranges::fill(after, Complex());
      const double milliseconds = measure(contender);
      if (round >= 0) contender.milliseconds.push_back(milliseconds);
      if (round < 0 && contender.index && !is_right(cube, contender, after.data()))
        throw std::runtime_error(fmt::format("{} moved elements to wrong positions", contender.name));
    }
  if (cube.rank != 0) return;
  print(cube, contenders,
        fmt::format("{}; {}; {}^3 complex, {} processes, nodes: {}, {} rounds", bench::machine_line(),
                    bench::mpi_name(), cube.n, cube.members, nodes.size(), options.repeats));
  if (!options.json.empty()) bench::write_report(report_of(options, contenders, nodes.size()), options.json);
}

void parse_and_run(int argc, char** argv) {
  Options options;
  bench::CommandLine line(
      "Transposes without transforms: Cartwright's methods, memcpy, MPI_Alltoallv and MPI_Alltoallw.");
  line.add_option("--n", options.n, "elements along each axis")->check(CLI::Range(1, 4096));
  line.add_option("--repeats", options.repeats, "rounds")->check(CLI::PositiveNumber);
  line.add_option("--nodes", options.nodes, "pretend nodes: 4x3, cyclic:4x3");
  line.add_option("--json", options.json, "write the times to this file");
  line.read(argc, argv, bench::world_rank());
  run(options);
}

}  // namespace

int main(int argc, char** argv) { return cartwright::bench::mpi_main("transposes", argc, argv, parse_and_run); }
