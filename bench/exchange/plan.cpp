// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The time that a process needs to plan a halo exchange beyond the collective calls: finding the boxes of all fields at
// all sides, and their kernels. The neighbors are 26 others, on this node or on others.
#include "halo/engine/pass.hpp"
#include "lib/program.hpp"

using namespace cartwright;
using namespace cartwright::bench;
using namespace cartwright::halo::engine;

namespace {

Field cube(std::int64_t size, std::int64_t width) {
  const std::int64_t row = (size + 2 * width) * 8;
  Field field;
  field.sizes = Numbers(3, size);
  field.low = field.high = Numbers(3, width);
  field.strides = {row * (size + 2 * width), row, 8};
  field.component_stride = 8;
  return field;
}

/// `shapes` numbers of different widths, so that not all fields are alike.
Fields fields_of(std::size_t count, std::size_t shapes, std::byte* memory) {
  Fields made;
  for (std::size_t i = 0; i < count; ++i) {
    made.fields.push_back(cube(32, 1 + static_cast<std::int64_t>(i * shapes / count)));
    made.bases.push_back(memory);
    made.shared.push_back(true);
  }
  return made;
}

double milliseconds(std::size_t fields, std::size_t shapes, bool shares) {
  std::byte memory{};
  const Fields mine = fields_of(fields, shapes, &memory);
  std::vector<Peer> peers;
  for (const Side& side : all_sides(3))
    peers.push_back(
        {static_cast<int>(peers.size()), fields_of(fields, shapes, &memory), {side}, {opposite(side)}, shares});
  const std::vector<ValueType> types(fields, ValueType::float64);
  const Pattern pattern = {Pattern::Direction::fill, Combination::sum, std::vector<bool>(fields, true), 4};
  std::vector<double> times;
  for (int round = 0; round < 15; ++round) {
    Moves moves;
    const double begin = processor_seconds();
    const Pass pass(pattern, mine, types, peers, std::nullopt, 128, moves);
    times.push_back(1e3 * (processor_seconds() - begin));
    if (!pass.gets_from(0)) throw std::runtime_error("the pass is empty");
  }
  return median(times);
}

void run(int /*argc*/, char** /*argv*/) {
  fmt::print("{}; milliseconds of processor time to plan for 26 neighbors\n\n", machine_line());
  fmt::print(
      "| fields | of different shapes | neighbors on the node | neighbors on other nodes |\n|---|---|---|---|\n");
  for (const std::size_t fields : {1, 3, 27})
    for (const std::size_t shapes : {1, 3}) {
      if (shapes > fields) continue;
      fmt::print("| {} | {} | {:.2f} | {:.2f} |\n", fields, shapes, milliseconds(fields, shapes, true),
                 milliseconds(fields, shapes, false));
    }
}

}  // namespace

int main(int argc, char** argv) { return plain_main("bench_halo_plan", argc, argv, run); }
