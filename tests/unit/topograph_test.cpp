// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// What topograph writes, and blocks of Slurm: read as inventories, and as the levels of a job.
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/temporary_folder.hpp"
#include "inventory/inventory.hpp"
#include "inventory/job_nodes.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace cartwright::inventory {
namespace {

const std::string data = CARTWRIGHT_TEST_DATA "/inventories/";

using Domains = std::vector<int>;

JobNodes located(const std::string& file, std::initializer_list<const char*> hosts) {
  std::vector<NodeNames> job;
  for (const char* const host : hosts) job.emplace_back().names = {host};
  return locate_job(file, job);
}

JobNodes in_text(std::string_view text, std::initializer_list<const char*> hosts) {
  const base::TemporaryFolder folder;
  const std::string file = (folder.path() / "topology").string();
  std::ofstream(file) << text;
  return located(file, hosts);
}

std::string message(std::string_view text) try {
  in_text(text, {"a", "b"});
  return "no error";
} catch (const base::Error& error) {
  EXPECT_NE(error.status(), base::Status::internal);
  return error.what();
}

/// "name: 0 0 1; ..."
std::string shown(const JobNodes& job) {
  std::string text;
  for (const NodeLevel& level : job.levels) {
    text += (text.empty() ? "" : "; ") + level.name + ":";
    for (const int domain : level.domain) text += " " + std::to_string(domain);
  }
  return text;
}

TEST(Topograph, WritesConfigMapsForSlinky) {
  // Block 3 has no nodes, but its place: blocks 1 and 2 are joined, and 3 and 4.
  const JobNodes job = located(data + "slinky-configmap.yaml", {"gpu01", "gpu03", "gpu02", "gpu05", "gpu06"});
  EXPECT_EQ(shown(job), "block-2: 0 0 0 1 1; block: 0 1 0 2 2");
  // kubectl writes a ConfigMap as JSON, too, and topology.yaml may be in it under any name.
  EXPECT_EQ(shown(in_text(R"({"apiVersion": "v1", "data": {"gpus.yaml": "- topology: t\n  tree:\n    switches:\n)"
                          R"(        - switch: s1\n          nodes: a[1-2]\n)"
                          R"(        - switch: s2\n          nodes: b\n"}, "kind": "ConfigMap"})",
                          {"a1", "b", "a2"})),
            "switch: 0 1 0");
}

TEST(Topograph, LabelsNodesOfKubernetes) {
  // Neither leaf holds the accelerators of nvl1 whole, but spine1 does. The last node has no accelerators.
  const JobNodes job = located(data + "kubernetes-nodes.json", {"worker1", "worker2", "worker3", "worker4"});
  EXPECT_EQ(shown(job), "spine: 0 0 0 1; accelerator: 0 0 1 2");
  EXPECT_TRUE(job.notes.empty());
  const JobNodes outside = located(data + "kubernetes-nodes.json", {"worker1", "worker2", "worker3", "master"});
  ASSERT_EQ(outside.notes.size(), 1U);
  EXPECT_NE(outside.notes.front().find("1 of 4 nodes are not in"), std::string::npos);

  // Names of earlier releases; accelerators within a leaf are its parts.
  const auto node = [](const char* name, const char* leaf, const char* domain) {
    return fmt::format(
        "---\napiVersion: v1\nkind: Node\nmetadata:\n  name: {}\n  labels:\n    network.topology.nvidia.com/leaf: {}\n"
        "    network.topology.nvidia.com/accelerator: {}\n",
        name, leaf, domain);
  };
  EXPECT_EQ(shown(in_text(node("a", "l0", "x") + node("b", "l0", "x") + node("c", "l0", "y") + node("d", "l0", "y") +
                              node("e", "l1", "z"),
                          {"a", "b", "c", "d", "e"})),
            "leaf: 0 0 0 0 1; accelerator: 0 0 1 1 2");
}

TEST(Topograph, WritesNodeFeaturesAndInstances) {
  const Inventory features = read_inventory(data + "nodefeatures.yaml");
  ASSERT_EQ(features.nodes.size(), 2U);
  EXPECT_EQ(features.nodes[0].name, "a");
  ASSERT_EQ(features.switches.size(), 9U);
  EXPECT_EQ(features.switches[0].kind, "tier-3");
  EXPECT_EQ(features.switches[3].name, "hall-1/core-1/spine-2/leaf-1");
  EXPECT_EQ(features.switches[5].kind, "accelerator part");
  EXPECT_EQ(features.switches[6].name, "hall-1/only b");
  const JobNodes job = located(data + "topograph-instances.json", {"n1", "n2", "n3", "n4"});
  EXPECT_EQ(shown(job), "leaf: 0 0 1 2");
  EXPECT_EQ(job.notes.size(), 1U) << "n4 is nowhere";
}

