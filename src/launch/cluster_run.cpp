// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/output_file.hpp"
#include "base/temporary_folder.hpp"
#include "base/text.hpp"
#include "launch/cluster.hpp"
#include "launch/launcher.hpp"
#include "launch/preload_path.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cartwright::launch {

namespace {

void check_root() {
  if (geteuid() != 0)
    base::fail(base::Status::unsupported, "a cluster needs root for its network namespaces: run it as root");
}

/// The PATH of some users lacks the folders of root's tools.
void find_tools() {
  const char* path = std::getenv("PATH");
  setenv("PATH", fmt::format("{}:/usr/sbin:/sbin", path == nullptr ? "/usr/bin:/bin" : path).c_str(), 1);
}

void check_tools() {
  constexpr std::array<std::pair<const char*, const char*>, 6> tools = {{{"ip", "iproute2"},
                                                                         {"tc", "iproute2"},
                                                                         {"unshare", "util-linux"},
                                                                         {"nsenter", "util-linux"},
                                                                         {"mount", "mount"},
                                                                         {"hostname", "hostname"}}};
  const std::string folders = std::getenv("PATH");
  for (const auto& [tool, package] : tools) {
    bool found = false;
    for (const std::string_view folder : base::split(folders, ':'))
      found = found || access((std::filesystem::path(folder) / tool).c_str(), X_OK) == 0;
    if (!found) base::fail(base::Status::unsupported, "a cluster needs the tool '{}': install {}", tool, package);
  }
}

void must(int result, const char* action) {
  if (result != 0)
    base::fail(base::Status::unsupported,
               "cannot {}: {}: in a container, allow it, for example with docker run --privileged", action,
               std::strerror(errno));
}

/// Checks that the kernel has the module of a queueing discipline.
void check_qdisc(const CommandLine& discipline, const char* option) {
  CommandLine command = {"tc", "qdisc", "add", "dev", "lo", "root"};
  command.insert(command.end(), discipline.begin(), discipline.end());
  if (run_quietly(command).status != 0)
    base::fail(base::Status::unsupported,
               "{1} needs {0}, which this kernel lacks: load the module sch_{0}, or leave {1} out", discipline.front(),
               option);
  run_quietly({"tc", "qdisc", "del", "dev", "lo", "root"});
}

void check_tun() {
  const int device = open("/dev/net/tun", O_RDWR | O_CLOEXEC);
  if (device < 0)
    base::fail(
        base::Status::unsupported,
        "--delay needs netem or /dev/net/tun, which this kernel lacks ({}): load the module sch_netem or tun, or "
        "leave --delay out",
        std::strerror(errno));
  close(device);
}

void check_qdiscs(const Cluster& cluster) {
  std::vector<LinkSpeed> speeds = {cluster.speed};
  if (cluster.fabric) {
    speeds.push_back(cluster.fabric->terminal);
    for (const Fabric::Link& link : cluster.fabric->links) speeds.push_back(link.speed);
  }
  const auto delayed = std::ranges::find_if(speeds, [](const LinkSpeed& speed) { return !speed.delay.empty(); });
  if (delayed != speeds.end() && cluster.netem) check_qdisc({"netem", "delay", delayed->delay}, "--delay");
  if (delayed != speeds.end() && !cluster.netem) check_tun();
  const auto limited = std::ranges::find_if(speeds, [](const LinkSpeed& speed) { return !speed.rate.empty(); });
  if (limited != speeds.end())
    check_qdisc({"tbf", "rate", limited->rate, "burst", "65536", "limit", "65536"}, "--rate");
}

/// Checks that the kernel allows a namespace for each host and each switch.
void check_namespaces(const Cluster& cluster) {
  const std::size_t needed = cluster.hosts.size() + (cluster.fabric ? cluster.fabric->tables.size() : 0);
  std::error_code error;
  const char* const limit_file = "/proc/sys/user/max_net_namespaces";
  if (!std::filesystem::exists(limit_file, error)) return;
  const std::int64_t limit = base::parse_int(base::trim(base::read_file(limit_file)), limit_file);
  if (static_cast<std::int64_t>(needed) > limit)
    base::fail(base::Status::unsupported,
               "the cluster needs {} network namespaces, but the kernel allows {}: raise {}, or emulate a smaller one",
               needed, limit, limit_file);
}

void perform(const CommandLine& command) {
  const Finished finished = run_quietly(command);
  if (finished.status != 0)
    base::fail(base::Status::io, "cannot make the cluster: '{}' failed: {}", shell_text(command),
               base::trim(std::string_view(finished.output).substr(0, finished.output.find('\n'))));
}

void perform(const ClusterFile& file) {
  base::write_file(file.path, file.text, base::Existing::replace);
  std::filesystem::permissions(file.path, std::filesystem::perms(file.executable ? 0755 : 0644));
}

/// The path of libcartwright_cluster.so, in the build folder of this program or where it is installed. Empty if it does
/// not exist.
std::string find_preloaded() {
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
  for (const auto& folder : {here / "lib", here / CARTWRIGHT_LIBDIR / "cartwright"})
    if (std::filesystem::exists(folder / "libcartwright_cluster.so"))
      return (folder / "libcartwright_cluster.so").string();
  return "";
}

std::int64_t processes_of(const Cluster& cluster) {
  return std::accumulate(cluster.slots.begin(), cluster.slots.end(), std::int64_t{0});
}

/// How many nanoseconds a waiting process sleeps: 0 if each process has a core.
std::int64_t nap(const Cluster& cluster) {
  const std::int64_t per_core = processes_of(cluster) / std::max(1u, std::thread::hardware_concurrency());
  return per_core <= 1 ? 0 : std::min<std::int64_t>(25'000 * per_core, 5'000'000);
}

/// Preloads on the hosts the libraries of the user, then ours. A link to it is made in `folder`.
void set_preloads(const Cluster& cluster, const std::string& folder) {
  const char* before = std::getenv("LD_PRELOAD");
  const std::string own = find_preloaded();
  if (own.empty()) return;
  RunFolder links(folder);
  setenv("LD_PRELOAD", joined_preloads(preload_path(own, links), before == nullptr ? "" : before).c_str(), 1);
  setenv("CARTWRIGHT_CLUSTER_NAP", std::to_string(nap(cluster)).c_str(), 0);
}

/// Process 1 of the cluster. Returns the exit status of the command.
int inside(const Cluster& cluster, const CommandLine& command, const std::string& folder, const AwaitedSignals& signals,
           const std::function<void(const FabricCounters&)>& report) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  must(unshare(CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC), "make namespaces");
  must(mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr), "keep mounts to the cluster");
  must(mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr), "mount /proc");
  check_qdiscs(cluster);

  setenv("CARTWRIGHT_CLUSTER_PROCESSES", std::to_string(processes_of(cluster)).c_str(), 0);
  const ClusterPlan plan = plan_cluster(cluster, folder);
  for (const auto& step : plan.steps) std::visit([](const auto& one) { perform(one); }, step);
  for (const auto& [name, value] : plan.environment) setenv(name.c_str(), value.c_str(), 0);
  for (const auto& [name, value] : plan.own) setenv(name.c_str(), value.c_str(), 1);
  set_preloads(cluster, folder);  // a step above has mounted this folder
  CommandLine line = plan.on_first_host;
  line.insert(line.end(), command.begin(), command.end());
  if (!cluster.fabric) return wait_forwarding_signals(start(line), signals, {.patience = std::chrono::seconds(5)});
  const FabricCounters before = read_counters(*cluster.fabric);
  const int status = wait_forwarding_signals(start(line), signals, {.patience = std::chrono::seconds(5)});
  report(read_counters(*cluster.fabric) - before);
  return status;
}

}  // namespace

bool has_netem() {
  find_tools();
  return geteuid() != 0 ||
         run_quietly({"unshare", "--net", "tc", "qdisc", "add", "dev", "lo", "root", "netem"}).status == 0;
}

int run_cluster(const Cluster& cluster, const CommandLine& command,
                const std::function<void(const FabricCounters&)>& report) {
  check_root();
  find_tools();
  check_tools();
  check_namespaces(cluster);
  const AwaitedSignals signals;
  base::TemporaryFolder folder;
  // The next child is process 1 of a PID namespace. When it ends, the kernel kills every process of the cluster, and
  // then removes the other namespaces, the links and the mounts. No other cleanup is needed.
  must(unshare(CLONE_NEWPID), "make namespaces");
  const pid_t child = fork();
  if (child < 0) base::fail(base::Status::io, "cannot start the cluster: {}", std::strerror(errno));
  if (child == 0) {
    folder.keep();  // the parent removes it
    return inside(cluster, command, folder.path().string(), signals, report);
  }
  return wait_forwarding_signals(child, signals, {.patience = std::chrono::seconds(10)});
}

}  // namespace cartwright::launch
