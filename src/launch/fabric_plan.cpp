// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Link i of the wiring is a device l<i> in the namespace of the switch that it leaves. The other end of this veth pair
// is the device of the reverse link. Host i is connected by h<i> on its switch and net0 on the host. All devices have
// one MAC address, and every route goes via one address with a permanent neighbor entry, because the kernel limits the
// number of other neighbor entries for all namespaces together.
#include "launch/fabric_plan.hpp"

#include "base/error.hpp"
#include "launch/cables.hpp"

#include <algorithm>
#include <iterator>

namespace cartwright::launch {

namespace {

constexpr std::string_view mac = "02:00:00:00:00:01";
constexpr std::string_view next_hop = "169.254.1.1";
constexpr std::size_t first_table = 1000;

constexpr std::string_view configure_script = R"(#!/bin/sh
# usage: configure NAME NUMBER: brings up the devices and routes of this network namespace.
set -e
for off in /proc/sys/net/ipv6/conf/*/disable_ipv6; do [ ! -e "$off" ] || echo 1 >"$off"; done
cd /proc/sys/net/ipv4
for filter in conf/*/rp_filter; do echo 0 >"$filter"; done
echo 1 >ip_forward
# Connections between two hosts may take different paths, and switches choose independently of each other.
echo 1 >fib_multipath_hash_policy
[ ! -e fib_multipath_hash_seed ] || echo "$2" >fib_multipath_hash_seed
# Rounds of a program are not separate connections to TCP. Without losses, Reno sends all it has; BBR, the default of
# some machines, probes for bandwidth and takes up to a fifth longer.
echo 0 >tcp_slow_start_after_idle
echo reno >tcp_congestion_control
ip -batch {0}/"$1.ip"
tc -batch {0}/"$1.tc"
)";

std::string network_address(std::size_t host) { return fmt::format("10.1.{}.{}", (host + 1) / 256, (host + 1) % 256); }

/// Packets of the network have 9000 bytes and a header. Two of them fit into the bucket of a slow link. A larger packet
/// of the kernel is split.
constexpr double least_bucket = 2 * 9014;

class FabricPlanner {
 public:
  FabricPlanner(const Cluster& cluster, const std::string& folder, std::vector<ClusterStep>& steps)
      : fabric_(*cluster.fabric), hosts_(cluster.hosts), netem_(cluster.netem), folder_(folder), steps_(steps) {}

  void plan() && {
    write("configure", fmt::format(configure_script, shell_text({folder_})), true);
    std::string namespaces, links, cables;
    for (std::size_t at = 0; at < fabric_.tables.size(); ++at)
      fmt::format_to(std::back_inserter(namespaces), "netns add {}\n", switch_namespace(at));
    const auto pair = [&](const End& first, const End& second) {
      if (netem_ || (first.speed.delay.empty() && second.speed.delay.empty())) {
        fmt::format_to(std::back_inserter(links),
                       "link add name {0} address {4} mtu 9000 netns {1} type veth peer name {2} address {4} mtu 9000 "
                       "netns {3}\n",
                       first.device, first.in, second.device, second.in, mac);
        return;
      }
      // All devices of cables are made in one namespace. The name net0 would not be the only one there.
      const std::string peer = first.device + "_peer";
      cables += cable_line(first.device, peer, first.speed, second.speed);
      for (const auto& [made, end] : {std::pair(first.device, first), std::pair(peer, second)})
        fmt::format_to(std::back_inserter(links), "link set {} address {} mtu 9000 txqueuelen {} netns {} name {}\n",
                       made, mac, cable_queue, end.in, end.device);
    };
    for (std::size_t i = 0; i < fabric_.links.size(); ++i)
      if (const Fabric::Link& link = fabric_.links[i]; i < link.reverse)
        pair({device(i), switch_namespace(link.from), link.speed},
             {device(link.reverse), switch_namespace(link.to), fabric_.links[link.reverse].speed});
    for (std::size_t host = 0; host < hosts_.size(); ++host)
      pair({port(host), switch_namespace(fabric_.switch_of_host[host]), fabric_.terminal},
           {"net0", hosts_[host], fabric_.terminal});
    plan_cables(std::move(cables), folder_, steps_);
    write("fabric.ip", namespaces + links);
    steps_.emplace_back(CommandLine{"ip", "-batch", folder_ + "/fabric.ip"});
    for (std::size_t host = 0; host < hosts_.size(); ++host) configure_host(host);
    for (std::size_t at = 0; at < fabric_.tables.size(); ++at) configure_switch(at);
  }

 private:
  /// An end of a link: a device in a network namespace.
  struct End {
    std::string device, in;
    const LinkSpeed& speed;
  };

  static std::string device(std::size_t link) { return fmt::format("l{}", link); }
  static std::string port(std::size_t host) { return fmt::format("h{}", host); }

