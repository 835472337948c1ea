// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "inventory/node_list.hpp"

#include "base/error.hpp"
#include "base/temporary_folder.hpp"
#include "inventory/job_nodes.hpp"
#include "variables.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

namespace cartwright::inventory {
namespace {

const std::string pbs_file = CARTWRIGHT_TEST_DATA "/inventories/pbs-nodefile.txt";

std::string names_of(const Inventory& inventory) {
  std::string text;
  for (const NodeRecord& node : inventory.nodes) text += (text.empty() ? "" : " ") + node.name;
  return text;
}

std::string message(const Variables& variables) try {
  inventory_of_job(variables);
  return "no error";
} catch (const base::Error& error) {
  return error.what();
}

/// A file as PALS writes it for its application, version 5, on a 64-bit system.
std::string apinfo(std::initializer_list<std::pair<int, const char*>> nodes) {
  constexpr std::size_t header = 152, row = 68;
  std::string text(header, '\0');
  const auto put = [&](std::size_t at, auto value) { std::memcpy(text.data() + at, &value, sizeof value); };
  put(0, 5);
  put(88, row);
  put(96, header);
  put(104, static_cast<int>(nodes.size()));
  for (const auto& [nid, host] : nodes) {
    std::string node(row, '\0');
    std::memcpy(node.data(), &nid, sizeof nid);
    std::strncpy(node.data() + 4, host, 64);
    text += node;
  }
  put(8, text.size());
  return text;
}

std::string saved(const base::TemporaryFolder& folder, std::string_view text) {
  const std::string file = (folder.path() / "file").string();
  std::ofstream(file) << text;
  return file;
}

std::vector<NodeNames> numbered(std::initializer_list<std::pair<const char*, const char*>> hosts) {
  std::vector<NodeNames> job;
  for (const auto& [host, number] : hosts) {
    job.emplace_back().names = {host};
    job.back().number = number;
  }
  return job;
}

TEST(NodeList, HasEachNodeOnceInTheOrderOfTheBatchSystem) {
  EXPECT_EQ(names_of(inventory_of_job(Variables{{"SLURM_JOB_NODELIST", "nid[00003-00004,7],login1"}})),
            "nid00003 nid00004 nid7 login1");
  // A line for each process, with comments, empty lines, and line ends of Windows.
  for (const char* variable : {"PBS_NODEFILE", "LSB_DJOB_HOSTFILE"})
    EXPECT_EQ(names_of(inventory_of_job(Variables{{variable, pbs_file}})), "cn0001.site cn0002.site cn0004.site");
}

TEST(NodeList, OfPalsHasNumbers) {
  const base::TemporaryFolder folder;
  const std::string file = saved(folder, apinfo({{12, "x1000c0s0b0n0"}, {-1, "host2"}, {14, "h.site"}}));
  const Inventory nodes = inventory_of_job(Variables{{"PALS_APINFO", file}});
  EXPECT_EQ(names_of(nodes), "x1000c0s0b0n0 host2 h.site");
  EXPECT_EQ(nodes.nodes[0].location, "x1000c0s0b0n0") << "a location says more than a number";
  EXPECT_EQ(nodes.nodes[1].location, "");
  EXPECT_EQ(nodes.nodes[2].location, "nid000014");
  // A process takes the names of its own node.
  const NodeNames names = names_of_this_node(folder.path(), Variables{{"PALS_APINFO", file}, {"PALS_NODEID", "2"}});
  ASSERT_EQ(names.names.size(), 3U);
  EXPECT_EQ(names.names[1], "h.site");
  EXPECT_EQ(names.names[2], "nid000014");
  for (const char* const number : {"3", "-1", "x", ""})
    EXPECT_EQ(names_of_this_node(folder.path(), Variables{{"PALS_APINFO", file}, {"PALS_NODEID", number}}).names.size(),
              1U);
}

TEST(NodeList, NamesWhatItCannotRead) {
  EXPECT_EQ(message({}),
            "this is not a batch job: neither SLURM_JOB_NODELIST nor PBS_NODEFILE, LSB_DJOB_HOSTFILE, PALS_APINFO is "
            "set; give a file with the nodes");
  EXPECT_NE(message({{"PBS_NODEFILE", "/no/such/file"}}).find("PBS_NODEFILE: "), std::string::npos);
  EXPECT_NE(message({{"PBS_NODEFILE", "/no/such/file"}}).find("/no/such/file"), std::string::npos);
  EXPECT_NE(message({{"SLURM_JOB_NODELIST", "nid[0"}}).find("SLURM_JOB_NODELIST=nid[0: "), std::string::npos);
  const base::TemporaryFolder folder;
  EXPECT_NE(message({{"PBS_NODEFILE", saved(folder, "a\nb c d\n")}}).find("line 2"), std::string::npos);
  EXPECT_NE(message({{"PBS_NODEFILE", saved(folder, "# nothing\n")}}).find("no reader recognizes it"),
            std::string::npos);
  const std::string whole = apinfo({{1, "a"}, {2, "b"}});
  EXPECT_NE(message({{"PALS_APINFO", saved(folder, whole.substr(0, whole.size() - 1))}}).find("it is cut off"),
            std::string::npos);
  std::string many = whole;
  std::memset(many.data() + 104, 0x7f, 4);
  EXPECT_NE(message({{"PALS_APINFO", saved(folder, many)}}).find("it is cut off"), std::string::npos);
  for (std::size_t length = 0; length < whole.size(); length += 3)
    EXPECT_NE(message({{"PALS_APINFO", saved(folder, whole.substr(0, length))}}), "no error") << length;
}

TEST(NodeList, OfPbsNamesTheNodesByTheirNumbers) {
  const Variables pbs{{"PBS_NODEFILE", pbs_file}};
  std::vector<NodeNames> job = numbered({{"x3", "2"}, {"x1", "0"}, {"x2", "1"}});
  EXPECT_EQ(add_listed_names(job, pbs), "");
  EXPECT_EQ(job[0].names.back(), "cn0004.site");
  EXPECT_EQ(job[1].names.back(), "cn0001.site");
  EXPECT_EQ(job[2].names.back(), "cn0002.site");
  // So they are found in a topology that has only the names of PBS.
  const base::TemporaryFolder folder;
  const std::string topology = saved(folder, "SwitchName=s0 Nodes=cn0001,cn0004\nSwitchName=s1 Nodes=cn0002\n");
  EXPECT_EQ(locate_job(topology, job).levels.at(0).domain, (std::vector{0, 0, 1}));

  // Numbers that are inherited, outside, or contradict the names.
  for (auto wrong :
       {numbered({{"x1", "0"}, {"x2", "0"}}), numbered({{"x1", "0"}, {"x2", "3"}}), numbered({{"x1", "0"}, {"x2", ""}}),
        numbered({{"x1", "0"}, {"x2", "-1"}}), numbered({{"cn0002", "0"}, {"cn0001", "1"}})}) {
    EXPECT_EQ(add_listed_names(wrong, pbs), "");
    for (const NodeNames& node : wrong) EXPECT_EQ(node.names.size(), 1U);
  }
  EXPECT_NE(add_listed_names(job, Variables{{"PBS_NODEFILE", "/no/such/file"}}).find("the names in it are not used"),
            std::string::npos);
  EXPECT_EQ(add_listed_names(job, Variables{}), "");
}

}  // namespace
}  // namespace cartwright::inventory
