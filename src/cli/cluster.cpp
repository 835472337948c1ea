// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "launch/cluster.hpp"

#include "base/error.hpp"
#include "base/output_file.hpp"
#include "base/text.hpp"
#include "cli/cluster_network.hpp"
#include "cli/cluster_speeds.hpp"
#include "cli/command.hpp"
#include "network/networks.hpp"
#include "placement/parse_job.hpp"
#include "traffic/traffic_file.hpp"

#include <CLI/CLI.hpp>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

namespace cartwright::cli {

namespace {

constexpr std::int64_t max_hosts = 1000;  // a Linux bridge has at most 1024 ports

struct ClusterOptions {
  std::string hosts;
  std::string slots = "1";
  std::string name = "node";
  std::string network;
  std::vector<std::string> rates;
  std::vector<std::string> delays;
  std::string delay_by;
  std::string routing = "minimal";
  std::string paths = "single";
  std::uint64_t seed = 0;
  std::string links;
  std::string expect;
  bool force = false;
  bool dry_run = false;
  launch::CommandLine command;
};

std::vector<std::string> host_names(const ClusterOptions& options) {
  const std::int64_t count = base::parse_count(options.hosts, "number of hosts");
  if (count > max_hosts)
    base::fail(base::Status::invalid_argument, "{} hosts are too many: use at most {}", count, max_hosts);
  const std::string& name = options.name;
  const bool fine = !name.empty() && name.size() <= 50 && name.front() >= 'a' && name.front() <= 'z' &&
                    name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
  if (!fine)
    base::fail(base::Status::invalid_argument,
               "--name {} is not the start of a host name: use a to z, 0 to 9 and -, and a letter first",
               base::quote(name));
  const std::size_t digits = std::max<std::size_t>(2, std::to_string(count - 1).size());
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < count; ++i) names.push_back(fmt::format("{}{:0{}}", name, i, digits));
  return names;
}

std::vector<std::int64_t> slots_of_hosts(const std::string& text, std::size_t hosts) {
  std::vector<std::int64_t> slots;
  for (const std::string_view part : base::split(text, ','))
    slots.push_back(base::parse_count(base::trim(part), "number of slots"));
  if (slots.size() == 1) slots.resize(hosts, slots.front());
  if (slots.size() != hosts)
    base::fail(base::Status::invalid_argument,
               "--slots {} has {} numbers for {} hosts: give one number, or one for each host", text, slots.size(),
               hosts);
  return slots;
}

/// A network to emulate, and the bytes that the command should send.
struct Emulation {
  std::unique_ptr<network::Network> network;
  std::optional<traffic::PairRoutes> routes;
  std::vector<launch::LinkSpeed> speeds;
  std::optional<traffic::LinkLoads> expected;
};

Emulation make_emulation(const ClusterOptions& options) {
  Emulation emulation;
  emulation.network = network::read_network(options.network);
  const network::Wiring& wiring = emulation.network->wiring();
  emulation.speeds = class_speeds(wiring, options.rates, options.delays);
  traffic::Routing routing;
  routing.kind = traffic::parse_routing(options.routing);
  routing.paths = placement::parse_paths(options.paths);
  routing.seed = options.seed;
  emulation.routes.emplace(*emulation.network, routing);
  if (options.expect.empty()) return emulation;
  const traffic::TrafficFile file = traffic::read_traffic(options.expect, wiring.nodes());
  const auto traffic = traffic::message_traffic(wiring.nodes(), file.messages);
  traffic::NodeOfRank node_of_rank;
  for (const network::Node node : base::ids<network::Node>(wiring.nodes())) node_of_rank.push_back(node);
  emulation.expected = emulation.routes->loads(traffic::flows_between(*traffic, node_of_rank, wiring.nodes()));
  return emulation;
}

bool use_netem(const ClusterOptions& options) {
  if (options.delay_by == "netem" || options.delay_by == "tap") return options.delay_by == "netem";
  if (!options.delay_by.empty())
    base::fail(base::Status::invalid_argument, "--delay-by {} is not netem or tap", base::quote(options.delay_by));
  return options.delays.empty() || launch::has_netem();
}

launch::Cluster make_cluster(const ClusterOptions& options, const Emulation& emulation) {
  launch::Cluster cluster;
  if (emulation.network == nullptr) {
    cluster.hosts = host_names(options);
    cluster.speed = uniform_speed(options.rates, options.delays);
  } else {
    cluster.hosts = emulated_hosts(emulation.network->wiring());
    cluster.fabric = make_fabric(*emulation.routes, emulation.speeds);
  }
  cluster.slots = slots_of_hosts(options.slots, cluster.hosts.size());
  cluster.netem = use_netem(options);
  return cluster;
}

void report_links(const ClusterOptions& options, const Emulation& emulation, const launch::FabricCounters& counters) {
  const report::Json links =
      links_json(*emulation.routes, emulation.speeds, counters, emulation.expected ? &*emulation.expected : nullptr);
  base::write_fully(STDERR_FILENO, links_text(links));
  if (options.links.empty()) return;
  const report::Json report = {{"schema", "cartwright-links/1"}, {"network", options.network},
                               {"routing", options.routing},     {"paths", options.paths},
                               {"seed", options.seed},           {"links", links}};
  base::write_file(options.links, report.dump(1) + "\n", base::Existing::replace);
}

int run(const ClusterOptions& options) {
  if (options.hosts.empty() && options.network.empty())
    base::fail(
        base::Status::invalid_argument,
        "give --hosts or --network: see cartwright cluster --help, or try: cartwright cluster --hosts 4 -- bash");
  if (!options.links.empty())
    base::check_writable(options.links, options.force ? base::Existing::replace : base::Existing::refuse);
  const Emulation emulation = options.network.empty() ? Emulation() : make_emulation(options);
  const launch::Cluster cluster = make_cluster(options, emulation);
  if (options.dry_run) {
    base::write_file("-", launch::script_of(launch::plan_cluster(cluster, "/tmp/cartwright"), options.command),
                     base::Existing::replace);
    return 0;
  }
  return launch::run_cluster(cluster, options.command, [&](const launch::FabricCounters& counters) {
    report_links(options, emulation, counters);
  });
}

Action add_cluster(CLI::App& app) {
  auto options = std::make_shared<ClusterOptions>();
  CLI::Option* const hosts =
      app.add_option("--hosts", options->hosts, "Number of hosts, all on one bridge")->type_name("N");
  CLI::Option* const network =
      app.add_option("--network", options->network,
                     "Instead of --hosts: a network whose nodes and switches are emulated: KIND:NAME=VALUE,... "
                     "(torus:dims=4x4), or a file")
          ->type_name("SPEC|FILE")
          ->excludes(hosts);
  app.add_option("--slots", options->slots,
                 "Number of processes a launcher may start on each host: one number, or one per host (default 1)")
      ->type_name("N|N,N,...");
  app.add_option(
         "--rate", options->rates,
         "Bandwidth of each host, in each direction: 100mbit, 2.5gbit (default: no limit). With --network: that "
         "of the fastest class of links, others in proportion; or of one class. May be repeated")
      ->type_name("[CLASS=]RATE")
      ->allow_extra_args(false);
  app.add_option("--delay", options->delays,
                 "Added latency between hosts, one way: 50us, 1ms (default: no delay). With --network: of each link "
                 "between switches, or of each link of one class. May be repeated")
      ->type_name("[CLASS=]TIME")
      ->allow_extra_args(false);
  app.add_option("--delay-by", options->delay_by,
                 "How packets are delayed: by netem in the kernel, or by a process of Cartwright between TAP devices "
                 "(default: netem, if this kernel has it)")
      ->type_name("netem|tap");
  app.add_option("--routing", options->routing,
                 "With --network: minimal, or valiant (one random detour for each pair of hosts; default minimal)")
      ->type_name("minimal|valiant")
      ->needs(network);
  app.add_option("--paths", options->paths,
                 "With several minimal paths: single uses one, shared chooses by the hash of each connection (default "
                 "single)")
      ->type_name("single|shared")
      ->needs(network);
  app.add_option("--seed", options->seed, "Seed of the random detours (default 0)")->type_name("N")->needs(network);
  app.add_option("--links", options->links, "Write the bytes that each link sent to this file, as JSON")
      ->type_name("FILE")
      ->needs(network);
  app.add_option("--expect", options->expect,
                 "Bytes from host to host, in any format of --pattern: print the resulting bytes of each link beside "
                 "the measured ones")
      ->type_name("FILE")
      ->needs(network);
  app.add_flag("--force", options->force, "Replace the file of --links");
  app.add_option("--name", options->name, "With --hosts: prefix of the host names (default node: node00, node01, ...)")
      ->type_name("NAME")
      ->needs(hosts);
  app.add_flag("--dry-run", options->dry_run, "Print the commands as a script, and run nothing");
  app.add_option("command", options->command, "The command to run on the first host, after --")
      ->type_name("-- mpirun ...")
      ->required();
  app.positionals_at_end();
  return [options] { return run(*options); };
}

}  // namespace

