// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "inventory/job_nodes.hpp"

#include "base/error.hpp"
#include "base/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>

namespace cartwright::inventory {
namespace {

std::vector<NodeNames> hosts(std::initializer_list<const char*> names) {
  std::vector<NodeNames> made;
  for (const char* const name : names) made.emplace_back().names = {name};
  return made;
}

std::vector<int> level(const JobNodes& job, std::string_view name) {
  for (const NodeLevel& one : job.levels)
    if (one.name == name) return one.domain;
  return {};
}

using Domains = std::vector<int>;

TEST(JobNodes, AreFoundInANetworkByNameWithOrWithoutTheirDomain) {
  // Two routers of two nodes in each of three groups.
  const std::string network = "dragonfly:routers=2,global=1,nodes=2";
  const JobNodes all = pretend_job(network, 12);
  const auto name = [&](int node) { return all.network->wiring().node_name(network::Node(node)); };
  std::vector<NodeNames> job = hosts({"", "", "", ""});
  for (int i = 0; i < 4; ++i) job[i].names = {name(5 - i) + (i % 2 == 0 ? ".site.org" : "")};
  const JobNodes found = locate_job(network, job);
  EXPECT_TRUE(found.wired());
  EXPECT_TRUE(found.notes.empty());
  for (int i = 0; i < 4; ++i) EXPECT_EQ(found.nodes[i], network::Node(5 - i));
  EXPECT_EQ(level(found, "group"), (Domains{0, 0, 1, 1}));
  EXPECT_EQ(found.levels.size(), 1U) << "a switch for each group says nothing new";
}

TEST(JobNodes, OutsideOfTheNetworkAreNamedAndTheOthersKeepTheirLevels) {
  const std::string network = "fat-tree:down=2x4,up=1x2";
  const JobNodes all = pretend_job(network, 8);
  const auto name = [&](int node) { return all.network->wiring().node_name(network::Node(node)); };
  std::vector<NodeNames> job = hosts({"", "elsewhere", "", ""});
  job[0].names = {name(0)};
  job[2].names = {name(1)};
  job[3].names = {name(2)};
  const JobNodes found = locate_job(network, job);
  EXPECT_FALSE(found.wired());
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_NE(found.notes.front().find("1 of 4 nodes are not in fat-tree:down=2x4,up=1x2: elsewhere"), std::string::npos)
      << found.notes.front();
  const Domains switches = level(found, "switch");
  ASSERT_EQ(switches.size(), 4U);
  EXPECT_EQ(switches[0], switches[2]);
  EXPECT_NE(switches[0], switches[1]);
  EXPECT_NE(switches[1], switches[3]);
  EXPECT_THROW(locate_job(network, hosts({"a", "b"})), base::Error);
}

TEST(JobNodes, ThatMatchOneNodeAreNotUsed) {
  const std::string network = "torus:dims=2x2";
  const std::string name = pretend_job(network, 1).network->wiring().node_name(network::Node(0));
  std::vector<NodeNames> job = hosts({"", "", ""});
  job[0].names = {name + ".a"};
  job[1].names = {name + ".b"};
  job[2].names = {pretend_job(network, 2).network->wiring().node_name(network::Node(1))};
  const JobNodes found = locate_job(network, job);
  EXPECT_EQ(found.nodes, (std::vector{network::Node(-1), network::Node(-1), network::Node(1)}));
  EXPECT_NE(found.notes.front().find("both match node"), std::string::npos);
}

TEST(JobNodes, AreFoundByTheirLocationOnACray) {
  std::vector<NodeNames> job = hosts({"nid1", "nid2", "nid3"});
  job[0].location = "c0-0c0s1n0";
  job[1].location = "c1-0c2s1n1";
  job[2].location = "c2-0c0s1n0";
  const JobNodes found = locate_job(job, "");
  EXPECT_EQ(found.source, "/proc/cray_xt/cname");
  EXPECT_EQ(level(found, "group"), (Domains{0, 0, 1})) << "a group is two cabinets";
  job[1].location = "x1000c0s0b0n0";
  EXPECT_TRUE(locate_job(job, "").levels.empty()) << "two kinds of locations";
}

TEST(JobNodes, KnowTheirSwitchesFromSlurm) {
  std::vector<NodeNames> job = hosts({"a1", "a2", "b1", "c1"});
  const char* const addresses[] = {"top0.leaf0.a1", "top0.leaf0.a2", "top0.leaf1.b1", "top1.leaf2.c1"};
  for (int i = 0; i < 4; ++i) {
    job[i].address = addresses[i];
    job[i].address_pattern = "switch.switch.node";
  }
  const JobNodes found = locate_job(job, "");
  EXPECT_EQ(found.source, "SLURM_TOPOLOGY_ADDR");
  EXPECT_EQ(level(found, "switch-2"), (Domains{0, 0, 0, 1}));
  EXPECT_EQ(level(found, "switch"), (Domains{0, 0, 1, 2}));
  job[1].address = addresses[0];
  EXPECT_TRUE(locate_job(job, "").levels.empty()) << "inherited from another node";
}

TEST(JobNodes, KnowTheirSwitchesFromTheFilesOfSlurm) {
  const base::TemporaryFolder folder;
  std::ofstream(folder.path() / "topology.conf")
      << "SwitchName=s0 Nodes=a[1-2]\nSwitchName=s1 Nodes=b[1-2]\nSwitchName=s2 Nodes=c1\n"
         "SwitchName=top0 Switches=s[0-1]\nSwitchName=top1 Switches=s2\nSwitchName=all Switches=top[0-1]\n";
  const std::vector<NodeNames> job = hosts({"c1", "a1", "b1.site", "a2"});
  for (const JobNodes& found :
       {locate_job(job, folder.path()), locate_job((folder.path() / "topology.conf").string(), job)}) {
    EXPECT_EQ(level(found, "switch-2"), (Domains{0, 1, 1, 1}));
    EXPECT_EQ(level(found, "switch"), (Domains{0, 1, 2, 1}));
    EXPECT_EQ(found.levels.size(), 2U) << "the switch above all of them says nothing";
  }
  EXPECT_TRUE(locate_job(hosts({"x", "y"}), folder.path()).levels.empty());
}

TEST(JobNodes, MayBePretendedInATopology) {
  const base::TemporaryFolder folder;
  const std::string file = (folder.path() / "topology.conf").string();
  std::ofstream(file) << "SwitchName=s0 Nodes=a[1-2]\nSwitchName=s1 Nodes=b[1-2]\n";
  EXPECT_EQ(level(pretend_job(file, 4), "switch"), (Domains{0, 0, 1, 1}));
  EXPECT_EQ(level(pretend_job(file, 3), "switch"), (Domains{0, 0, 1}));
  EXPECT_THROW(pretend_job(file, 5), base::Error);
  std::ofstream(file) << "SwitchName=s0 Nodes=a[1-2]\nSwitchName=s1 Nodes=ALL\n";
  EXPECT_EQ(level(pretend_job(file, 5), "switch"), (Domains{0, 0, 1, 1, 1}));
  EXPECT_EQ(level(locate_job(file, hosts({"x", "a1", "y", "a2"})), "switch"), (Domains{0, 1, 0, 1}));
}

TEST(JobNodes, MayShowTheirPlaceInTheirNames) {
  const JobNodes found = locate_job(hosts({"r1i0n0", "r1i0n1", "r1i1n0", "r2i0n0"}), "");
  EXPECT_EQ(found.source, "names such as r1i0n0");
  EXPECT_EQ(level(found, "r"), (Domains{0, 0, 0, 1}));
  EXPECT_EQ(level(found, "i"), (Domains{0, 0, 1, 2})) << "i0 of r1 and i0 of r2 are two";
  for (const auto& names : {hosts({"nid0001", "nid0002"}), hosts({"node00", "node01"}), hosts({"r1n1", "gpu2n1"}),
                            hosts({"ip-10-0-1-17", "ip-10-0-2-18"}), hosts({"r1n1", "r1n2"}), hosts({"r1n1"})})
    EXPECT_TRUE(locate_job(names, "").levels.empty()) << names.front().names.front();
}

TEST(NodeNames, ComeFromTheSystem) {
  const base::TemporaryFolder root;
  std::filesystem::create_directories(root.path() / "proc/cray_xt");
  std::ofstream(root.path() / "proc/cray_xt/cname") << "c3-0c1s4n2\n";
  char host[256] = {};
  ASSERT_EQ(gethostname(host, sizeof host - 1), 0);
  const std::map<std::string, std::string> variables = {
      {"SLURM_TOPOLOGY_ADDR", "s0.n7"},
      {"SLURM_TOPOLOGY_ADDR_PATTERN", "switch.node"},
      {"SLURMD_NODENAME", "n7"},
      {"SLURM_NODE_ALIASES", "n6:10.0.0.6:other,n7:10.0.0.7:" + std::string(host)}};
  const NodeNames names = names_of_this_node(root.path(), [&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
  EXPECT_EQ(names.names, (std::vector<std::string>{host, "n7", "n7", "10.0.0.7", host}));
  EXPECT_EQ(names.location, "c3-0c1s4n2");
  const NodeNames copy = NodeNames::from_text(names.text());
  EXPECT_EQ(copy.names, names.names);
  EXPECT_EQ(copy.address, "s0.n7");
  EXPECT_EQ(copy.address_pattern, "switch.node");
  EXPECT_TRUE(NodeNames::from_text("nonsense").names.empty());
}

}  // namespace
}  // namespace cartwright::inventory
