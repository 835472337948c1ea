// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "launch/cables.hpp"
#include "launch/cluster.hpp"
#include "launch/fabric_plan.hpp"

#include <iterator>

namespace cartwright::launch {

namespace {

/// Enters a host: its network, name, System V IPC, /dev/shm, /etc/hosts and folder for temporary files.
constexpr std::string_view enter_script = R"(#!/bin/sh
# usage: enter HOST COMMAND [ARGUMENT ...]: runs a command on a host of this cluster.
cluster={}
here=$cluster/$1
[ -d "$here" ] || {{ echo "no host '$1' in this cluster" >&2; exit 127; }}
TMPDIR=$here/tmp
export TMPDIR
exec ip netns exec "$1" nsenter --uts="$here/uts" --ipc="$here/ipc" sh -c '
mount --bind "$0/shm" /dev/shm && mount --bind "$0/../hosts" /etc/hosts && shift && exec "$@"' "$here" "$@"
)";

constexpr std::string_view agent_script = R"(#!/bin/sh
# usage: agent [-OPTION ...] HOST COMMAND ...: takes the place of rsh and ssh for a launcher.
while [ "${{1#-}}" != "$1" ]; do shift; done
host=$1
shift
exec {}/enter "$host" sh -c "$*"
)";

/// 10.0.0.1 for the first host. The network exists in the cluster only: its addresses cannot clash with others.
std::string address_of(std::size_t host) { return fmt::format("10.0.{}.{}", (host + 1) / 256, (host + 1) % 256); }

/// The kernel passes packets on in units of up to 64 KiB. It would split them for a smaller bucket.
constexpr double whole_packets = 65536 + 4096;

class Planner {
 public:
  Planner(const Cluster& cluster, const std::string& folder) : cluster_(cluster), folder_(folder) {}

  ClusterPlan plan() && {
    run({"mkdir", "-p", folder_});
    run({"mount", "-t", "tmpfs", "cartwright", folder_});
    write_files();
    // ip keeps the names of network namespaces here. Only this cluster must see them.
    run({"mkdir", "-p", "/run/netns"});
    run({"mount", "-t", "tmpfs", "cartwright", "/run/netns"});
    run({"ip", "link", "add", "name", "switch", "type", "bridge"});
    run({"ip", "link", "set", "switch", "up"});
    if (cables()) {
      std::string lines;
      for (std::size_t host = 0; host < cluster_.hosts.size(); ++host)
        lines += cable_line(fmt::format("host{}", host), fmt::format("port{}", host), cluster_.speed, {});
      plan_cables(std::move(lines), folder_, plan_.steps);
    }
    for (std::size_t host = 0; host < cluster_.hosts.size(); ++host) add_host(host);
    if (cluster_.fabric) plan_fabric(cluster_, folder_, plan_.steps);
    set_environment();
    plan_.on_first_host = {folder_ + "/enter", cluster_.hosts.front()};
    return std::move(plan_);
  }

 private:
  /// Whether Cartwright delays the packets of hosts.
  bool cables() const { return !cluster_.netem && !cluster_.speed.delay.empty(); }

  void run(CommandLine command, const CommandLine& rest = {}) {
    command.insert(command.end(), rest.begin(), rest.end());
    plan_.steps.emplace_back(std::move(command));
  }

  void write(const std::string& name, std::string text, bool executable = false) {
    plan_.steps.emplace_back(ClusterFile{folder_ + "/" + name, std::move(text), executable});
  }

  void write_files() {
    std::string openmpi, mpich, names = "127.0.0.1 localhost\n";
    for (std::size_t i = 0; i < cluster_.hosts.size(); ++i) {
      openmpi += fmt::format("{} slots={}\n", cluster_.hosts[i], cluster_.slots[i]);
      mpich += fmt::format("{}:{}\n", cluster_.hosts[i], cluster_.slots[i]);
      names += fmt::format("{} {}\n", address_of(i), cluster_.hosts[i]);
    }
    const std::string quoted = shell_text({folder_});
    write("enter", fmt::format(enter_script, quoted), true);
    write("agent", fmt::format(agent_script, quoted), true);
    write("hosts.openmpi", std::move(openmpi));
    write("hosts.mpich", std::move(mpich));
    write("hosts", std::move(names));
  }

  void add_host(std::size_t index) {
    const std::string& host = cluster_.hosts[index];
    const std::string port = fmt::format("port{}", index);
    const std::string here = folder_ + "/" + host;
    run({"ip", "netns", "add", host});
    // Long packets, as in clusters: the kernel queues a thousand packets for a busy processor and drops the next.
    if (cables()) {
      run({"ip", "link", "set", fmt::format("host{}", index), "mtu", "9000", "txqueuelen", cable_queue, "netns", host,
           "name", "eth0"});
      run({"ip", "link", "set", port, "mtu", "9000", "txqueuelen", cable_queue});
    } else {
      run({"ip", "link", "add", "name", port, "mtu", "9000", "type", "veth", "peer", "name", "eth0", "mtu", "9000",
           "netns", host});
    }
    run({"ip", "-n", host, "address", "add", address_of(index) + "/16", "dev", "eth0", "noprefixroute"});
    run({"ip", "-n", host, "link", "set", "lo", "up"});
    run({"ip", "-n", host, "link", "set", "eth0", "up"});
    // Packets are hardly ever lost here, but may queue for seconds. TCP must not retransmit them meanwhile.
    run({"ip", "-n", host, "route", "add", "10.0.0.0/16", "dev", "eth0", "rto_min", "2s"});
    run({"ip", "link", "set", port, "master", "switch", "up"});
    limit(host, port);
    run({"mkdir", "-m", "1777", "-p", here + "/shm", here + "/tmp"});
    run({"touch", here + "/uts", here + "/ipc"});
    run({"unshare", "--uts=" + here + "/uts", "--ipc=" + here + "/ipc", "hostname", host});
  }