Command cluster_command() {
  return {
      .name = "cluster",
      .summary = "Run an MPI program on several hosts that this machine emulates",
      .description =
          "Emulates several hosts on this machine and runs a command on the first one. The launchers of Open MPI and "
          "MPICH find the other hosts automatically. Each host has its own name, network interface, address, shared "
          "memory and temporary folder. A bridge connects them. With --network, hosts are the nodes of a network; its "
          "switches and links are emulated too, each link with its own rate, and packets take the routes that "
          "`cartwright network loads` predicts. The bytes of every link are counted. MPI treats them as different "
          "machines: messages "
          "between hosts travel over TCP at the given rate. All hosts share the files, processors and memory of this "
          "machine. The command must run as root, on a Linux kernel with network namespaces. When it ends or is "
          "stopped, the hosts are removed. The exit status is that of the command.",
      .examples =
          {{"144 processes on 12 hosts with links of 100 Mbit/s",
            "cartwright cluster --hosts 12 --slots 12 --rate 100mbit -- mpirun -n 144 ./app"},
           {"The same program, with its ranks reordered by Cartwright",
            "cartwright cluster --hosts 12 --slots 12 --rate 100mbit -- cartwright run -- mpirun -n 144 ./app"},
           {"64 processes on a torus; the bytes of each link are written to a file",
            "cartwright cluster --network torus:dims=8x8 --rate 8mbit --links links.json -- mpirun -n 64 ./app"},
           {"Links between supernodes are slow",
            "cartwright cluster --network percs:supernodes=2,nodes=4 --rate LL=16mbit --rate D=2mbit -- mpirun "
            "-n 32 ./app"},
           {"Look around on the first host", "cartwright cluster --hosts 4 -- bash"}},
      .add = add_cluster,
  };
}

}  // namespace cartwright::cli