  void write(const std::string& name, std::string text, bool executable = false) {
    steps_.emplace_back(ClusterFile{folder_ + "/" + name, std::move(text), executable});
  }

  /// Appends the lines for ip and tc that bring a device up.
  void bring_up(const std::string& name, const LinkSpeed& speed, std::string& ip, std::string& tc) const {
    fmt::format_to(std::back_inserter(ip), "link set {0} up\nneigh add {1} lladdr {2} dev {0} nud permanent\n", name,
                   next_hop, mac);
    std::string parent = "root";
    if (netem_ && !speed.delay.empty()) {
      fmt::format_to(std::back_inserter(tc), "qdisc add dev {} root handle 1: netem delay {} limit 1000000\n", name,
                     speed.delay);
      parent = "parent 1:1";
    }
    if (!speed.rate.empty())
      fmt::format_to(std::back_inserter(tc), "qdisc add dev {} {} {}\n", name, parent,
                     shell_text(token_bucket(speed, least_bucket)));
  }

  void configure_host(std::size_t host) {
    std::string ip, tc;
    fmt::format_to(std::back_inserter(ip), "address add {}/16 dev net0 noprefixroute\n", network_address(host));
    bring_up("net0", fabric_.terminal, ip, tc);
    // Packets may queue for seconds, as on the bridge.
    fmt::format_to(std::back_inserter(ip), "route add 10.1.0.0/16 via {} dev net0 onlink rto_min 2s\n", next_hop);
    configure(hosts_[host], std::move(ip), std::move(tc), host);
  }

  void configure_switch(std::size_t at) {
    std::string ip = "link set lo up\n";  // without an address, the kernel accepts no next hop
    std::string tc;
    for (std::size_t host = 0; host < hosts_.size(); ++host)
      if (fabric_.switch_of_host[host] == at) bring_up(port(host), fabric_.terminal, ip, tc);
    for (std::size_t i = 0; i < fabric_.links.size(); ++i)
      if (fabric_.links[i].from == at) bring_up(device(i), fabric_.links[i].speed, ip, tc);
    const auto to = std::back_inserter(ip);
    std::size_t number = first_table;
    for (const Fabric::Table& table : fabric_.tables[at]) {
      std::string where;
      if (table.from_host) {
        where = fmt::format(" table {}", number);
        fmt::format_to(to, "rule add pref 100 from {}{} lookup {}\n", network_address(*table.from_host),
                       table.in_link ? " iif " + in_device(*table.in_link, *table.from_host) : "", number++);
      }
      for (const Fabric::Route& route : table.routes) add_route(route, where, ip);
    }
    configure(switch_namespace(at), std::move(ip), std::move(tc), at);
  }

  /// Runs the script `configure` in a namespace.
  void configure(const std::string& name, std::string ip, std::string tc, std::size_t number) {
    write(name + ".ip", std::move(ip));
    write(name + ".tc", std::move(tc));
    steps_.emplace_back(
        CommandLine{"nsenter", "--net=/run/netns/" + name, folder_ + "/configure", name, std::to_string(number + 1)});
  }

  /// The device through which a link arrives.
  std::string in_device(std::size_t link, std::size_t host) const {
    return link == Fabric::no_link ? port(host) : device(fabric_.links[link].reverse);
  }

  static void add_route(const Fabric::Route& route, const std::string& table, std::string& ip) {
    const auto to = std::back_inserter(ip);
    fmt::format_to(to, "route add {}{}", network_address(route.to_host), table);
    if (route.ways.size() <= 1) {
      fmt::format_to(to, " via {} dev {} onlink\n", next_hop,
                     route.ways.empty() ? port(route.to_host) : device(route.ways.front().link));
      return;
    }
    for (const Fabric::Route::Way& way : route.ways)
      fmt::format_to(to, " nexthop via {} dev {} onlink weight {}", next_hop, device(way.link), way.weight);
    ip += "\n";
  }

  const Fabric& fabric_;
  const std::vector<std::string>& hosts_;
  bool netem_;
  const std::string& folder_;
  std::vector<ClusterStep>& steps_;
};

}  // namespace

std::string switch_namespace(std::size_t index) { return fmt::format("switch_{}", index); }

/// With a bucket much larger than 4 ms of data, the rate would not limit short messages at all. The queue is
/// practically unlimited, as switches of clusters do not drop packets: they make senders wait.
CommandLine token_bucket(const LinkSpeed& speed, double least) {
  const double burst = std::max(least, speed.bits_per_second / 8 / 250);
  return {"tbf", "rate", speed.rate, "burst", fmt::format("{:.0f}", burst), "limit", "1000000000"};
}

void plan_fabric(const Cluster& cluster, const std::string& folder, std::vector<ClusterStep>& steps) {
  FabricPlanner(cluster, folder, steps).plan();
}

}  // namespace cartwright::launch
