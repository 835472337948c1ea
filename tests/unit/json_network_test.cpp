// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "network/json_network.hpp"
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "network/networks_p.hpp"
#include "networks.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace cartwright {
namespace {

std::string error_of(const nlohmann::json& value) {
  try {
    const auto network = network::read_json_network(value.dump());
    network::Route route;
    for (const network::Node from : base::ids<network::Node>(network->wiring().nodes()))
      for (const network::Node to : base::ids<network::Node>(network->wiring().nodes()))
        network->route(from, to, network::Paths::shared, route);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "";
}

nlohmann::json small(const char* name) { return nlohmann::json::parse(base::read_file(network_data(name))); }

TEST(JsonNetwork, EveryNetworkReadsBackAsItWasWritten) {
  for (const std::string& spec : small_networks()) {
    SCOPED_TRACE(spec);
    const auto network = network::read_network(spec);
    const std::string text = network::network_to_json(*network);
    const auto again = network::read_json_network(text);
    EXPECT_TRUE(network::network_to_json(*again) == text);
    const network::Wiring& a = network->wiring();
    const network::Wiring& b = again->wiring();
    ASSERT_EQ(a.nodes(), b.nodes());
    for (const network::Node node : base::ids<network::Node>(a.nodes()))
      EXPECT_EQ(a.switch_of(node), b.switch_of(node));
    using Ends = std::tuple<network::Switch, network::Switch, std::int32_t>;
    const auto ends = [](const network::Wiring& wiring) {
      std::vector<Ends> all;
      for (const network::Link& link : wiring.links()) all.emplace_back(link.from, link.to, link.link_class);
      std::sort(all.begin(), all.end());
      return all;
    };
    EXPECT_EQ(ends(a), ends(b));
    if (network->routes_by_switch(network::Paths::shared)) continue;
    // The tables are written too: routes pass the same switches.
    for (const network::Node from : base::ids<network::Node>(a.nodes()))
      for (const network::Node to : base::ids<network::Node>(a.nodes())) {
        network::Route one, other;
        network->route(from, to, network::Paths::single, one);
        again->route(from, to, network::Paths::single, other);
        ASSERT_EQ(one.size(), other.size());
        for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(a.links()[one[i].link].to, b.links()[other[i].link].to);
      }
  }
}

TEST(JsonNetwork, OtherNamesOfNodesChangeNothing) {
  nlohmann::json value = small("triangle.json");
  const auto network = network::read_json_network(value.dump());
  const std::array names = {"z", "y", "node-7", "n0", "0"};
  for (std::size_t i = 0; i < names.size(); ++i) value["nodes"][i]["name"] = names[i];
  const auto renamed = network::read_json_network(value.dump());
  for (const network::Node from : base::ids<network::Node>(5))
    for (const network::Node to : base::ids<network::Node>(5))
      for (const network::Paths paths : {network::Paths::shared, network::Paths::single}) {
        network::Route one, other;
        network->route(from, to, paths, one);
        renamed->route(from, to, paths, other);
        ASSERT_EQ(one.size(), other.size());
        for (std::size_t i = 0; i < one.size(); ++i)
          EXPECT_TRUE(one[i].link == other[i].link && one[i].part == other[i].part);
      }
}

TEST(JsonNetwork, FollowsItsTables) {
  const auto network = network::read_network(network_data("tables.json"));
  EXPECT_FALSE(network->routes_by_switch(network::Paths::shared));
  network::Route route;
  network->route(network::Node(0), network::Node(2), network::Paths::shared,
                 route);  // over b, although a and c are linked
  ASSERT_EQ(route.size(), 2U);
  EXPECT_EQ(route[0].link, network::LinkId(2));  // the second of the parallel cables
  EXPECT_EQ(network->wiring().links()[route[1].link].to, network::Switch(2));
}

TEST(JsonNetwork, NamesSwitchAndDestinationOfIncompleteTables) {
  nlohmann::json circle = small("tables.json");
  circle["routes"][2] = {{"switch", "b"}, {"link", 0}, {"nodes", {"n2"}}};
  EXPECT_NE(error_of(circle).find("from 'n0' to node 'n2' in a circle"), std::string::npos) << error_of(circle);
  nlohmann::json end = small("tables.json");
  end["routes"].erase(2);
  EXPECT_NE(error_of(end).find("the table of switch 'b' has no entry for node 'n2'"), std::string::npos)
      << error_of(end);
  nlohmann::json two = small("tables.json");
  two["routes"].push_back({{"switch", "b"}, {"link", 0}, {"cable", 1}, {"nodes", {"n0"}}});
  EXPECT_NE(error_of(two).find("switch 'b' has two different entries for node 'n0'"), std::string::npos)
      << error_of(two);
  nlohmann::json other = small("tables.json");
  other["routes"][1]["link"] = 2;
  EXPECT_NE(error_of(other).find("a link that does not leave that switch"), std::string::npos) << error_of(other);
}

TEST(JsonNetwork, NamesTheError) {
  const nlohmann::json good = small("triangle.json");
  EXPECT_EQ(error_of(good), "");
  const std::vector<std::pair<nlohmann::json, std::string>> patches = {
      {{{"schema", "cartwright-network/9"}}, "'cartwright-network/9'"},
      {{{"color", 1}}, "unknown member 'color'"},
      {{{"switches", {"a", "a"}}}, "two of the switch 'a'"},
      {{{"switches", {"a\n"}}}, "printable"},
      {{{"switches", nlohmann::json::array()}}, "there is no switch 'a'"},
      {{{"nodes", nlohmann::json::array()}}, "at least one node"},
      {{{"nodes", {{{"name", "n"}, {"switch", "e"}}}}}, "there is no switch 'e'"},
      {{{"nodes", {{{"name", "n --exec=x"}, {"switch", "a"}}}}}, "'n --exec=x' is not a host name"},
      {{{"nodes", {{{"name", "--exec=x"}, {"switch", "a"}}}}}, "'--exec=x' is not a host name"},
      {{{"nodes", {{{"name", "n,m"}, {"switch", "a"}}}}}, "'n,m' is not a host name"},
      {{{"nodes", {{{"name", "n"}, {"switch", "a"}, {"more_switches", {"a"}}}}}}, "node 'n' is on a switch twice"},
      {{{"links", {{{"from", "a"}, {"to", "a"}, {"class", "wide"}}}}}, "to itself"},
      {{{"links", {{{"from", "a"}, {"to", "b"}, {"class", "wide"}, {"count", 0}}}}}, "count of a link is 0"},
      {{{"links", {{{"from", "a"}, {"to", "b"}, {"class", "wide"}, {"count", 33000000}}}}},
       "count of a link is 33000000"},
      {{{"links", {{{"from", "a"}, {"to", "b"}, {"class", "thin"}}}}}, "there is no class 'thin'"},
      {{{"links", {{{"from", "a"}, {"to", "b"}, {"class", "wide"}}}}}, "there is no path from a to c"},
      {{{"terminal_bandwidth", -1}}, "terminal bandwidth"},
      {{{"levels", {{{"name", "row"}, {"domains", {{"a", "b", "d"}}}}}}}, "switch 'c' is in no domain"},
      {{{"levels", {{{"name", "row"}, {"domains", {{"a", "b"}, {"a", "c", "d"}}}}}}}, "is in two domains"},
      {{{"routes", {{{"switch", "a"}, {"link", 5}, {"nodes", {"n0"}}}}}}, "there are 5"},
      {{{"routes", {{{"switch", "a"}, {"link", 0}, {"cable", 2}, {"nodes", {"n2"}}}}}}, "which has 2"},
      {{{"routes", nlohmann::json::array()}}, "no entry for node"},
  };
  for (const auto& [patch, message] : patches) {
    nlohmann::json bad = good;
    bad.update(patch);
    EXPECT_NE(error_of(bad).find(message), std::string::npos) << patch.dump() << "\n" << error_of(bad);
  }
  EXPECT_THROW(network::read_json_network("{"), base::Error);
}

}  // namespace
}  // namespace cartwright
