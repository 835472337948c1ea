// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/random.hpp"
#include "base/temporary_folder.hpp"
#include "base/text.hpp"
#include "launch/process.hpp"
#include "machine/hosts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cartwright {
namespace {

using Hosts = std::vector<std::string>;

std::string compressed(const Hosts& hosts) { return machine::compress_host_list(hosts); }

TEST(CompressedHostList, ReadsAsSlurmWritesIt) {
  EXPECT_EQ(compressed({"nid00001", "nid00002", "nid00003", "nid00007"}), "nid[00001-00003,00007]");
  EXPECT_EQ(compressed({"nid00009", "nid00010", "login"}), "nid[00009-00010],login");
  EXPECT_EQ(compressed({"a9", "a10", "a11"}), "a[9-11]");
  EXPECT_EQ(compressed({"a09", "a10"}), "a[09-10]");
  EXPECT_EQ(compressed({"c0-0c0s0n3", "c0-0c0s1n0", "c0-0c0s1n1"}), "c0-0c0s0n3,c0-0c0s1n[0-1]");
  EXPECT_EQ(compressed({"n1-ib", "n2-ib", "n3"}), "n1-ib,n2-ib,n3");
  EXPECT_EQ(compressed({}), "");
}

TEST(CompressedHostList, NeverMixesWidthsInARange) {
  EXPECT_EQ(compressed({"a1", "a02"}), "a[1,02]");
  EXPECT_EQ(compressed({"a99", "a100", "a0101"}), "a[99-100,0101]");
}

Hosts random_hosts(base::Random& random) {
  Hosts hosts;
  std::int64_t number = random.below(1200);
  const auto count = 1 + random.below(20);
  for (std::int64_t i = 0; i < count; ++i) {
    number = random.below(3) == 0 ? random.below(1200) : number + 1;
    const auto width = random.below(4) == 0 ? 1 + random.below(6) : 3;
    const char* const before = random.below(6) == 0 ? "x1c" : "nid";
    hosts.push_back(random.below(9) == 0 ? "login" : fmt::format("{}{:0{}}", before, number, width));
    if (random.below(9) == 0) hosts.back() += "-ib";
  }
  return hosts;
}

/// What scontrol of Slurm itself writes, which needs no Slurm that runs.
class SlurmHostList : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(conf_) << "ClusterName=test\nSlurmctldHost=localhost\n";
    if (launch::find_program("scontrol").empty()) GTEST_SKIP() << "no scontrol here";
  }
  std::string show(const std::string& what, const std::string& list) const {
    const launch::Finished shown = launch::run_quietly({"env", "SLURM_CONF=" + conf_, "scontrol", "show", what, list});
    EXPECT_EQ(shown.status, 0) << shown.output;
    return shown.output;
  }
  Hosts expanded(const std::string& list) const {
    std::istringstream lines(show("hostnames", list));
    return {std::istream_iterator<std::string>(lines), {}};
  }

 private:
  base::TemporaryFolder folder_{"cartwright-test"};
  std::string conf_ = folder_.path() / "slurm.conf";
};

TEST_F(SlurmHostList, IsReadAndWrittenAsSlurmDoes) {
  const std::uint64_t seed = std::random_device()();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  base::Random random(seed);
  for (int repeat = 0; repeat < 60; ++repeat) {
    const Hosts hosts = random_hosts(random);
    ASSERT_EQ(expanded(compressed(hosts)), hosts) << compressed(hosts);
    const std::string list = show("hostlist", fmt::format("{}", fmt::join(hosts, ",")));
    ASSERT_EQ(machine::expand_host_list(base::trim(list)), hosts) << list;
  }
  for (const char* const list : {"a[1-2]b[3-4]", "nid[00001-00003,7],x", "n[9-11],n[009-011]", "x[08-11]-ib[1,3]"})
    EXPECT_EQ(machine::expand_host_list(list), expanded(list)) << list;
}

TEST(HostOrder, GoesByNumbersNotByDigits) {
  Hosts hosts = {"nid00010", "b", "nid9", "c2-0c0s0n0", "c10-0c0s0n0", "nid00009", "a10", "a9", "a", "a9b", "a9-10"};
  std::ranges::sort(hosts, machine::host_before);
  EXPECT_EQ(hosts, (Hosts{"a", "a9", "a9-10", "a9b", "a10", "b", "c2-0c0s0n0", "c10-0c0s0n0", "nid9", "nid00009",
                          "nid00010"}));
}

TEST(HostOrder, IsAnOrder) {
  const std::uint64_t seed = std::random_device()();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  base::Random random(seed);
  const auto name = [&] {
    constexpr std::string_view packets = "0019ab-";
    std::string text;
    for (std::int64_t i = 1 + random.below(6); i > 0; --i) text += packets[random.below(7)];
    return text;
  };
  for (int repeat = 0; repeat < 20000; ++repeat) {
    const std::string a = name(), b = name(), c = name();
    ASSERT_FALSE(machine::host_before(a, b) && machine::host_before(b, a)) << a << " " << b;
    ASSERT_EQ(a != b, machine::host_before(a, b) || machine::host_before(b, a)) << a << " " << b;
    const bool chain = machine::host_before(a, b) && machine::host_before(b, c);
    ASSERT_TRUE(!chain || machine::host_before(a, c)) << a << " " << b << " " << c;
  }
}

}  // namespace
}  // namespace cartwright
