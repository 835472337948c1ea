// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "launch/cluster.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"

#include <CLI/CLI.hpp>

#include <array>
#include <memory>

namespace cartwright::cli {

namespace {

constexpr std::int64_t most_hosts = 1000;  // a Linux bridge has at most 1024 ports

struct ClusterOptions {
  std::string hosts;
  std::string slots = "1";
  std::string name = "node";
  std::string rate;
  std::string delay;
  bool dry_run = false;
  launch::CommandLine command;
};

std::vector<std::string> host_names(const ClusterOptions& options) {
  const std::int64_t count = base::parse_count(options.hosts, "number of hosts");
  if (count > most_hosts)
    base::fail(base::Status::invalid_argument, "{} hosts are too many: use at most {}", count, most_hosts);
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

struct Unit {
  std::string_view name;
  double factor;
};

/// Parses a positive number with a unit, such as "100mbit".
double with_unit(const std::string& text, const char* option, std::initializer_list<Unit> units, const char* example) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  for (const Unit& unit : units)
    if (end > 0 && text.substr(end) == unit.name) {
      const double value = base::parse_number(text.substr(0, end), option) * unit.factor;
      if (value > 0) return value;
    }
  base::fail(base::Status::invalid_argument, "{} {}: give a positive number and a unit, for example {}", option,
             base::quote(text), example);
}

launch::Cluster make_cluster(const ClusterOptions& options) {
  launch::Cluster cluster;
  cluster.hosts = host_names(options);
  cluster.slots = slots_of_hosts(options.slots, cluster.hosts.size());
  cluster.rate = options.rate;
  if (!options.rate.empty()) {
    cluster.bits_per_second =
        with_unit(options.rate, "--rate", {{"bit", 1}, {"kbit", 1e3}, {"mbit", 1e6}, {"gbit", 1e9}}, "100mbit");
    if (cluster.bits_per_second < 8e3 || cluster.bits_per_second > 1e12)
      base::fail(base::Status::invalid_argument, "--rate {} is not between 8kbit and 1000gbit", options.rate);
  }
  cluster.delay = options.delay;
  if (!options.delay.empty()) {
    const double seconds = with_unit(options.delay, "--delay", {{"us", 1e-6}, {"ms", 1e-3}, {"s", 1}}, "1ms");
    if (seconds > 60) base::fail(base::Status::invalid_argument, "--delay {} is more than 60s", options.delay);
  }
  return cluster;
}

int run(const ClusterOptions& options) {
  const launch::Cluster cluster = make_cluster(options);
  if (!options.dry_run) return launch::run_cluster(cluster, options.command);
  fmt::print("{}", launch::script_of(launch::plan_cluster(cluster, "/tmp/cartwright", ""), options.command));
  return 0;
}

Action add_cluster(CLI::App& app) {
  auto options = std::make_shared<ClusterOptions>();
  app.add_option("--hosts", options->hosts, "Number of hosts")->type_name("N")->required();
  app.add_option("--slots", options->slots,
                 "Number of processes a launcher may start on each host: one number, or one per host (default 1)")
      ->type_name("N|N,N,...");
  app.add_option("--rate", options->rate,
                 "Bandwidth of each host, in each direction: 100mbit, 2.5gbit (default: no limit)")
      ->type_name("RATE");
  app.add_option("--delay", options->delay, "Added latency between hosts, one way: 50us, 1ms (default: no delay)")
      ->type_name("TIME");
  app.add_option("--name", options->name, "Prefix of the host names (default node: node00, node01, ...)")
      ->type_name("NAME");
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
          "memory and temporary folder; a switch connects them. MPI treats them as different machines: messages "
          "between hosts travel over TCP at the given rate. All hosts share the files, processors and memory of this "
          "machine. The command must run as root, on a Linux kernel with network namespaces. When it ends or is "
          "stopped, the hosts are removed. The exit status is that of the command.",
      .examples = {{"144 processes on 12 hosts with links of 100 Mbit/s",
                    "cartwright cluster --hosts 12 --slots 12 --rate 100mbit -- mpirun -n 144 ./app"},
                   {"The same program, with its ranks reordered by Cartwright",
                    "cartwright cluster --hosts 12 --slots 12 --rate 100mbit -- cartwright run -- mpirun -n 144 ./app"},
                   {"Look around on the first host", "cartwright cluster --hosts 4 -- bash"}},
      .add = add_cluster,
  };
}

}  // namespace cartwright::cli
