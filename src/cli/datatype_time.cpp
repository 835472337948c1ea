// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/datatype_time.hpp"

#include "base/checked.hpp"
#include "datatype/interpreter.hpp"
#include "datatype/layout.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>

namespace cartwright::cli {

namespace {

constexpr std::int64_t max_bytes = std::int64_t{1} << 30;
constexpr int rounds = 25;
constexpr double round_seconds = 400e-6;

using Work = std::function<void()>;

double seconds(const Work& work, std::int64_t repetitions) {
  const auto start = std::chrono::steady_clock::now();
  for (std::int64_t i = 0; i < repetitions; ++i) work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// One direction of one way to pack, with the times of its rounds.
struct Contender {
  explicit Contender(Work given) : work(std::move(given)) {
    work();
    while (repetitions < 1 << 20 && seconds(work, repetitions) < round_seconds) repetitions *= 2;
  }
  void run() { taken.push_back(seconds(work, repetitions) / static_cast<double>(repetitions)); }
  double gigabytes_per_second(std::int64_t bytes) {
    std::ranges::nth_element(taken, taken.begin() + rounds / 2);
    return 1e-9 * static_cast<double>(bytes) / taken[rounds / 2];
  }

  Work work;
  std::int64_t repetitions = 1;
  std::vector<double> taken;
};

struct Way {
  std::string name;
  Contender pack;
  Contender unpack;
};

}  // namespace

std::vector<PackTiming> time_datatype(const datatype::Type& type, std::int64_t count, const jit::Hints& hints) {
  const datatype::Layout layout = datatype::normalize(type);
  const datatype::Layout all = datatype::repeated(layout, count);
  if (all.size == 0)
    base::fail(base::Status::invalid_argument, "the datatype has no data to pack: give one with a size above 0");
  if (all.size > max_bytes || all.true_ub - all.true_lb > max_bytes)
    base::fail(base::Status::unsupported, "{} bytes from an extent of {} are too many to time: use at most {}",
               all.size, all.true_ub - all.true_lb, max_bytes);
  const std::size_t bytes = all.size;
  std::vector<std::byte> data(all.true_ub - all.true_lb, std::byte{1});
  std::vector<std::byte> packed(bytes, std::byte{2});
  std::vector<std::byte> copy(bytes, std::byte{3});
  std::byte* const base = data.data() - all.true_lb;

  jit::Hints once = hints;
  once.expected_uses = 1;
  const auto precompiled = jit::Packer::of(layout, once);
  const auto generated = jit::Packer::of(layout, hints);
  generated->prepare();
  const auto packing = [&](jit::Packer& packer) { return Contender([&] { packer.pack(packed.data(), base, count); }); };
  const auto unpacking = [&](jit::Packer& packer) {
    return Contender([&] { packer.unpack(base, packed.data(), count); });
  };

  std::vector<Way> ways;
  ways.push_back({"interpreter", Contender([&] { datatype::interpret_pack(type, base, count, packed.data()); }),
                  Contender([&] { datatype::interpret_unpack(type, packed.data(), count, base); })});
  ways.push_back({"precompiled", packing(*precompiled), unpacking(*precompiled)});
  if (generated->statistics(jit::Direction::pack).kernel == "generated")
    ways.push_back({"generated", packing(*generated), unpacking(*generated)});
  ways.push_back({"memcpy", Contender([&] { std::memcpy(copy.data(), packed.data(), bytes); }),
                  Contender([&] { std::memcpy(packed.data(), copy.data(), bytes); })});
  for (int round = 0; round < rounds; ++round)
    for (Way& way : ways) {
      way.pack.run();
      way.unpack.run();
    }
  std::vector<PackTiming> timings;
  for (Way& way : ways)
    timings.push_back({way.name, way.pack.gigabytes_per_second(all.size), way.unpack.gigabytes_per_second(all.size)});
  return timings;
}

}  // namespace cartwright::cli