  /// Limits sent data at the host's end of the link, and received data at the switch's end.
  void limit(const std::string& host, const std::string& port) {
    const CommandLine at_host = {"tc", "-n", host, "qdisc", "add", "dev", "eth0"};
    CommandLine parent = {"root"};
    if (cluster_.netem && !cluster_.speed.delay.empty()) {
      run(at_host, {"root", "handle", "1:", "netem", "delay", cluster_.speed.delay, "limit", "1000000"});
      parent = {"parent", "1:1"};
    }
    if (cluster_.speed.rate.empty()) return;
    const CommandLine bucket = token_bucket(cluster_.speed, whole_packets);
    parent.insert(parent.end(), bucket.begin(), bucket.end());
    run(at_host, parent);
    run({"tc", "qdisc", "add", "dev", port, "root"}, bucket);
  }

  void set_environment() {
    const std::string messages = cluster_.fabric ? "net0" : "eth0";
    plan_.environment = {
        {"OMPI_ALLOW_RUN_AS_ROOT", "1"},
        {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
        {"PRTE_ALLOW_RUN_AS_ROOT", "1"},
        {"PRTE_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
        // Open MPI: TCP between hosts, shared memory within a host. All hosts share the cores of this machine:
        // processes are not bound, and waiting processes yield.
        {"OMPI_MCA_pml", "ob1"},
        {"OMPI_MCA_btl", "self,vader,tcp"},
        {"OMPI_MCA_btl_tcp_if_include", messages},
        {"OMPI_MCA_oob_tcp_if_include", "eth0"},
        {"OMPI_MCA_hwloc_base_binding_policy", "none"},
        {"OMPI_MCA_mpi_yield_when_idle", "1"},
        {"PRTE_MCA_oob_tcp_if_include", "eth0"},
        {"PMIX_MCA_ptl_tcp_if_include", "eth0"},
        {"PRTE_MCA_hwloc_default_binding_policy", "none"},
        // MPICH: its own shared memory within a host; UCX or libfabric, depending on its build, between hosts.
        {"UCX_TLS", "tcp,self"},
        {"UCX_NET_DEVICES", messages},
        {"FI_PROVIDER", "tcp"},
        {"FI_TCP_IFACE", messages},
    };
    plan_.own = {
        {"OMPI_MCA_plm", "rsh"},
        {"OMPI_MCA_plm_rsh_agent", folder_ + "/agent"},
        {"OMPI_MCA_orte_default_hostfile", folder_ + "/hosts.openmpi"},
        {"PRTE_MCA_plm", "ssh"},
        {"PRTE_MCA_plm_ssh_agent", folder_ + "/agent"},
        {"PRTE_MCA_prte_default_hostfile", folder_ + "/hosts.openmpi"},
        {"HYDRA_LAUNCHER", "ssh"},
        {"HYDRA_LAUNCHER_EXEC", folder_ + "/agent"},
        {"HYDRA_HOST_FILE", folder_ + "/hosts.mpich"},
        {"HYDRA_IFACE", "eth0"},
    };
  }

  const Cluster& cluster_;
  const std::string& folder_;
  ClusterPlan plan_;
};

}  // namespace

ClusterPlan plan_cluster(const Cluster& cluster, const std::string& folder) { return Planner(cluster, folder).plan(); }

std::string script_of(const ClusterPlan& plan, const CommandLine& command) {
  std::string out = "# run as root with: unshare --pid --fork --kill-child --mount-proc --net --ipc --mount sh -e\n";
  const auto to = std::back_inserter(out);
  for (const auto& step : plan.steps) {
    if (const auto* file = std::get_if<ClusterFile>(&step)) {
      fmt::format_to(to, "cat > {0} <<'END'\n{1}END\n", shell_text({file->path}), file->text);
      if (file->executable) fmt::format_to(to, "{}\n", shell_text({"chmod", "+x", file->path}));
    } else {
      fmt::format_to(to, "{}\n", shell_text(std::get<CommandLine>(step)));
    }
  }
  for (const auto* variables : {&plan.environment, &plan.own})
    for (const auto& [name, value] : *variables) fmt::format_to(to, "{}\n", shell_text({"export", name + "=" + value}));
  CommandLine last = plan.on_first_host;
  last.insert(last.end(), command.begin(), command.end());
  fmt::format_to(to, "{}\n", shell_text(last));
  return out;
}

}  // namespace cartwright::launch
