// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "inventory/inventory.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "inventory/location.hpp"
#include "inventory/slurm_state.hpp"
#include "network/networks.hpp"
#include "network/shortest_paths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

namespace cartwright {
namespace {

const std::string data = CARTWRIGHT_TEST_DATA "/inventories/";

inventory::Inventory from_file(const std::string& name) { return inventory::read_inventory(data + name); }

/// The inventory in a file with this text.
class TextFile {
 public:
  explicit TextFile(std::string_view text)
      : path_(std::filesystem::temp_directory_path() / fmt::format("cartwright-inventory-{}", std::random_device()())) {
    std::ofstream(path_) << text;
  }
  ~TextFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};
inventory::Inventory from_text(std::string_view text) { return inventory::read_inventory(TextFile(text).path()); }

std::string message(std::string_view text) {
  try {
    from_text(text);
  } catch (const base::Error& error) {
    EXPECT_NE(error.status(), base::Status::internal);
    return error.what();
  }
  return "no error";
}

const inventory::NodeRecord& node(const inventory::Inventory& inventory, std::string_view name) {
  const auto found = std::ranges::find(inventory.nodes, name, &inventory::NodeRecord::name);
  if (found == inventory.nodes.end()) base::fail(base::Status::internal, "no node {}", name);
  return *found;
}

/// "name=state ..."
std::string shown(const inventory::Inventory& inventory) {
  std::string text;
  for (const inventory::NodeRecord& record : inventory.nodes)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", record.name, inventory::to_string(record.state));
  return text;
}

std::int64_t count(const inventory::Inventory& inventory, inventory::NodeState state) {
  return std::ranges::count(inventory.nodes, state, &inventory::NodeRecord::state);
}

TEST(SlurmState, IsFreeOnlyWhenIdle) {
  for (const char* text :
       {"IDLE", "idle", "idle~", "idle#", "IDLE+CLOUD", "IDLE+CLOUD+POWERED_DOWN", "IDLE+DYNAMIC_NORM"})
    EXPECT_EQ(inventory::slurm_state(text), inventory::NodeState::free) << text;
  for (const char* text : {"alloc", "ALLOCATED", "mix", "MIXED", "comp", "IDLE+COMPLETING", "resv", "RESERVED", "plnd",
                           "IDLE+PLANNED", "idle-", "mix-", "mix~"})
    EXPECT_EQ(inventory::slurm_state(text), inventory::NodeState::taken) << text;
  for (const char* text : {"IDLE+DRAIN",
                           "drain",
                           "drng",
                           "MIXED+DRAIN",
                           "down",
                           "down*",
                           "idle*",
                           "alloc*",
                           "DOWN+NOT_RESPONDING",
                           "maint",
                           "IDLE+MAINT",
                           "idle$",
                           "idle@",
                           "idle^",
                           "idle!",
                           "idle%",
                           "fail",
                           "unk",
                           "boot",
                           "inval",
                           "futr",
                           "",
                           "+",
                           "CLOUD",
                           "a word of next year",
                           "idle+next_year"})
    EXPECT_EQ(inventory::slurm_state(text), inventory::NodeState::down) << text;
}

// The files were made with a Slurm 22.05 of 32 nodes: nid00005 drains, nid00030 is down, nid000[08-13] have a job, and
// nid00020 has a job that does not fill it.
TEST(Inventory, IsTheSameFromAllThatSlurmPrints) {
  for (const char* file : {"scontrol-node.txt", "scontrol-node-o.txt", "sinfo.txt", "sinfo-N.txt", "sinfo-N-l.txt",
                           "sinfo-o.txt", "sinfo-h-N-o.txt"}) {
    SCOPED_TRACE(file);
    const inventory::Inventory inventory = from_file(file);
    ASSERT_EQ(inventory.nodes.size(), 32U);
    for (int i = 0; i < 32; ++i) {
      const inventory::NodeState expected = i == 5 || i == 30               ? inventory::NodeState::down
                                            : (i >= 8 && i < 14) || i == 20 ? inventory::NodeState::taken
                                                                            : inventory::NodeState::free;
      EXPECT_EQ(node(inventory, fmt::format("nid{:05}", i)).state, expected) << i;
    }
  }
  for (const char* file : {"scontrol-node.txt", "scontrol-node-o.txt", "sinfo-N-l.txt"}) {
    EXPECT_EQ(node(from_file(file), "nid00003").cores, 4) << file;
    EXPECT_EQ(node(from_file(file), "nid00003").sockets, 4) << file;
  }
}

TEST(Inventory, KnowsTheSwitchesOfATree) {
  for (const char* file : {"topology.conf", "scontrol-topology.txt"}) {
    SCOPED_TRACE(file);
    const inventory::Inventory inventory = from_file(file);
    EXPECT_EQ(inventory.nodes.size(), 32U);
    EXPECT_EQ(count(inventory, inventory::NodeState::free), 32);
    ASSERT_EQ(inventory.switches.size(), 5U);
    EXPECT_EQ(inventory.switches[1].name, "s1");
    EXPECT_EQ(inventory.switches[1].nodes.front(), "nid00008");
    EXPECT_EQ(inventory.switches[4].below, (std::vector<std::string>{"s0", "s1", "s2", "s3"}));
    EXPECT_TRUE(inventory.switches[4].nodes.empty());
  }
}

TEST(Inventory, KnowsBlocks) {
  const inventory::Inventory inventory = from_file("topology-block.conf");
  EXPECT_EQ(inventory.nodes.size(), 36U);
  ASSERT_EQ(inventory.switches.size(), 3U);
  EXPECT_EQ(inventory.switches[1].nodes.back(), "gpu36");
  EXPECT_EQ(inventory.switches[2].below, (std::vector<std::string>{"b0", "b1"}));
}

TEST(Inventory, ReadsTreesAndBlocksOfTopologyYaml) {
  const inventory::Inventory inventory = from_file("topology.yaml");
  EXPECT_EQ(inventory.nodes.size(), 9U);
  EXPECT_EQ(node(inventory, "login1").state, inventory::NodeState::free);
  ASSERT_EQ(inventory.switches.size(), 6U);
  EXPECT_EQ(inventory.switches[0].below, (std::vector<std::string>{"leaf0", "leaf1"}));
  EXPECT_EQ(inventory.switches[2].nodes.size(), 5U);
  EXPECT_EQ(inventory.switches[4].name, "racks/b1");
  EXPECT_EQ(inventory.switches[4].nodes, (std::vector<std::string>{"gpu03", "gpu04"}));
  EXPECT_EQ(inventory.switches[5].below, (std::vector<std::string>{"racks/b0", "racks/b1"}));
}

TEST(Inventory, LeavesServiceNodesOfACrayOut) {
  EXPECT_EQ(shown(from_file("xtprocadmin.txt")),
            "nid00000=service nid00001=service nid00004=free nid00005=free nid00006=down nid00007=down nid00192=down "
            "nid00195=free");
  EXPECT_EQ(node(from_file("xtprocadmin.txt"), "nid00195").location, "c1-0c0s0n3");
}

TEST(Inventory, TakesVnodesOfPbsTogether) {
  const inventory::Inventory inventory = from_file("pbsnodes.json");
  EXPECT_EQ(shown(inventory), "cn0001=free cn0002=taken cn0003=taken cn0004=down numa1=free");
  EXPECT_EQ(node(inventory, "cn0002").job, "1201.head");
  EXPECT_EQ(node(inventory, "numa1").cores, 64);
}

TEST(Inventory, ReadsListsOfNames) {
  EXPECT_EQ(shown(from_file("xnames.txt")),
            "x1000c0s0b0n0=free x1000c0s0b1n0=taken x1000c0s0b1n1=taken x1000c7s7b1n1=down");
  EXPECT_EQ(node(from_file("xnames.txt"), "x1000c7s7b1n1").location, "x1000c7s7b1n1");
  EXPECT_EQ(shown(from_text("nid[1-2] idle\nnid[2-3] service\n")), "nid1=free nid2=service nid3=service");
  EXPECT_EQ(shown(from_text("nid[00001-00002],login\n")), "nid00001=free nid00002=free login=free");
}

TEST(Inventory, TakesTheNodesOfAFabricForFree) {
  const std::string fabric = CARTWRIGHT_TEST_DATA "/networks/fabric.ibnetdiscover";
  const inventory::Inventory inventory = inventory::read_inventory(fabric);
  const auto network = network::read_network(fabric);
  EXPECT_EQ(shown(inventory),
            "host000=free host001=free host010=free host011=free host100=free host101=free host110=free host111=free");
  for (const inventory::NodeState state : inventory::match(*network, inventory).state)
    EXPECT_EQ(state, inventory::NodeState::free);
}

TEST(Inventory, TakesTheWorstThatIsSaidOfANode) {
  EXPECT_EQ(shown(from_text("NODELIST STATE\na[1-3] idle\na2 alloc\na[1-2] idle\na3 down*\n")),
            "a1=free a2=taken a3=down");
  EXPECT_EQ(
      shown(from_text("PARTITION AVAIL TIMELIMIT NODES STATE NODELIST\ndebug up 1:00 0 n/a \nall up 1:00 1 idle a1\n")),
      "a1=free");
}

TEST(Inventory, IsNotMisledByTextOfAdministrators) {
  EXPECT_EQ(shown(from_text("NodeName=a1 CPUTot=4\n   State=IDLE+DRAIN\n   Reason=was State=IDLE NodeName=a2 # x\n"
                            "NodeName=a3 OS=Linux 6.1 #1 SMP State=DOWN\n")),
            "a1=down a3=down");
}

TEST(Inventory, NamesTheLineOfMalformedText) {
  EXPECT_NE(message("NodeName=a1 State=IDLE\nNodeName=a2 State=IDLE CPUTot=x\nNodeName=a3 State=IDLE\n")
                .find("line 3: CPUTot 'x'"),
            std::string::npos);
  EXPECT_NE(message("SwitchName=s0 Nodes=a[1-2\n").find("line 1"), std::string::npos);
  EXPECT_NE(message("SwitchName=s0 Nodes=a1\nSwitchName=s1 Hosts=a2\n").find("line 2: unknown parameter 'Hosts'"),
            std::string::npos);
  EXPECT_NE(message("- topology: a\n  tree:\n    switches: 5\n").find("line 3"), std::string::npos);
  EXPECT_NE(message("- topology: a\n  tree: {\n").find("line"), std::string::npos);
  EXPECT_NE(message("NODELIST STATE\na1\n").find("line 2"), std::string::npos);
  EXPECT_NE(message("NID (HEX) NODENAME TYPE STATUS MODE\n4 0x4 c0-0c0s1n0 compute up\n").find("line 2"),
            std::string::npos);
  EXPECT_NE(message("NID (HEX) NODENAME TYPE STATUS MODE\n4 0x4 nid4 compute up batch\n").find("cname"),
            std::string::npos);
  EXPECT_NE(message("{\"nodes\": {\"a\": {\"state\": 5}}}").find("node 'a', state"), std::string::npos);
  EXPECT_NE(message("{\"nodes\": {\"a\": 7}}").find("node 'a'"), std::string::npos);
  EXPECT_NE(message("a1 idle\na2 sleepy\n").find("line 2"), std::string::npos);
  for (const char* text : {"", "\n\n", "# nothing\n", "NodeName=\n", "{\"nodes\": {}}", "NODELIST STATE\n",
                           "BlockSizes=2\n", "- topology: a\n", "NodeName=a1\n"})
    EXPECT_NE(message(text), "no error") << text;
}

TEST(Inventory, ReadsContinuedLinesOfSlurm) {
  const auto read = [](const std::string& text) { return inventory::read_inventory(TextFile(text).path()); };
  for (const char* const end : {"\n", "\r\n", "  \n"}) {
    const inventory::Inventory found =
        read(fmt::format("SwitchName=l1 \\{0} Nodes=n[1-2]{0}SwitchName=l2 Nodes=n[3-4] # not continued \\{0}", end));
    ASSERT_EQ(found.switches.size(), 2U);
    EXPECT_EQ(found.switches[0].nodes, (std::vector<std::string>{"n1", "n2"}));
    EXPECT_EQ(found.nodes.size(), 4U);
  }
  EXPECT_NE(message("SwitchName=l1 \\\nNodes=n1\nSwitchName=l2 Hosts=n2\n").find("line 3: unknown"), std::string::npos);
  EXPECT_NE(message("SwitchName=l1 \\\nHosts=n1\n").find("line 1: unknown"), std::string::npos);
}

TEST(Inventory, TakesAllForTheNodesThatNoSwitchLists) {
  const auto network = network::read_network("torus:dims=4");
  for (const char* const text : {"SwitchName=s Nodes=ALL\n", "SwitchName=s Nodes=all\n",
                                 "- topology: a\n  tree:\n    switches:\n      - switch: s\n        nodes: ALL\n"}) {
    const inventory::Inventory found = inventory::read_inventory(TextFile(text).path());
    EXPECT_TRUE(found.every_node()) << text;
    const inventory::NodeTable table = inventory::match(*network, found);
    EXPECT_EQ(std::ranges::count(table.state, inventory::NodeState::free), 4) << text;
  }
}

TEST(Inventory, NamesTopologiesThatItDoesNotRead) {
  EXPECT_NE(message("- topology: r\n  ring:\n    rings:\n      - ring: a\n        nodes: n[1-4]\n")
                .find("topology 'r' is of the kind 'ring': trees and blocks are read"),
            std::string::npos);
  EXPECT_NE(message("- topology: t\n  cluster_default: true\n  torus3d:\n    toruses: []\n").find("'torus3d'"),
            std::string::npos);
  const std::string tree = "- topology: t\n  tree:\n    switches:\n      - switch: s\n        nodes: n1\n";
  EXPECT_EQ(message("- topology: f\n  flat: true\n" + tree), "no error");
}

TEST(Inventory, BoundsListsThatWouldNeverEnd) {
  EXPECT_NE(message("a[0-999999999]\n").find("more than"), std::string::npos);
  std::string text;
  for (int i = 0; i < 9; ++i) text += "SwitchName=s Switches=a[0-262143]\n";
  EXPECT_NE(message(text).find("more than"), std::string::npos);
}

TEST(Inventory, SurvivesTextsThatBreakOffAnywhere) {
  for (const char* file : {"scontrol-node-o.txt", "sinfo-N-l.txt", "topology.yaml", "topology.conf", "xtprocadmin.txt",
                           "pbsnodes.json", "xnames.txt"}) {
    const std::string text = base::read_file(data + file);
    for (std::size_t length = 0; length < std::min<std::size_t>(text.size(), 2500); length += 17) {
      try {
        from_text(std::string_view(text).substr(0, length));
      } catch (const base::Error& error) {
        EXPECT_NE(error.status(), base::Status::internal);
      }
    }
  }
}

TEST(Location, IsReadFromCnamesAndXnames) {
  for (const char* name : {"c0-0c0s0n0", "c11-1c2s15n3", "x1000c7s4b1n0", "x9000c1s0b0n1"}) {
    const auto at = inventory::parse_location(name);
    ASSERT_TRUE(at) << name;
    EXPECT_EQ(inventory::to_string(*at), name);
  }
  EXPECT_EQ(inventory::parse_location("c11-1c2s15n3")->row, 1);
  EXPECT_EQ(inventory::parse_location("c0-0c0s1a0n2"), inventory::parse_location("c0-0c0s1n2"));
  EXPECT_EQ(inventory::parse_location("x1000c7s4b1n0")->board, 1);
  for (const char* name : {"", "c", "c0-0c0s0", "c0-0c0s0a0", "c0-0c0s0a1n0", "c0-0c0s0n0x", "x1000c0s0n0", "nid00012",
                           "c0-0c0s0n", "c-0c0s0n0", "c0-0c0s0n9999999", "x1000c0s0b0n-1"})
    EXPECT_FALSE(inventory::parse_location(name)) << name;
}

TEST(Location, GivesTheNumbersOfACrayXc) {
  const auto nid = [](const char* name, std::int64_t columns) {
    return inventory::default_nid(*inventory::parse_location(name), columns);
  };
  EXPECT_EQ(nid("c0-0c0s0n0", 12), 0);
  EXPECT_EQ(nid("c0-0c0s3n0", 12), 12);
  EXPECT_EQ(nid("c0-0c1s0n0", 12), 64);
  EXPECT_EQ(nid("c1-0c0s0n0", 12), 192);
  EXPECT_EQ(nid("c0-1c0s0n0", 12), 2304);
  EXPECT_EQ(nid("c12-0c0s0n0", 12), -1);
  EXPECT_EQ(nid("c0-0c3s0n0", 12), -1);
  EXPECT_EQ(nid("x1000c0s0b0n0", 12), -1);
  EXPECT_EQ(inventory::nid_of("nid00012"), 12);
  EXPECT_EQ(inventory::nid_of("nid"), -1);
  EXPECT_EQ(inventory::nid_of("nid12a"), -1);
}

/// Two routers of a Cray XC with four nodes each.
std::unique_ptr<network::Network> small_cray() {
  network::WiringParts parts;
  parts.classes = {{"green", "within a chassis", 1e9}};
  parts.switch_names = {"c0-0c0s0a0", "c1-0c0s0a0"};
  const network::Switch a(0);
  const network::Switch b(1);
  parts.links = {{a, b, 0}, {b, a, 0}};
  for (const int cabinet : {0, 1})
    for (int i = 0; i < 4; ++i) {
      parts.node_names.push_back(fmt::format("c{}-0c0s0n{}", cabinet, i));
      parts.switch_of_node.push_back(network::Switch(cabinet));
    }
  return std::make_unique<network::ShortestPaths>("test", network::Wiring(std::move(parts)));
}

std::string states(const inventory::NodeTable& table) {
  std::string text;
  for (const inventory::NodeState state : table.state) text += inventory::to_string(state)[0];
  return text;
}

TEST(Match, FindsNodesByNameByLocationAndByNumber) {
  const auto network = small_cray();
  EXPECT_EQ(states(inventory::match(*network, from_text("c0-0c0s0n[0-3] idle\nc1-0c0s0n0 alloc\n"))), "fffftddd");
  EXPECT_EQ(states(inventory::match(*network, from_text("nid00002 idle\nnid00195 alloc\n"))), "ddfddddt");
  EXPECT_EQ(states(inventory::match(*network, from_text("nid000003 idle\n"))), "dddfdddd");
  EXPECT_EQ(states(inventory::match(*network, from_text("c1-0c0s0n2.cluster.site idle\n"))), "ddddddfd");
  EXPECT_EQ(states(inventory::match(*network, from_text("c0-0c0s0a0n1 idle\n"))), "dfdddddd");
  // xtprocadmin has both: the location counts, for every number.
  const inventory::NodeTable table =
      inventory::match(*network, from_text("NID (HEX) NODENAME TYPE STATUS MODE\n70 0x46 c0-0c0s0n1 compute up batch\n"
                                           "71 0x47 c9-9c0s0n1 service up batch\n"));
  EXPECT_EQ(states(table), "dfdddddd");
  EXPECT_EQ(table.name[network::Node(1)], "nid00070");
  EXPECT_EQ(table.name[network::Node(2)], "c0-0c0s0n2");
}

TEST(Match, DoesNotDependOnTheOrderOfNames) {
  const auto network = small_cray();
  std::vector<std::string> lines = {"nid00000 idle", "nid00001 alloc", "nid00002 down",
                                    "nid00192 idle", "nid00193 mix",   "nid00000 drain"};
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  const inventory::NodeTable before = inventory::match(*network, from_text(text));
  std::ranges::reverse(lines);
  text.clear();
  for (const std::string& line : lines) text += line + "\n";
  const inventory::NodeTable after = inventory::match(*network, from_text(text));
  EXPECT_EQ(states(before), states(after));
  EXPECT_EQ(states(before), "dtddftdd");
  EXPECT_EQ(before.name, after.name);
}

TEST(Match, RefusesAnotherMachine) {
  const auto network = small_cray();
  try {
    inventory::match(*network, from_text("cn[001-004]\n"));
    FAIL();
  } catch (const base::Error& error) {
    EXPECT_NE(std::string(error.what()).find("'cn001'"), std::string::npos) << error.what();
  }
}

TEST(Match, TakesAllNodesAsFreeWithoutStates) {
  const inventory::NodeTable table = inventory::all_free(*small_cray());
  EXPECT_EQ(states(table), "ffffffff");
  EXPECT_EQ(table.name[network::Node(4)], "c1-0c0s0n0");
}

}  // namespace
}  // namespace cartwright