TEST(Topograph, IsNamedWithTheWayOutWhereItIsMalformed) {
  EXPECT_NE(message("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n  slurm.conf: ClusterName=a\n")
                .find("no topology is among the data of this ConfigMap: give the one that Slinky's"),
            std::string::npos);
  EXPECT_NE(message(R"({"apiVersion": "v1", "kind": "List", "items": [{"metadata": {"name": "a"}}]})")
                .find("none of 1 nodes has labels of topograph, such as fabric.topograph.run/tier-0: label"),
            std::string::npos);
  EXPECT_NE(message("kind: Node\napiVersion: v1\nmetadata:\n  name: a\n  labels: {fabric.topograph.run/tier-99: s}\n")
                .find("label 'fabric.topograph.run/tier-99' has tier 99: 0 to 31 are read"),
            std::string::npos);
  EXPECT_NE(message(R"({"instances": [{"network_layers": ["s"]}]})").find("line 1: 'id' is missing"),
            std::string::npos);
  EXPECT_NE(
      message("apiVersion: v1\nkind: ConfigMap\ndata:\n  t1: 'SwitchName=s Nodes=a'\n  t2: 'SwitchName=s Nodes=b'\n")
          .find("t2 is the second topology in this text: give one ConfigMap"),
      std::string::npos);
  EXPECT_NE(message("apiVersion: v1\nkind: ConfigMap\ndata:\n  t1: 'SwitchName=s Hosts=a'\n")
                .find("line 1: unknown parameter 'Hosts'"),
            std::string::npos);
  EXPECT_NE(
      message("apiVersion: v1\nkind: Node\nmetadata:\n  name: a\n  labels: {x: [1]}\n").find("x must be one value"),
      std::string::npos);
  EXPECT_NE(message(R"({"apiVersion": "v1", "kind": "List", "items": [)").find("topograph, line "), std::string::npos);
  EXPECT_NE(message("BlockName=b0 Nodes=a\nBlockSizes=4,6\n")
                .find("blocks of 4 nodes cannot be joined to blocks of 6: give multiples in BlockSizes"),
            std::string::npos);
  EXPECT_NE(message("SwitchName=s Nodes=c[1-2]\n").find("none of the 2 nodes of this job (a, b; its first node is c1"),
            std::string::npos);
}

TEST(Topograph, SurvivesTextsThatBreakOffAnywhere) {
  for (const char* file :
       {"slinky-configmap.yaml", "kubernetes-nodes.json", "nodefeatures.yaml", "topograph-instances.json"}) {
    const std::string text = base::read_file(data + file);
    for (std::size_t length = 0; length < text.size(); length += 29) message(text.substr(0, length));
  }
}

TEST(SlurmBlocks, AreJoinedInTheOrderOfTheFile) {
  const std::string blocks = "BlockName=b0 Nodes=a[0-1]\nBlockName=b1 Nodes=a[2-3]\nBlockName=b2 Nodes=a[4-5]\n";
  EXPECT_EQ(shown(in_text(blocks + "BlockSizes=2,4\n", {"a0", "a3", "a4", "a2"})), "block-2: 0 0 1 0; block: 0 1 2 1");
  // scontrol show topology lists the joined ones.
  EXPECT_EQ(shown(in_text("BlockName=b0 BlockIndex=0 Nodes=a[0-1] BlockSize=2\n"
                          "BlockName=b1 BlockIndex=1 Nodes=a[2-3] BlockSize=2\n"
                          "BlockName=b2 BlockIndex=2 Nodes=a[4-5] BlockSize=2\n"
                          "AggregatedBlock=b[0-1] BlockIndex=3 Nodes=a[0-3] BlockSize=4\n"
                          "AggregatedBlock=b2 BlockIndex=4 Nodes=a[4-5] BlockSize=4\n",
                          {"a0", "a3", "a4", "a2"})),
            "block-2: 0 0 1 0; block: 0 1 2 1");
  // A tree and blocks over the same nodes.
  const JobNodes both = located(data + "topology.yaml", {"gpu01", "gpu02", "gpu03", "gpu05", "gpu06"});
  EXPECT_EQ(shown(both), "switch: 0 0 0 1 1; block-2: 0 0 0 1 2; block: 0 0 1 2 3");
}

}  // namespace
}  // namespace cartwright::inventory
