// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/readers.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/text.hpp"
#include "machine/hosts.hpp"
#include "machine/readers_p.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <functional>

#include <fmt/ranges.h>

namespace cartwright {
namespace {

const std::string data = CARTWRIGHT_TEST_DATA;

/// "node 2*48,1*32 socket 5*...", for readable comparisons.
std::string shown(const machine::Machine& machine) {
  std::string text;
  for (const machine::Level& level : machine.levels()) {
    text += (text.empty() ? "" : " ") + level.name;
    std::int64_t part = 0;
    for (const machine::Sizes::Run& run : level.sizes.runs()) {
      text += fmt::format("{}{}*{}", part == 0 ? " " : ",", run.last_part - part, run.size);
      part = run.last_part;
    }
  }
  return text;
}

std::string machine(const std::string& spec) { return shown(machine::read_machine(spec)); }

base::Status failure(const std::function<void()>& action) {
  try {
    action();
  } catch (const base::Error& error) {
    return error.status();
  }
  return base::Status::ok;
}

base::Status spec_failure(const std::string& spec) {
  return failure([&] { machine::read_machine(spec); });
}

std::string message(const std::string& spec) {
  try {
    machine::read_machine(spec);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "no error";
}

class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view contents)
      : path_((std::filesystem::temp_directory_path() /
               fmt::format("cartwright_{}", ::testing::UnitTest::GetInstance()->current_test_info()->name()))
                  .string()) {
    std::ofstream(path_, std::ios::binary) << contents;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(Notation, CountsNodesSocketsNumaDomainsAndCores) {
  EXPECT_EQ(machine("50x48"), "node 50*48");
  EXPECT_EQ(machine("4x2x6"), "node 4*12 socket 8*6");
  EXPECT_EQ(machine("4x2x2x6"), "node 4*24 socket 8*12 numa 16*6");
  EXPECT_EQ(machine("4x2x2x6x2"), "node 4*48 socket 8*24 numa 16*12 core 96*2");
  EXPECT_EQ(machine("48"), "node 1*48");
}

TEST(Notation, ListsUnequalNodes) {
  EXPECT_EQ(machine("30*48,30*32"), "node 30*48,30*32");
  EXPECT_EQ(machine("49x48,2x24"), "node 49*48,2*24");
  EXPECT_EQ(machine("48,32,32"), "node 1*48,2*32");
  EXPECT_EQ(machine("48, 32"), "node 1*48,1*32");
}

TEST(Notation, NestsUnequalParts) {
  EXPECT_EQ(machine("2*(2x12),1*(2x8)"), "node 2*24,1*16 socket 4*12,2*8");
  EXPECT_EQ(machine("2x2x12,2x8x2"), "node 2*24,2*16 socket 4*12,16*2");
  EXPECT_EQ(machine("2*(2*12,8)"), "node 2*32 socket 2*12,1*8,2*12,1*8");
  EXPECT_EQ(machine("(48),2*(24)"), "node 1*48,2*24 socket 1*48,2*24");
}

TEST(Notation, NamesLevels) {
  EXPECT_EQ(machine("group:4 node:8 socket:2 core:6"), "group 4*96 node 32*12 socket 64*6");
  EXPECT_EQ(machine("node:50  core:48"), "node 50*48");
  EXPECT_EQ(machine::read_machine("group:4 node:8 core:6").node_level(), 1U);
  EXPECT_EQ(machine("a:1 b:2 c:3 d:4 e:5 f:6"), "a 1*720 b 2*360 c 6*120 d 24*30 e 120*6");
}

TEST(Notation, DescribesABillionNodesInOneRun) {
  EXPECT_EQ(machine("1000000000*48,1000000000*32"), "node 1000000000*48,1000000000*32");
  EXPECT_EQ(machine("1000000000*(12,12)"), "node 1000000000*24 socket 2000000000*12");
}

TEST(Notation, RefusesTheRest) {
  for (const char* spec :
       {"x", "50x", "x48", "50xx48", "50*48,", ",", "()", "(48", "48)", "2*(2x12),24", "50 48", "1 0"})
    EXPECT_EQ(spec_failure(spec), base::Status::parse) << spec;
  for (const char* spec : {"0x48", "50x0", "0", "node:0 core:4"})
    EXPECT_EQ(spec_failure(spec), base::Status::invalid_argument) << spec;
  for (const char* spec :
       {"9223372036854775808", "4294967296x4294967296", "9223372036854775807,1", "node:4294967296 core:4294967296"})
    EXPECT_EQ(spec_failure(spec), base::Status::overflow) << spec;
  for (const char* spec : {"2x2x2x2x2x2", "((((((1))))))", "1000000000*(12,8)", "1000*(1000*(12,8),(7))"})
    EXPECT_EQ(spec_failure(spec), base::Status::unsupported) << spec;
  for (const char* spec : {"node:4", "node:4 node:8", "node:4 core", "node:4 core:", "node:4x core:2", "1a:4 core:2"})
    EXPECT_EQ(spec_failure(spec), base::Status::parse) << spec;
}

TEST(Notation, DeepNestingIsRefusedBeforeItIsFollowed) {
  EXPECT_EQ(spec_failure(std::string(1'000'000, '(')), base::Status::unsupported);
  std::string product = "1";
  for (int i = 0; i < 1'000'000; ++i) product += "x1";
  EXPECT_EQ(spec_failure(product), base::Status::unsupported);
}

TEST(HostList, ExpandsRangesAndKeepsTheirWidth) {
  using Hosts = std::vector<std::string>;
  EXPECT_EQ(machine::expand_host_list("nid[00001-00003,7],login1"),
            (Hosts{"nid00001", "nid00002", "nid00003", "nid7", "login1"}));
  EXPECT_EQ(machine::expand_host_list("n[9-11]"), (Hosts{"n9", "n10", "n11"}));
  EXPECT_EQ(machine::expand_host_list("r[1-2]n[08-09].x"), (Hosts{"r1n08.x", "r1n09.x", "r2n08.x", "r2n09.x"}));
  EXPECT_EQ(machine::expand_host_list("[1-2]"), (Hosts{"1", "2"}));
}

// Lists at which other software was reported to fail: tests/reports.
TEST(HostList, ExpandsThoseOfReports) {
  const std::vector<std::pair<const char*, const char*>> lists = {
      {"c[1-2]", "c1 c2"},
      {"host-[001-003]", "host-001 host-002 host-003"},
      {"nodes[006,011]", "nodes006 nodes011"},
      {"ml-16-node-[001-002,004],ml-17-node-[001-002]",
       "ml-16-node-001 ml-16-node-002 ml-16-node-004 ml-17-node-001 ml-17-node-002"},
      {"nodeA,nodeB[001,003],nodeC", "nodeA nodeB001 nodeB003 nodeC"},
      {"rack[0-1]_blade[0-1]", "rack0_blade0 rack0_blade1 rack1_blade0 rack1_blade1"},
      {"b1u01n1,b2u[05,02]n3,b3u03n4", "b1u01n1 b2u05n3 b2u02n3 b3u03n4"},
  };
  for (const auto& [list, wanted] : lists)
    EXPECT_EQ(fmt::format("{}", fmt::join(machine::expand_host_list(list), " ")), wanted);
  for (const char* list : {"node[01", "node01]", "node[[01]]", "node[]", "node[01,]", "node[,01]", "node[01,,02]"})
    EXPECT_EQ(failure([&] { machine::expand_host_list(list); }), base::Status::parse) << list;
}

TEST(HostList, RefusesTheRest) {
  for (const char* list : {"", ",", "a,,b", "a,", "n[", "n[1", "n]", "n[]", "n[1-]", "n[-1]", "n[2-1]", "n[1--2]",
                           "n[a]", "n[1]]", "a b", "n[1-2-3]", "n\x80"})
    EXPECT_EQ(failure([&] { machine::expand_host_list(list); }), base::Status::parse) << list;
}

TEST(HostList, RefusesAbsurdExpansionsBeforeMakingThem) {
  for (const char* list :
       {"n[0-999999999999]", "n[0-999999]m[0-999999]", "n[0-262143],m1", "[0][0][0][0][0][0][0][0][0]"})
    EXPECT_EQ(failure([&] { machine::expand_host_list(list); }), base::Status::unsupported) << list;
  for (const char* list : {"n[0-9223372036854775807]", "n[0-9223372036854775808]"})
    EXPECT_EQ(failure([&] { machine::expand_host_list(list); }), base::Status::overflow) << list;
  EXPECT_EQ(failure([&] { machine::expand_host_list("n[000000000000000000000000001]"); }), base::Status::parse);
}

TEST(OpenMpi, ReadsSlotsAndAddsUpBareLines) {
  const machine::Machine read = machine::read_machine(data + "/machines/openmpi.hosts");
  EXPECT_EQ(shown(read), "node 2*48,1*32,1*2");
  EXPECT_EQ(read.hosts(), (std::vector<std::string>{"node01", "node02", "node03", "node04"}));
  EXPECT_EQ(shown(machine::read_openmpi("a slots=3\na\n")), "node 1*4");
  EXPECT_EQ(shown(machine::read_openmpi("a cpu=3 max-slots=3\nb count = 2 username=me")), "node 1*3,1*2");
}

// What mpirun --display-allocation of Open MPI 4.1.4 says of these files.
TEST(OpenMpi, CountsAsTheLauncherDoes) {
  const std::vector<std::pair<const char*, const char*>> files = {
      {"n1 max_slots=4\nn2 max_slots=4\n", "node 2*4"},
      {"n1 slots=0\nn2 slots=2\n", "node 1*2"},
      {"n1 slots=2 max_slots=4\n", "node 1*2"},
      {"n1 max_slots=4 slots=2\n", "node 1*2"},
      {"n1\nn1 max_slots=4\n", "node 1*2"},
      {"n1 max_slots=4\nn1\n", "node 1*5"},
      {"n1 slots=0\nn1\n", "node 1*1"},
      {"2001:db8::1 slots=4\n", "node 1*4"},
      {"u@2001:db8::1 slots=2\r\n::1 slots=1\r\n", "node 1*2,1*1"},
      {"/* a\n b */\nn1 slots=2 // x\nn2 slots=3 # /* y\n", "node 1*2,1*3"},
      {"mpi-worker.1.foo.net slots=2\nmpi-worker.2.foo.net slots=2\n", "node 2*2"},
      {"host1-10 slots=1\nhost1-11 slots=1\nhost2-10 slots=1", "node 3*1"},
  };
  for (const auto& [text, wanted] : files) EXPECT_EQ(machine(TemporaryFile(text).path()), wanted) << text;
  EXPECT_EQ(machine::read_openmpi("n2 slots=0\nn1 slots=2\n").hosts(), std::vector<std::string>{"n1"});
  for (const char* text : {"n1 max_slots=4\nn1 slots=2\n", "n1 slots=0\nn1 slots=2\n",
                           "n1 max_slots=4\nn1 max_slots=3\n", "[2001:db8::1] slots=4\n", "fe80::1%eth0 slots=2\n"})
    EXPECT_EQ(failure([&] { machine::read_openmpi(text); }), base::Status::parse) << text;
}

TEST(OpenMpi, RefusesWhatOpenMpiRefuses) {
  for (const char* text :
       {"a slots=2\na slots=3", "a\na slots=3", "a slots=2 slots=2", "a slots=3 max_slots=2", "a slots=2 foo=1",
        "a slots", "a slots=", "a slots=two", "a slots==2", "slots=2", "a:4 slots=2", "", "# none\n"})
    EXPECT_EQ(failure([&] { machine::read_openmpi(text); }), base::Status::parse) << text;
  EXPECT_EQ(failure([&] { machine::read_openmpi("a slots=0"); }), base::Status::invalid_argument);
  EXPECT_EQ(failure([&] { machine::read_openmpi("a slots=-1"); }), base::Status::invalid_argument);
  EXPECT_EQ(failure([&] { machine::read_openmpi("a slots=9223372036854775808"); }), base::Status::overflow);
  EXPECT_EQ(failure([&] { machine::read_openmpi("a slots=9223372036854775807\na"); }), base::Status::overflow);
  EXPECT_EQ(failure([&] { machine::read_openmpi("a slots=9223372036854775807\nb slots=1"); }), base::Status::overflow);
}

TEST(Mpich, AddsUpTheLinesOfAHost) {
  const machine::Machine read = machine::read_machine(data + "/machines/mpich.hosts");
  EXPECT_EQ(shown(read), "node 1*50,1*48,1*32,1*1");
  EXPECT_EQ(read.hosts(), (std::vector<std::string>{"node01", "node02", "node03", "login"}));
}

TEST(Mpich, ReadsFilesOfReports) {
  const std::vector<std::pair<const char*, std::vector<std::string>>> files = {
      {"10.0.0.179:512\n", {"10.0.0.179"}},
      {"localhost\n", {"localhost"}},
      {"n1\nn2", {"n1", "n2"}},
      {"# 3.3.3.3\n127.0.0.1# localhost\n # test\n  test.server\n\n88.123.23.21\n",
       {"127.0.0.1", "test.server", "88.123.23.21"}},
  };
  for (const auto& [text, wanted] : files) EXPECT_EQ(machine::read_mpich(text).hosts(), wanted) << text;
}

TEST(Mpich, RefusesTheRest) {
  for (const char* text : {"a:", "a:b", ":4", "a:4:5", "a:4 b:5", "a:1.5", ""})
    EXPECT_EQ(failure([&] { machine::read_mpich(text); }), base::Status::parse) << text;
  EXPECT_EQ(failure([&] { machine::read_mpich("a:0"); }), base::Status::invalid_argument);
  EXPECT_EQ(failure([&] { machine::read_mpich("a:9223372036854775807\na:1"); }), base::Status::overflow);
}

TEST(Slurm, ReadsListsWithTasksPerNode) {
  EXPECT_EQ(machine("nid[00001-00004,7],login1:48(x4),16(x2)"), "node 4*48,2*16");
  EXPECT_EQ(machine("slurm:a,b:3"), "node 2*3");
  EXPECT_EQ(machine("slurm:a,b,c:2,1(x2)"), "node 1*2,2*1");
  EXPECT_EQ(machine("slurm:a,b"), "node 2*1");
  EXPECT_EQ(machine::read_machine("slurm:nid[1-60]:48(x60)").hosts().back(), "nid60");
}

TEST(Slurm, ReadsHostFilesAndVariables) {
  EXPECT_EQ(machine(data + "/machines/slurm.hosts"), "node 2*2,1*1");
  EXPECT_EQ(machine(data + "/machines/slurm.env"), "node 4*48,2*16");
  EXPECT_EQ(shown(machine::read_slurm("SLURM_NODELIST=n[1-2]\nSLURM_JOB_CPUS_PER_NODE=8(x2)")), "node 2*8");
}

TEST(Slurm, RepeatsHostsAsSrunDoes) {
  EXPECT_EQ(machine("slurm:a*3,b[1-2]*2,a"), "node 1*4,2*2");
  EXPECT_EQ(machine(TemporaryFile("a*2\nb\n").path()), "node 1*2,1*1");
  EXPECT_EQ(machine("slurm:2001:db8::1"), "node 1*1");
  for (const char* text : {"a*", "a*x", "*2", "a*2*2", "[2001:db8::1]:4"})
    EXPECT_EQ(failure([&] { machine::read_slurm(text); }), base::Status::parse) << text;
  EXPECT_EQ(failure([&] { machine::read_slurm("a*0"); }), base::Status::invalid_argument);
  EXPECT_EQ(failure([&] { machine::read_slurm("a*999999999"); }), base::Status::unsupported);
}

TEST(HostNames, ThatALauncherTakesForAnOptionAreRefused) {
  EXPECT_EQ(failure([] { machine::expand_host_list("a,-b"); }), base::Status::parse);
  EXPECT_EQ(machine::expand_host_list("a[1-2]-ib"), (std::vector<std::string>{"a1-ib", "a2-ib"}));
  EXPECT_EQ(failure([] { machine::read_openmpi("--x slots=2"); }), base::Status::parse);
}

TEST(Slurm, RefusesTasksThatDoNotFitTheHosts) {
  for (const char* text :
       {"n[1-3]:48(x2)", "n[1-3]:48,32", "n1:48(x2),32", "n1:48(x)", "n1:48(2)", "n1:48(x2", "n1:(x2)", "n1:48x",
        "n1:", "n1:48(x99999999999)", "SLURM_JOB_NODELIST=n1", "SLURM_TASKS_PER_NODE=4",
        "SLURM_JOB_NODELIST=n[1-2]\nSLURM_TASKS_PER_NODE=48(x3)", "a b", "a\xff"})
    EXPECT_EQ(failure([&] { machine::read_slurm(text); }), base::Status::parse) << text;
  EXPECT_EQ(failure([&] { machine::read_slurm("n1:0"); }), base::Status::invalid_argument);
  EXPECT_EQ(failure([&] { machine::read_slurm("n1:9223372036854775807(x2)"); }), base::Status::overflow);
}

TEST(Slurm, RefusesShortListsOfTheSameHostsWithoutEnd) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "n[0-199999]\n";
  EXPECT_EQ(failure([&] { machine::read_slurm(text); }), base::Status::unsupported);
}

TEST(Hwloc, FindsSocketsNumaDomainsAndCaches) {
  EXPECT_EQ(machine(data + "/hwloc/two_sockets.xml"), "node 1*16 socket 2*8");
  EXPECT_EQ(machine(data + "/hwloc/epyc_like.xml"), "node 1*64 socket 2*32 numa 8*8 l3 16*4");
  EXPECT_EQ(machine(data + "/hwloc/laptop.xml"), "node 1*4");
}

TEST(Hwloc, KeepsUnequalSockets) {
  EXPECT_EQ(machine(data + "/hwloc/uneven_sockets.xml"), "node 1*12 socket 1*8,1*4");
  EXPECT_EQ(machine("hwloc-pu:" + data + "/hwloc/uneven_sockets.xml"), "node 1*24 socket 1*16,1*8 core 12*2");
}

TEST(Hwloc, IsCopiedOverNodes) {
  EXPECT_EQ(machine("50*" + data + "/hwloc/two_sockets.xml"), "node 50*16 socket 100*8");
  EXPECT_EQ(machine("3*" + data + "/hwloc/two_sockets.xml,2*" + data + "/hwloc/laptop.xml"),
            "node 3*16,2*4 socket 6*8,2*4");
  EXPECT_EQ(machine("hwloc-pu:2*" + data + "/hwloc/laptop.xml"), "node 2*8 core 8*2");
}

TEST(Hwloc, RefusesOtherXml) {
  const std::string good = base::read_file(data + "/hwloc/laptop.xml");
  for (const std::string& text :
       {std::string("<"), std::string("<html></html>"), std::string("<topology version=\"2.0\"></topology>"),
        good.substr(0, good.size() / 2), good + good})
    EXPECT_EQ(failure([&] { machine::read_hwloc_cores(text); }), base::Status::parse) << text.substr(0, 60);
  const TemporaryFile old("<topology>\n<object type=\"Machine\" os_index=\"0\"/></topology>\n");
  EXPECT_NE(message(old.path()).find("of version 1: convert it with lstopo"), std::string::npos) << message(old.path());
}

TEST(Hwloc, RefusesDeepNesting) {
  std::string text = "<topology version=\"2.0\">", end = "</topology>";
  for (int i = 0; i < 1000; ++i) {
    text += "<object type=\"Group\">";
    end = "</object>" + end;
  }
  EXPECT_EQ(failure([&] { machine::read_hwloc_cores(text + end); }), base::Status::parse);
}

// From hwloc's own tests.
TEST(Hwloc, ReadsRealNodes) {
  const std::string real = data + "/hwloc_real/";
  EXPECT_EQ(machine(real + "16em64t-4s2c2t-offlines.xml"), "node 1*6 socket 1*2,2*1,1*2");
  EXPECT_EQ(machine(real + "16-2gr2gr2n2c+misc.xml"), "node 1*16 group 2*8 group2 4*4 numa 8*2");
  EXPECT_EQ(machine(real + "8intel64-4n2t-memattrs.xml"), "node 1*8 numa 4*2");
  EXPECT_EQ(machine("10*" + real + "32em64t-2n8c2t-pci-wholeio.xml"), "node 10*16 socket 20*8");
  EXPECT_EQ(machine(real + "16intel64-manyVFs.xml"), "node 1*16 socket 2*8");
  EXPECT_EQ(machine(real + "16amd64-8n2c-cpusets.xml"), "node 1*10 numa 2*2,2*1,1*4 socket 2*2,2*1,2*2");
  EXPECT_EQ(machine(real + "96em64t-4n4d3ca2co-pci.xml"), "node 1*96 numa 4*24 socket 16*6");
  EXPECT_EQ(machine("hwloc-pu:" + real + "64intel64-fakeKNL-SNC4-hybrid.xml"), "node 1*64 numa 4*16 core 16*4");
  EXPECT_EQ(machine("hwloc-pu:" + real + "fakecpukinds.xml"), "node 1*4 core 2*2");
  EXPECT_EQ(machine("hwloc-pu:" + real + "power8gpudistances.xml"), "node 1*16 socket 2*8 l3 8*2");
}

TEST(MachineJson, ReadsLevelsAndHosts) {
  const machine::Machine read = machine::read_machine(data + "/machines/machine.json");
  EXPECT_EQ(shown(read), "group 1*192,1*96 node 6*48 socket 10*24,3*16");
  EXPECT_EQ(read.node_level(), 1U);
  EXPECT_EQ(read.hosts().front(), "n1");
}

TEST(MachineJson, WritesTheMachineThatItReads) {
  for (const std::string& spec : {std::string("50x48"), std::string("2*(2x12),1*(2x8)"), std::string("1000000000*48,7"),
                                  data + "/machines/machine.json", data + "/machines/slurm.hosts"}) {
    const machine::Machine before = machine::read_machine(spec);
    const std::string json = machine::machine_to_json(before);
    EXPECT_TRUE(machine::is_json(json));
    const machine::Machine after = machine::read_json(json);
    EXPECT_EQ(shown(after), shown(before));
    EXPECT_EQ(after.hosts(), before.hosts());
  }
  const auto json = nlohmann::json::parse(machine::machine_to_json(machine::read_machine("2*(2x12),1*(2x8)")));
  EXPECT_EQ(json["levels"], nlohmann::json::parse(R"([
      {"name": "node", "sizes": [{"size": 24, "count": 2}, {"size": 16, "count": 1}]},
      {"name": "socket", "sizes": [{"size": 12, "count": 4}, {"size": 8, "count": 2}]}])"));
}

// A parser that scans the whole array for each element would take hours.
TEST(MachineJson, ReadsHundredsOfThousandsOfUnequalSizes) {
  std::string text = R"({"levels": [{"name": "node", "sizes": [1)";
  for (int i = 0; i < 300'000; ++i) text += R"(,{"size":2,"count":1},3)";
  EXPECT_EQ(machine::read_json(text + "]}]}").node_sizes().count(), 600'001);
}

TEST(MachineJson, RefusesTheRest) {
  for (const char* text :
       {"{", "{}", R"({"levels": 1})", R"({"levels": [1]})", R"({"levels": [{"name": "node"}]})",
        R"({"levels": [{"name": 3, "sizes": [1]}]})", R"({"levels": [{"name": "", "sizes": [1]}]})",
        R"({"levels": [{"name": "node", "sizes": 4}]})", R"({"levels": [{"name": "node", "sizes": ["4"]}]})",
        R"({"levels": [{"name": "node", "sizes": [4.0]}]})", R"({"levels": [{"name": "node", "sizes": [NaN]}]})",
        R"({"levels": [{"name": "node", "sizes": [{"size": 4}]}]})",
        R"({"levels": [{"name": "node", "sizes": [4]}, {"name": "node", "sizes": [4]}]})",
        R"({"levels": [{"name": "node", "sizes": [4], "more": 1}]})",
        R"({"levels": [{"name": "node", "sizes": [4]}], "hosts": ["a b"]})",
        R"({"levels": [{"name": "node", "sizes": [4]}], "format": "other"})"})
    EXPECT_EQ(failure([&] { machine::read_json(text); }), base::Status::parse) << text;
  for (const char* text :
       {R"({"levels": []})", R"({"levels": [{"name": "node", "sizes": []}]})",
        R"({"levels": [{"name": "node", "sizes": [0]}]})", R"({"levels": [{"name": "node", "sizes": [-4]}]})",
        R"({"levels": [{"name": "node", "sizes": [{"size": 4, "count": 0}]}]})",
        R"({"levels": [{"name": "node", "sizes": [4, 4]}, {"name": "socket", "sizes": [3, 3]}]})",
        R"({"levels": [{"name": "node", "sizes": [4, 4]}, {"name": "socket", "sizes": [3, 5]}]})",
        R"({"levels": [{"name": "node", "sizes": [4, 4]}], "hosts": ["a"]})"})
    EXPECT_EQ(failure([&] { machine::read_json(text); }), base::Status::invalid_argument) << text;
  for (const char* text : {R"({"levels": [{"name": "node", "sizes": [9223372036854775808]}]})",
                           R"({"levels": [{"name": "node", "sizes": [9223372036854775807, 1]}]})",
                           R"({"levels": [{"name": "node", "sizes": [{"size": 4294967296, "count": 4294967296}]}]})"})
    EXPECT_EQ(failure([&] { machine::read_json(text); }), base::Status::overflow) << text;
  EXPECT_EQ(failure([&] { machine::read_json(R"({"version": 2, "levels": []})"); }), base::Status::unsupported);
  EXPECT_EQ(failure([&] { machine::read_json("{\"levels\": " + std::string(1 << 20, '[')); }), base::Status::parse);
}

TEST(ReadMachine, LooksIntoTheFileToChooseTheReader) {
  EXPECT_EQ(machine("json:" + data + "/machines/machine.json"), machine(data + "/machines/machine.json"));
  EXPECT_EQ(spec_failure("json:" + data + "/hwloc/laptop.xml"), base::Status::parse);
  EXPECT_EQ(spec_failure("mpich:" + data + "/machines/openmpi.hosts"), base::Status::parse);
}

TEST(ReadMachine, SkipsAByteOrderMark) {
  const std::string mark = "\xEF\xBB\xBF";
  for (const char* const name : {"machines/machine.json", "machines/openmpi.hosts", "machines/mpich.hosts",
                                 "machines/slurm.env", "hwloc/laptop.xml"}) {
    const std::string path = data + "/" + name;
    EXPECT_EQ(machine(TemporaryFile(mark + base::read_file(path)).path()), machine(path)) << name;
  }
  for (const char* const text : {"\xFF\xFEn", "\xFE\xFFn"})
    EXPECT_NE(message(TemporaryFile(text).path()).find("UTF-16"), std::string::npos);
}

TEST(ReadMachine, RefusesFilesThatAreNotMachines) {
  EXPECT_EQ(spec_failure(TemporaryFile("").path()), base::Status::parse);
  EXPECT_EQ(spec_failure(TemporaryFile(" \n\n").path()), base::Status::parse);
  EXPECT_EQ(spec_failure(TemporaryFile(std::string("\x7f"
                                                   "ELF\0\1\2:",
                                                   8))
                             .path()),
            base::Status::parse);
  EXPECT_EQ(spec_failure(TemporaryFile("host with words\n").path()), base::Status::parse);
  EXPECT_EQ(spec_failure("no/such/file"), base::Status::parse);
  EXPECT_EQ(spec_failure("/"), base::Status::parse);
  EXPECT_EQ(spec_failure(""), base::Status::parse);
  EXPECT_EQ(spec_failure("0*" + data + "/hwloc/laptop.xml"), base::Status::invalid_argument);
  EXPECT_EQ(spec_failure("9223372036854775807*" + data + "/hwloc/laptop.xml"), base::Status::overflow);
}

TEST(ReadMachine, RefusesFilesLargerThanAnyDescription) {
  const TemporaryFile file("");
  std::filesystem::resize_file(file.path(), base::max_file_bytes + 1);
  EXPECT_EQ(spec_failure(file.path()), base::Status::io);
}

TEST(ReadMachine, NamesTheFileAndTheLineOfAnError) {
  const TemporaryFile file("a slots=2\n\nb slots=x\n");
  const std::string text = message(file.path());
  EXPECT_NE(text.find(file.path()), std::string::npos) << text;
  EXPECT_NE(text.find("line 3"), std::string::npos) << text;
}

TEST(ReadMachine, NamesTheReadersWhenNothingFits) {
  const std::string text = message("nosuch.txt");
  for (const machine::MachineReader& reader : machine::machine_readers())
    EXPECT_NE(text.find(reader.name), std::string::npos) << text;
}

}  // namespace
}  // namespace cartwright
