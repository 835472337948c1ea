// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/this_machine.hpp"

#include "base/error.hpp"
#include "base/temporary_folder.hpp"
#include "machine/readers.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <numeric>

namespace cartwright {
namespace {

/// A /sys with 2 sockets of 2 L3 caches of 2 cores of 2 threads. As on real machines, the second threads are numbered
/// after all first ones.
class FakeSys {
 public:
  static constexpr int cores = 8;
  FakeSys() {
    for (int processor = 0; processor < 2 * cores; ++processor) {
      const int core = processor % cores;
      const std::filesystem::path cpu = folder_.path() / "sys/devices/system/cpu" / ("cpu" + std::to_string(processor));
      const std::string socket = list(core / 4 * 4, 4);
      write(cpu / "topology/core_siblings_list", socket);
      write(cpu / "topology/thread_siblings_list", std::to_string(core) + "," + std::to_string(core + cores));
      write(cpu / "cache/index0/level", "1");
      write(cpu / "cache/index0/shared_cpu_list", std::to_string(core));
      write(cpu / "cache/index3/level", "3");
      write(cpu / "cache/index3/shared_cpu_list", list(core / 2 * 2, 2));
      write(cpu / ("node" + std::to_string(core / 4)) / "cpulist", socket);
    }
  }
  machine::Machine read(const std::vector<int>& processors) const {
    return machine::read_processors(folder_.path(), processors, "here");
  }

 private:
  static std::string list(int first, int count) {
    return std::to_string(first) + "-" + std::to_string(first + count - 1) + "," + std::to_string(first + cores) + "-" +
           std::to_string(first + cores + count - 1);
  }
  static void write(const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text << '\n';
  }
  base::TemporaryFolder folder_;
};

std::vector<int> first(int count) {
  std::vector<int> processors(count);
  std::iota(processors.begin(), processors.end(), 0);
  return processors;
}

TEST(ThisMachine, HasTheLevelsOfLinux) {
  const machine::Machine read = FakeSys().read(first(2 * FakeSys::cores));
  ASSERT_EQ(read.levels().size(), 3u);
  EXPECT_EQ(read.levels()[0].name, "node");
  EXPECT_EQ(read.levels()[1].name, "socket");  // the NUMA domains are the same
  EXPECT_EQ(read.levels()[1].sizes, machine::Sizes::equal(2, 4));
  EXPECT_EQ(read.levels()[2].name, "l3");
  EXPECT_EQ(read.levels()[2].sizes, machine::Sizes::equal(4, 2));
  EXPECT_EQ(read.hosts(), std::vector<std::string>{"here"});
}

TEST(ThisMachine, HasOnlyTheProcessorsThatMayBeUsed) {
  const machine::Machine read = FakeSys().read({2, 3, 10, 4});
  EXPECT_EQ(read.size(), 3);  // 2 and 10 are one core
  ASSERT_EQ(read.levels().size(), 2u);
  EXPECT_EQ(read.levels()[1].name, "socket");
  EXPECT_EQ(read.levels()[1].sizes.largest(), 2);
}

TEST(ThisMachine, IsOneLevelWithoutTopology) {
  const base::TemporaryFolder empty;
  const machine::Machine read = machine::read_processors(empty.path(), std::vector<int>{0, 1, 2}, "here");
  EXPECT_EQ(read.size(), 3);
  EXPECT_EQ(read.levels().size(), 1u);
  EXPECT_THROW(machine::read_processors(empty.path(), {}, "here"), base::Error);
}

TEST(ThisMachine, SaysHowToStartProcessesOnHardwareThreads) {
  const std::string note = machine::hardware_thread_note(2 * FakeSys::cores, FakeSys().read(first(16)).size());
  EXPECT_TRUE(note.starts_with("16 hardware threads share 8 cores: start up to 8 processes with mpirun --map-by core"));
  EXPECT_EQ(machine::hardware_thread_note(machine::read_machine("1x2x2x2x2")), note);
  EXPECT_EQ(machine::hardware_thread_note(8, 8), "");
  EXPECT_EQ(machine::hardware_thread_note(machine::read_machine("2x2x2x2")), "");
}

TEST(ThisMachine, IsThere) { EXPECT_GE(machine::this_machine().size(), 1); }

}  // namespace
}  // namespace cartwright
