// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// What a small halo exchange must take: two processes on two cores, which have the flags and the boxes of an exchange
// with 26 neighbors, beside the time in which one cache line comes from the other core.
//     bench_halo_flags [POINTS]     along each axis; 8 by default
#include "halo/engine/field.hpp"
#include "lib/program.hpp"
#include "transport/epoch_flags.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>

using namespace cartwright::bench;
using cartwright::halo::engine::all_sides;
using cartwright::halo::engine::Side;
using cartwright::transport::EpochFlags;

namespace {

constexpr std::size_t neighbors = 26;
constexpr int rounds = 21;
constexpr int repeats = 200;

double now() { return 1e9 * wall_seconds(); }

/// The cores that this process may use.
std::vector<int> cores() {
  cpu_set_t set;
  sched_getaffinity(0, sizeof set, &set);
  std::vector<int> found;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &set)) found.push_back(core);
  return found;
}

/// One process of the two. Both do the same at the same time.
class Process {
 public:
  Process(std::byte* memory, std::size_t bytes_of_one, std::int64_t points, bool second)
      : points_(points), mine_(memory + (second ? bytes_of_one : 0)), theirs_(memory + (second ? 0 : bytes_of_one)) {}

  static std::size_t bytes(std::int64_t points) {
    return neighbors * EpochFlags::bytes(1) + (points + 2) * (points + 2) * (points + 2) * sizeof(double) + 4096;
  }

  /// Posts a number of flags, waits for as many of the other process, copies, and waits until the other one has read.
  void exchange(std::size_t flags, bool copies) {
    ++count_;
    for (std::size_t i = 0; i < flags; ++i) flags_of(mine_, i).publish(count_, 0);
    for (std::size_t i = 0; i < flags; ++i)
      while (flags_of(theirs_, i).published() < count_) {
      }
    if (copies) copy();
    for (std::size_t i = 0; i < flags; ++i) flags_of(theirs_, i).consume(0, count_);
    for (std::size_t i = 0; i < flags; ++i)
      while (flags_of(mine_, i).consumed(0) < count_) {
      }
  }
  /// The first process sets a flag and waits for that of the other one, which waits first.
  void call_and_answer(bool second) {
    ++count_;
    if (!second) flags_of(mine_, 0).publish(count_, 0);
    while (flags_of(theirs_, 0).published() < count_) {
    }
    if (second) flags_of(mine_, 0).publish(count_, 0);
  }
  /// The boxes of all sides, from the other array into the ghost points of this one.
  void copy() {
    const std::int64_t extent = points_ + 2;
    double* const to = field(mine_);
    const double* const from = field(theirs_);
    for (const Side& side : sides_) {
      std::int64_t first[3], count[3];
      std::int64_t shift = 0;
      for (int axis = 0; axis < 3; ++axis) {
        first[axis] = side[axis] < 0 ? 0 : side[axis] > 0 ? points_ + 1 : 1;
        count[axis] = side[axis] == 0 ? points_ : 1;
        shift = shift * extent - side[axis] * points_;
      }
      for (std::int64_t i = first[0]; i < first[0] + count[0]; ++i)
        for (std::int64_t j = first[1]; j < first[1] + count[1]; ++j) {
          const std::int64_t row = (i * extent + j) * extent + first[2];
          for (std::int64_t k = row; k < row + count[2]; ++k) to[k] = from[k + shift];
        }
    }
  }
  /// Changes all points, as a step of a program does: the lines belong to this core again.
  void compute() {
    const std::int64_t extent = points_ + 2;
    for (std::int64_t i = 0; i < extent * extent * extent; ++i) field(mine_)[i] += 1;
  }

 private:
  static EpochFlags flags_of(std::byte* memory, std::size_t number) {
    return EpochFlags(memory + number * EpochFlags::bytes(1));
  }
  static double* field(std::byte* memory) {
    return reinterpret_cast<double*>(memory + neighbors * EpochFlags::bytes(1));
  }

  std::int64_t points_;
  std::byte *mine_, *theirs_;
  std::vector<Side> sides_ = all_sides(3);
  std::uint64_t count_ = 0;
};

/// Several things that both processes do: for each the median of single times in nanoseconds, which other programs on
/// the machine change little.
std::vector<double> measure(Process& process, bool second) {
  const std::vector<std::function<void()>> what = {
      [&] { process.call_and_answer(second); }, [&] { process.exchange(1, false); },
      [&] { process.exchange(neighbors, false); }, [&] { process.exchange(1, true); },
      [&] { process.exchange(neighbors, true); }};
  std::vector<std::vector<double>> times(what.size());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < what.size(); ++i)
      for (int repeat = 0; repeat < repeats; ++repeat) {
        process.compute();
        process.exchange(1, false);  // both begin together
        const double begin = now();
        what[i]();
        times[i].push_back(now() - begin);
      }
  std::vector<double> medians;
  for (const std::vector<double>& of : times) medians.push_back(median(of));
  return medians;
}

/// Nanoseconds that it takes to read the clock.
double clock_time() {
  const double begin = now();
  double last = begin;
  for (int i = 0; i < repeats; ++i) last = now();
  return (last - begin) / repeats;
}

void run(int argc, char** argv) {
  const std::int64_t points = argc > 1 ? std::atoll(argv[1]) : 8;
  if (argc > 2 || points < 1 || points > 200)
    throw std::runtime_error(fmt::format("{} points along an axis: give 1 to 200", argc > 1 ? argv[1] : ""));
  const std::vector<int> usable = cores();
  if (usable.size() < 2) throw std::runtime_error("this process may use one core only: it needs two");
  const std::size_t one = (Process::bytes(points) + 4095) / 4096 * 4096;
  void* const memory = mmap(nullptr, 2 * one, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  const pid_t other = fork();
  if (other < 0) throw std::runtime_error("fork() failed");
  const bool second = other == 0;
  stay_on(usable[second ? 1 : 0]);
  Process process(static_cast<std::byte*>(memory), one, points, second);
  const std::vector<double> times = measure(process, second);
  if (second) _exit(0);
  waitpid(other, nullptr, 0);
  const double clock = clock_time();
  const double line = (times[0] - clock) / 2;
  fmt::print("{}; two processes; {} points along each axis; medians of {} times\n\n", machine_line(), points,
             rounds * repeats);
  fmt::print("| | ns | in lines |\n|---|--:|--:|\n");
  fmt::print("| a cache line comes from the other core | {:.0f} | 1 |\n", line);
  const char* const names[] = {"one flag, read and taken", "26 flags, read and taken", "one flag and 26 boxes",
                               "26 flags and 26 boxes"};
  for (std::size_t i = 0; i < 4; ++i)
    fmt::print("| {} | {:.0f} | {:.1f} |\n", names[i], times[i + 1] - clock, (times[i + 1] - clock) / line);
}

}  // namespace

int main(int argc, char** argv) { return plain_main("bench_halo_flags", argc, argv, run); }
