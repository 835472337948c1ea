// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/calibrate.hpp"

#include "base/trial.hpp"
#include "jit/executable.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

namespace cartwright::jit {

namespace {

using datatype::Integers;
using datatype::make_block;
using datatype::make_list;
using datatype::make_loop;

/// The bytes that a trial with far data moves. Where the string move is faster, it is as fast for data that is nearer.
constexpr std::int64_t far_bytes = std::int64_t{32} << 20;
/// The largest number of bytes that other trials touch.
constexpr std::size_t near_bytes = std::size_t{256} << 10;

class Trials {
 public:
  explicit Trials(const Backend& backend, std::size_t bytes = near_bytes) : backend_(backend), bytes_(bytes) {
    // All pages are touched before the timing, and both buffers begin at a cache line.
    from_ = aligned(from_memory_);
    to_ = aligned(to_memory_);
  }

  /// Whether the programs are faster with `candidate` than with `current`.
  bool better(const Tuning& candidate, const Tuning& current, const std::vector<Program>& programs) {
    double with = 0;
    double without = 0;
    for (const Program& program : programs) {
      const auto one = compile(program, candidate);
      const auto other = compile(program, current);
      if (!one || !other) return false;
      const int rounds = bytes_ == near_bytes ? 12 : 3;
      const auto least =
          base::least_times<2>(rounds, [&](std::size_t way) { return seconds(way == 0 ? *one : *other); });
      with += least[0] / least[1];
      without += 1;
    }
    return base::clearly_faster(with, without);
  }

 private:
  std::byte* aligned(std::vector<std::byte>& memory) const {
    memory.assign(bytes_ + 64, std::byte{1});
    void* start = memory.data();
    std::size_t space = memory.size();
    return static_cast<std::byte*>(std::align(64, bytes_, start, space));
  }

  std::unique_ptr<Code> compile(const Program& program, const Tuning& tuning) const {
    std::vector<std::byte> code;
    return backend_.emit(program, tuning, code) ? map_code(code) : nullptr;
  }

  double seconds(const Code& code) const {
    const int calls = bytes_ == near_bytes ? 8 : 1;
    const Function run = code.entry();
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) run(to_, from_, 1, nullptr);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  const Backend& backend_;
  const std::size_t bytes_;
  std::vector<std::byte> from_memory_;
  std::vector<std::byte> to_memory_;
  std::byte* from_ = nullptr;
  std::byte* to_ = nullptr;
};

std::vector<Program> both_ways(const NodePtr& node) {
  return {repeat(node, node->highest, Direction::pack), repeat(node, node->highest, Direction::unpack)};
}

/// Single floats in random order, in so many bytes that they fit into the second-level cache but not into the first.
NodePtr scattered(std::int64_t count) {
  const std::int64_t step = static_cast<std::int64_t>(near_bytes) / count / 4 * 4;
  std::vector<std::int32_t> offsets;
  for (std::int64_t i = 0; i < count; ++i) offsets.push_back(static_cast<std::int32_t>(i * 7 % count * step));
  return make_list(Integers(std::move(offsets)), make_block(4));
}

}  // namespace

Tuning calibrate(const Backend& backend) {
  const Tuning best = backend.default_tuning();
  Tuning chosen = best;
  if (!why_not_executable().empty()) return chosen;
  Trials trials(backend);

  // Each choice starts from the simpler option, which is kept in case of doubt.
  for (chosen.vector_bytes = std::min(best.vector_bytes, 32); chosen.vector_bytes < best.vector_bytes;) {
    Tuning wider = chosen;
    wider.vector_bytes *= 2;
    if (!trials.better(wider, chosen, both_ways(make_loop(20, 768, make_block(192))))) break;
    chosen = wider;
  }
  const auto decide = [&](bool Tuning::* choice, const std::vector<Program>& programs) {
    if (!(best.*choice)) return;
    Tuning with = chosen;
    Tuning without = chosen;
    with.*choice = true;
    without.*choice = false;
    chosen = trials.better(with, without, programs) ? with : without;
  };
  const auto strided = both_ways(make_loop(512, 16, make_block(8)));
  decide(&Tuning::permute, {strided[0]});
  decide(&Tuning::masked_stores, {strided[1]});
  decide(&Tuning::masked_blocks, both_ways(make_loop(128, 96, make_block(24))));

  decide(&Tuning::scatter, {repeat(scattered(2000), 0, Direction::unpack)});

  // The threshold is that of C libraries, with more bytes than the first-level cache holds.
  Tuning string = chosen;
  string.string_bytes = 3072;
  if (trials.better(string, chosen, both_ways(make_loop(24, 3584, make_block(3072))))) chosen = string;
  return chosen;
}

Tuning calibrate_far(const Backend& backend, Tuning chosen) {
  chosen.far_string = false;
  if (!why_not_executable().empty()) return chosen;
  // Adjacent blocks would be one block.
  constexpr std::int64_t block = 64 << 10;
  constexpr std::int64_t gap = 64;
  const NodePtr blocks = make_loop(far_bytes / block, block + gap, make_block(block));
  Trials trials(backend, static_cast<std::size_t>(blocks->highest));
  Tuning string = chosen;
  string.far_string = true;
  chosen.far_string = trials.better(string, chosen, {repeat(blocks, blocks->highest, Direction::pack)});
  return chosen;
}

}  // namespace cartwright::jit
