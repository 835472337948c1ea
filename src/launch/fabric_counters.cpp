// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/text.hpp"
#include "launch/fabric.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

namespace cartwright::launch {

namespace {

constexpr std::size_t dev_columns = 16;  // of /proc/net/dev: eight received, eight sent

/// An open network namespace.
class NetworkNamespace {
 public:
  explicit NetworkNamespace(const std::string& path) : path_(path), file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (file_ < 0) base::fail(base::Status::io, "cannot open {}: {}", path, std::strerror(errno));
  }
  ~NetworkNamespace() { close(file_); }
  NetworkNamespace(const NetworkNamespace&) = delete;

  void enter() const {
    if (setns(file_, CLONE_NEWNET) != 0)
      base::fail(base::Status::io, "cannot enter {}: {}", path_, std::strerror(errno));
  }

 private:
  std::string path_;
  int file_;
};

Counter difference(const Counter& after, const Counter& before) {
  return {after.bytes - before.bytes, after.packets - before.packets};
}

std::uint64_t amount(std::string_view text) {
  return static_cast<std::uint64_t>(base::parse_int(text, "a counter of /proc/net/dev"));
}

/// The counters of a device, received and sent.
struct DeviceCounters {
  std::string device;
  Counter received, sent;
};

/// Parses /proc/net/dev.
std::vector<DeviceCounters> parse_device_counters(std::string_view text) {
  std::vector<DeviceCounters> counters;
  base::read_lines(text, "/proc/net/dev", [&](std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return;  // the headings
    const std::vector<std::string_view> words = base::words(line.substr(colon + 1));
    if (words.size() != dev_columns)
      base::fail(base::Status::parse, "{} columns are not {}", words.size(), dev_columns);
    counters.push_back({std::string(base::trim(line.substr(0, colon))),
                        {amount(words[0]), amount(words[1])},
                        {amount(words[8]), amount(words[9])}});
  });
  return counters;
}

}  // namespace

FabricCounters read_counters(const Fabric& fabric) {
  FabricCounters all;
  all.links.resize(fabric.links.size());
  all.injection.resize(fabric.switch_of_host.size());
  all.ejection.resize(fabric.switch_of_host.size());
  const NetworkNamespace own("/proc/self/ns/net");
  for (std::size_t at = 0; at < fabric.tables.size(); ++at) {
    NetworkNamespace("/run/netns/" + switch_namespace(at)).enter();
    const std::string text = base::read_file("/proc/thread-self/net/dev");
    own.enter();
    for (const DeviceCounters& one : parse_device_counters(text)) {
      if (one.device.front() != 'l' && one.device.front() != 'h') continue;
      if (!base::is_digit(one.device.back()) || one.device == "lo") continue;
      const auto index = static_cast<std::size_t>(base::parse_int(std::string_view(one.device).substr(1), "a device"));
      if (one.device.front() == 'l') {
        all.links.at(index) = one.sent;
      } else {
        all.injection.at(index) = one.received;
        all.ejection.at(index) = one.sent;
      }
    }
  }
  return all;
}

FabricCounters operator-(FabricCounters after, const FabricCounters& before) {
  const auto subtract = [](std::vector<Counter>& from, const std::vector<Counter>& what) {
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = difference(from[i], what[i]);
  };
  subtract(after.links, before.links);
  subtract(after.injection, before.injection);
  subtract(after.ejection, before.ejection);
  return after;
}

}  // namespace cartwright::launch
