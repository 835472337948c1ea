// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "network/json_network.hpp"
#include "network/networks_p.hpp"
#include "networks.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

namespace cartwright {
namespace {

std::string small_file() { return base::read_file(network_data("aries.interconnect")); }

std::string error_of(const std::string& text) {
  try {
    network::read_cray_interconnect(text);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "";
}

TEST(CrayInterconnect, NamesRoutersAndNodesByCnameInOrderOfLocation) {
  const auto network = network::read_cray_interconnect(small_file());
  const network::Wiring& wiring = network->wiring();
  EXPECT_EQ(wiring.switches(), 18);
  EXPECT_EQ(wiring.nodes(), 72);
  EXPECT_EQ(wiring.switch_name(network::Switch(0)), "c0-0c0s0");
  EXPECT_EQ(wiring.switch_name(network::Switch(17)), "c2-0c1s2");
  EXPECT_EQ(wiring.node_name(network::Node(71)), "c2-0c1s2n3");
  EXPECT_EQ(wiring.find_node("c1-0c0s1n2"), network::Node(4 * (6 + 1) + 2));
  ASSERT_EQ(wiring.levels().size(), 2U);
  EXPECT_EQ(wiring.levels()[0].name, "group");
  EXPECT_EQ(wiring.levels()[1].name, "chassis");
  EXPECT_EQ(wiring.levels()[0].domain_of_switch[network::Switch(17)], 2);
  EXPECT_EQ(wiring.levels()[1].domain_of_switch[network::Switch(17)], 5);
  EXPECT_TRUE(network::is_cray_interconnect(small_file()));
}

TEST(CrayInterconnect, KeepsParallelLinks) {
  const auto network = network::read_cray_interconnect(small_file());
  std::map<std::pair<int, int>, int> links;
  for (const network::Link& link : network->wiring().links()) ++links[{link.from.number(), link.to.number()}];
  EXPECT_EQ((links[{0, 1}]), 1);  // green
  EXPECT_EQ((links[{0, 3}]), 2);  // black
  EXPECT_EQ((links[{3, 0}]), 2);
}

TEST(CrayInterconnect, DoesNotDependOnTheOrderOfLines) {
  const std::string text = small_file();
  const std::string wanted = network::network_to_json(*network::read_cray_interconnect(text));
  std::vector<std::string_view> lines = base::split(base::trim(text), '\n');
  base::Random random(7);
  for (int trial = 0; trial < 20; ++trial) {
    std::string shuffled;
    for (std::size_t i = lines.size(); i > 1; --i)
      std::swap(lines[i - 1], lines[random.below(static_cast<std::int64_t>(i))]);
    for (const std::string_view line : lines) shuffled += std::string(line) + '\n';
    EXPECT_TRUE(network::network_to_json(*network::read_cray_interconnect(shuffled)) == wanted);
  }
}

TEST(CrayInterconnect, NamesTheLineThatIsWrong) {
  const std::string a = "c0-0c0s0a0l00(0:0:0)";
  const std::string b = "c0-0c0s1a0l00(0:0:1)";
  const std::string good = a + " green -> " + b + "\n" + b + " green -> " + a + "\n";
  EXPECT_EQ(error_of(good), "");
  const std::map<std::string, std::string> wrong = {
      {a + " green -> " + b + "\n", "line 1: a cable goes from c0-0c0s0a0l00 to c0-0c0s1a0l00, but no line"},
      {good + a + " green -> " + b + "\n", "line 3: c0-0c0s0a0l00 is already listed in line 1"},
      {a + " pink -> " + b + "\n", "line 1: unknown color 'pink'"},
      {good + "c0-0c0s0a0l01(0:0:0) blue", "line 3: 'c0-0c0s0a0l01(0:0:0) blue' is not of the form"},
      {good + "c0-0c0s0a0l01(0:0:0) blue -> c0-0c0", "line 3: 'c0-0c0' is not a port"},
      {good + "c0-0c0s0a0l01(0:0) blue -> unused", "line 3: 'c0-0c0s0a0l01(0:0)' is not a port"},
      {good + "c0-0c0s0a0l50(0:0:0) ptile -> " + a, "line 3: a ptile leads to"},
      {a + " green -> " + b + "\n" + b + " black -> " + a + "\n", "line 1: c0-0c0s0a0l00 is linked to"},
      {a + " blue -> " + b + "\n" + b + " blue -> " + a + "\n", "line 1: a blue cable within a group"},
      {a + " green -> " + a + "\n", "line 1: c0-0c0s0a0l00 is linked to its own router"},
      {good + "c0-0c0s2a0l00(0:0:1) green -> unused", "line 3: c0-0c0s1 and c0-0c0s2 have the same location"},
      {good + "c0-0c0s1a0l01(0:0:9) green -> unused", "line 3: c0-0c0s1 has another location in line 1"},
  };
  for (const auto& [text, message] : wrong)
    EXPECT_NE(error_of(text).find("cray-interconnect, " + message), std::string::npos) << text << error_of(text);
}

TEST(CrayInterconnect, RefusesAFileThatWasCutOffAnywhere) {
  const std::string text = small_file();
  // Missing lines of unused ports and processors at the very end cannot be noticed.
  const std::size_t last_cable = text.rfind(") green");
  for (std::size_t length = 1; length < last_cable; length += 97)
    EXPECT_THROW(network::read_cray_interconnect(text.substr(0, length)), base::Error) << length;
}

/// The wiring of a real machine: from its file, which is not part of the repository (docs/networks.md, "Cray XC"), or
/// by the rule that makes the same links.
class Theta : public testing::Test {
 protected:
  void SetUp() override {
    const char* const given = std::getenv("CARTWRIGHT_THETA");
    network_ = network::read_network(given == nullptr ? "aries:groups=9" : given);
  }
  std::int32_t domain(std::size_t level, network::Switch at) const {
    return network_->wiring().levels()[level].domain_of_switch[at];
  }
  std::unique_ptr<network::Network> network_;
};

TEST_F(Theta, HasNineGroupsOfNinetySixRouters) {
  const network::Wiring& wiring = network_->wiring();
  EXPECT_EQ(wiring.switches(), 864);
  EXPECT_EQ(wiring.nodes(), 3456);
  EXPECT_EQ(network_->domains(), 9);
  std::map<std::int32_t, int> groups, chassis;
  for (const network::Switch at : base::ids<network::Switch>(864)) {
    ++groups[domain(0, at)];
    ++chassis[domain(1, at)];
  }
  for (const auto& [group, routers] : groups) EXPECT_EQ(routers, 96);
  EXPECT_EQ(chassis.size(), 54U);
  for (const auto& [number, routers] : chassis) EXPECT_EQ(routers, 16);
}

TEST_F(Theta, HasTheLinksOfItsFile) {
  const network::Wiring& wiring = network_->wiring();
  std::map<std::string, int> links;
  std::map<std::pair<std::int32_t, std::int32_t>, int> blue;
  std::map<std::pair<network::Switch, network::Switch>, int> green, black;
  for (const network::Link& link : wiring.links()) {
    const std::string& color = wiring.classes()[link.link_class].name;
    ++links[color];
    if (color == "blue") ++blue[{domain(0, link.from), domain(0, link.to)}];
    if (color == "green") ++green[{link.from, link.to}];
    if (color == "black") ++black[{link.from, link.to}];
  }
  EXPECT_EQ(links["green"], 12960);
  EXPECT_EQ(links["black"], 12960);
  EXPECT_EQ(links["blue"], 3456);
  EXPECT_EQ(blue.size(), 72U);
  for (const auto& [pair, count] : blue) EXPECT_EQ(count, 48);
  EXPECT_EQ(green.size(), 12960U);
  EXPECT_EQ(black.size(), 4320U);
  for (const auto& [pair, count] : black) EXPECT_EQ(count, 3);
}

/// [Aseeri2019, IV-E] assumes that the n-th blades of the m-th chassis of all groups are linked to each other.
TEST_F(Theta, DoesNotLinkBladesOfOneChassisAndSlotInAllGroups) {
  const network::Wiring& wiring = network_->wiring();
  std::set<std::pair<network::Switch, network::Switch>> blue;
  for (const network::Link& link : wiring.links())
    if (domain(0, link.from) != domain(0, link.to)) blue.insert({link.from, link.to});
  // Routers are in order of group, chassis, slot, 96 per group.
  int same_place = 0;
  int linked = 0;
  for (int a = 0; a < 864; ++a)
    for (int b = a + 96; b < 864; b += 96) {
      ++same_place;
      linked += blue.contains({network::Switch(a), network::Switch(b)}) ? 1 : 0;
    }
  EXPECT_EQ(same_place, 36 * 96);
  EXPECT_EQ(linked, 288);
}

TEST_F(Theta, CrossesOneBlueLinkBetweenGroupsAndNoneWithin) {
  const network::Wiring& wiring = network_->wiring();
  base::Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const network::Node from(random.below(wiring.nodes()));
    const network::Node to(random.below(wiring.nodes()));
    network::Route route;
    network_->route(from, to, network::Paths::shared, route);
    double blue = 0;
    for (const network::Share& share : route) {
      const network::Link& link = wiring.links()[share.link];
      if (wiring.classes()[link.link_class].name == "blue") blue += share.part;
    }
    EXPECT_NEAR(blue, network_->domain_of(from) == network_->domain_of(to) ? 0 : 1, 1e-9);
  }
}

}  // namespace
}  // namespace cartwright
