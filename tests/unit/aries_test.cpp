// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
// The wiring of a Cray XC by a rule, beside the file of a real one.
#include "network/networks.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

namespace cartwright {
namespace {

/// Every link as "color from to", sorted: two wirings with equal lists differ at most in the numbers of parallel links.
std::vector<std::string> links_of(const network::Network& network) {
  const network::Wiring& wiring = network.wiring();
  std::vector<std::string> links;
  for (const network::Link& link : wiring.links())
    links.push_back(fmt::format("{} {} {}", wiring.classes()[link.link_class].name, wiring.switch_name(link.from),
                                wiring.switch_name(link.to)));
  std::ranges::sort(links);
  return links;
}

/// FNV-1a of all lines.
std::uint64_t digest(const std::vector<std::string>& lines) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::string& line : lines)
    for (const char c : line + "\n") hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::string error_of(const std::string& spec) {
  try {
    network::read_network(spec);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "";
}

// The digest was computed from the file of Theta (docs/networks.md, "Cray XC"), as the test below does.
constexpr std::uint64_t digest_of_theta = 8752934771052127109U;

TEST(Aries, OfNineGroupsHasTheLinksOfTheta) {
  EXPECT_EQ(digest(links_of(*network::read_network("aries:groups=9"))), digest_of_theta);
}

TEST(Aries, OfNineGroupsIsTheFileOfTheta) {
  const char* const given = std::getenv("CARTWRIGHT_THETA");
  if (given == nullptr) GTEST_SKIP() << "set CARTWRIGHT_THETA to the path of Theta's interconnect file";
  const auto theta = network::read_network(given);
  const auto aries = network::read_network("aries:groups=9");
  EXPECT_EQ(digest(links_of(*theta)), digest_of_theta);
  EXPECT_EQ(links_of(*aries), links_of(*theta));
  ASSERT_EQ(aries->wiring().nodes(), theta->wiring().nodes());
  for (const network::Node node : base::ids<network::Node>(theta->wiring().nodes()))
    EXPECT_EQ(aries->wiring().node_name(node), theta->wiring().node_name(node));
  EXPECT_EQ(aries->wiring().terminal_bandwidth(), theta->wiring().terminal_bandwidth());
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(aries->wiring().classes()[i].bandwidth, theta->wiring().classes()[i].bandwidth);
  for (std::size_t level = 0; level < 2; ++level)
    EXPECT_EQ(aries->wiring().levels()[level].domain_of_switch.items(),
              theta->wiring().levels()[level].domain_of_switch.items());
}

TEST(Aries, NeedsNoMoreBluePortsThanARouterHas) {
  for (const int groups : {2, 3, 9, 18, 40, 121}) {
    SCOPED_TRACE(groups);
    const auto network = network::read_network(fmt::format("aries:groups={}", groups));
    const network::Wiring& wiring = network->wiring();
    std::map<network::Switch, int> ports;
    std::map<std::pair<std::int32_t, std::int32_t>, int> between;
    const auto& group = wiring.levels().front().domain_of_switch;
    for (const network::Link& link : wiring.links()) {
      if (wiring.classes()[link.link_class].name != "blue") continue;
      ++ports[link.from];
      ++between[{group[link.from], group[link.to]}];
    }
    for (const auto& [router, used] : ports) EXPECT_LE(used, 10);
    EXPECT_EQ(between.size(), static_cast<std::size_t>(groups) * static_cast<std::size_t>(groups - 1));
    for (const auto& [pair, links] : between) EXPECT_EQ(links, 8 * std::min(6, 120 / (groups - 1)));
  }
}

TEST(Aries, DealsUnevenCablesToDifferentChassis) {
  // One cable to each of 12 other groups, on 6 chassis: two cables for each chassis.
  const auto network = network::read_network("aries:groups=13,cables=1");
  const network::Wiring& wiring = network->wiring();
  std::map<std::pair<std::int32_t, std::int32_t>, std::set<std::int32_t>> groups_of_chassis;
  for (const network::Link& link : wiring.links())
    if (wiring.classes()[link.link_class].name == "blue")
      groups_of_chassis[{wiring.levels()[0].domain_of_switch[link.from],
                         wiring.levels()[1].domain_of_switch[link.from]}]
          .insert(wiring.levels()[0].domain_of_switch[link.to]);
  EXPECT_EQ(groups_of_chassis.size(), 13U * 6);
  for (const auto& [chassis, groups] : groups_of_chassis) EXPECT_EQ(groups.size(), 2U);
}

TEST(Aries, RefusesWhatNoMachineCanHave) {
  EXPECT_NE(error_of("aries:groups=2,slots=6").find("6 slots in a chassis are not a multiple of 4"), std::string::npos);
  EXPECT_NE(error_of("aries:groups=122").find("use at most 121 groups"), std::string::npos);
  EXPECT_NE(error_of("aries:groups=9,cables=16").find("16 cables between two groups: use at most 15"),
            std::string::npos);
  EXPECT_NE(error_of("aries").find("groups"), std::string::npos);
  EXPECT_NE(error_of("aries:groups=1,service=4x64").find("64 service nodes leave none of the 64 nodes of a chassis"),
            std::string::npos);
  EXPECT_NE(error_of("aries:groups=100000000000,chassis=100000000000").find("chassis"), std::string::npos);
}

}  // namespace
}  // namespace cartwright
