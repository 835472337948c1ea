// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "simgrid/native_zone.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <gtest/gtest.h>
#include <simgrid/plugins/load.h>

#include <filesystem>
#include <fstream>
#include <regex>

using namespace cartwright;
namespace s4u = simgrid::s4u;

namespace {

/// SimGrid can start only once in a process.
std::string once(std::string name) {
  static bool before = false;
  if (std::exchange(before, true)) throw std::logic_error("one test at a time, as ctest runs them");
  return name;
}

std::string cluster_file(const network::Network& network, const std::string& topology, const std::string& parameters) {
  const std::string path = testing::TempDir() + fmt::format("cluster-{}.xml", getpid());
  std::ofstream(path) << "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM 'https://simgrid.org/simgrid.dtd'>\n"
                      << "<platform version='4.1'><cluster id='zone' prefix='h' suffix='' radical='0-"
                      << network.wiring().nodes() - 1 << "' speed='1Gf' bw='1GBps' lat='0s' topology='" << topology
                      << "' topo_parameters='" << parameters << "' sharing_policy='SPLITDUPLEX'/></platform>\n";
  return path;
}

std::string host(network::Node node) { return fmt::format("h{}", node.number()); }

/// SimGrid's name of a cable has its ends and, in a fat tree, a serial number: "zone_link_from_3_to_4_UP",
/// "link_from_3_80_17_DOWN". UP is the direction from the first end to the second.
struct Cable {
  int from = 0, to = 0, number = 0;
};
Cable parse_cable(const std::string& name) {
  static const std::regex form("(?:zone_)?link_from_(\\d+)_(?:to_)?(\\d+)(?:_(\\d+))?_(UP|DOWN)");
  std::smatch parts;
  if (!std::regex_match(name, parts, form)) throw std::runtime_error("not the name of a cable: " + name);
  Cable cable{std::stoi(parts[1]), std::stoi(parts[2]), parts[3].matched ? std::stoi(parts[3]) : 0};
  if (parts[4] == "DOWN") std::swap(cable.from, cable.to);
  return cable;
}

}  // namespace

Simgrid::Simgrid(const std::string& platform_file) : engine_(once("simgrid_tests")) {
  xbt_log_control_set("root.thresh:warning");
  s4u::Engine::set_config("network/model:CM02");
  s4u::Engine::set_config("network/crosstraffic:no");
  s4u::Engine::set_config("network/TCP-gamma:0");
  sg_link_load_plugin_init();
  engine_.load_platform(platform_file);
  std::filesystem::remove(platform_file);
}

std::vector<const s4u::Link*> Simgrid::route(const std::string& from, const std::string& to) const {
  std::vector<s4u::Link*> links;
  double latency = 0;
  engine_.host_by_name(from)->route_to(engine_.host_by_name(to), links, &latency);
  return {links.begin(), links.end()};
}

std::map<const s4u::Link*, double> Simgrid::counted(const std::vector<Transfer>& transfers) {
  std::map<const s4u::Link*, double> bytes;
  s4u::Actor::create("sender", engine_.get_all_hosts().front(), [&] {
    const std::vector<s4u::Link*> links = engine_.get_all_links();
    for (const s4u::Link* link : links) sg_link_load_track(link);
    for (const Transfer& transfer : transfers)
      s4u::Comm::sendto(engine_.host_by_name(transfer.from), engine_.host_by_name(transfer.to),
                        static_cast<std::uint64_t>(transfer.bytes));
    for (const s4u::Link* link : links) bytes[link] = sg_link_get_cum_load(link);
  });
  engine_.run();
  return bytes;
}

NativeZone::NativeZone(const network::Network& network, const std::string& topology, const std::string& parameters)
    : simgrid_(cluster_file(network, topology, parameters)) {
  const network::Wiring& wiring = network.wiring();
  // In a torus, a router has the number of its node. In a fat tree, nodes come first, and the numbers of switches count
  // down from twice the number of nodes.
  const bool tree = topology == "FAT_TREE";
  const auto is_node = [&](int place) { return tree && place < wiring.nodes(); };
  const auto switch_at = [&](int place) { return network::Switch(tree ? 2 * wiring.nodes() - 1 - place : place); };
  std::map<std::pair<network::Switch, network::Switch>, std::map<int, const s4u::Link*>> cables;
  for (const s4u::Link* link : s4u::Engine::get_instance()->get_all_links()) {
    if (link->get_name().find("link_from") == std::string::npos) continue;  // a loopback
    const Cable cable = parse_cable(link->get_name());
    if (is_node(cable.from))
      spots_[link] = {Spot::Kind::injection, cable.from};
    else if (is_node(cable.to))
      spots_[link] = {Spot::Kind::ejection, cable.to};
    else
      cables[{switch_at(cable.from), switch_at(cable.to)}][cable.number] = link;
  }
  // Parallel cables, in the order of their numbers, are our parallel links in the same order.
  for (const auto& [ends, parallel] : cables) {
    auto next = parallel.begin();
    for (const network::LinkId id : wiring.links_from(ends.first))
      if (wiring.links()[id].to == ends.second && next != parallel.end())
        spots_[next++->second] = {Spot::Kind::link, id.number()};
    EXPECT_EQ(next, parallel.end()) << "more cables than in the wiring";
  }
}

std::vector<Spot> NativeZone::route(network::Node from, network::Node to) const {
  std::vector<Spot> spots;
  for (const s4u::Link* link : simgrid_.route(host(from), host(to))) spots.push_back(spots_.at(link));
  return spots;
}

std::map<Spot, double> NativeZone::counted(const std::vector<traffic::Flow>& flows) {
  std::vector<Simgrid::Transfer> transfers;
  for (const traffic::Flow& flow : flows) transfers.push_back({host(flow.from), host(flow.to), flow.bytes});
  std::map<Spot, double> bytes;
  for (const auto& [link, count] : simgrid_.counted(transfers)) {
    const auto spot = spots_.find(link);
    if (spot != spots_.end())
      bytes[spot->second] += count;
    else
      EXPECT_EQ(count, 0) << link->get_name();
  }
  return bytes;
}
