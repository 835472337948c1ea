// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Links with a delay, for kernels without netem. Both ends of a cable are TAP devices, and one process carries the
// packets of all cables. Packets keep their offload headers: like the kernel, it passes on up to 64 KiB at once.
#include "launch/cables.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/text.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <map>

#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <unistd.h>

namespace cartwright::launch {

namespace {

using Clock = std::chrono::steady_clock;  // CLOCK_MONOTONIC

constexpr std::size_t most_bytes = 1 << 17;  // more than a packet and its headers

/// One direction of a cable. Packets that are read from one device are written to the other.
struct Direction {
  int from = -1, to = -1;
  std::chrono::nanoseconds delay;
};

struct Packet {
  int to = -1;
  std::vector<char> bytes;
};

int open_device(const std::string& name) {
  ifreq request{};
  request.ifr_flags = IFF_TAP | IFF_NO_PI | IFF_VNET_HDR;
  name.copy(request.ifr_name, IFNAMSIZ - 1);
  const int device = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (device < 0 || ioctl(device, TUNSETIFF, &request) != 0 ||
      ioctl(device, TUNSETOFFLOAD, TUN_F_CSUM | TUN_F_TSO4 | TUN_F_TSO6 | TUN_F_TSO_ECN) != 0)
    base::fail(base::Status::io, "cannot make the TAP device '{}': {}", name, std::strerror(errno));
  return device;
}

std::vector<Direction> open_cables(const std::string& file) {
  // Two files for each cable are more than many users may open by default.
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  std::vector<Direction> directions;
  base::read_lines(base::read_file(file), file, [&](std::string_view line) {
    const auto words = base::words(line);
    if (words.size() != 4) base::fail(base::Status::parse, "a cable is two devices and two numbers of nanoseconds");
    const auto delay = [&](std::size_t word) {
      return std::chrono::nanoseconds(base::parse_int(words[word], "nanoseconds"));
    };
    const int first = open_device(std::string(words[0])), second = open_device(std::string(words[1]));
    directions.push_back({first, second, delay(2)});
    directions.push_back({second, first, delay(3)});
  });
  return directions;
}

/// A packet for a device that is down, before and after the command, is lost, as on every link.
void deliver(int device, const char* bytes, std::size_t count) {
  [[maybe_unused]] const ssize_t written = write(device, bytes, count);
}

void set_timer(int timer, Clock::time_point when) {
  const std::int64_t count = std::chrono::nanoseconds(when.time_since_epoch()).count();
  const itimerspec time = {.it_interval = {}, .it_value = {count / 1'000'000'000, count % 1'000'000'000}};
  timerfd_settime(timer, TFD_TIMER_ABSTIME, &time, nullptr);
}

[[noreturn]] void carry(const std::vector<Direction>& directions) {
  // Before the processes of MPI, which poll. Without the right to it, packets are less punctual.
  const sched_param first = {.sched_priority = 1};
  sched_setscheduler(0, SCHED_FIFO, &first);
  const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  const int poll = epoll_create1(EPOLL_CLOEXEC);
  const auto await = [&](int file, std::uint32_t events, std::size_t index) {
    epoll_event event = {.events = events, .data = {.u64 = index}};
    epoll_ctl(poll, EPOLL_CTL_ADD, file, &event);
  };
  for (std::size_t i = 0; i < directions.size(); ++i) await(directions[i].from, EPOLLIN, i);
  await(timer, EPOLLIN | EPOLLET, directions.size());

  std::multimap<Clock::time_point, Packet> under_way;  // keeps the order of packets with the same time
  Clock::time_point set_to;
  std::vector<char> buffer(most_bytes);
  std::array<epoll_event, 64> events;
  for (;;) {
    const int ready = epoll_wait(poll, events.data(), static_cast<int>(events.size()), -1);
    for (int i = 0; i < ready; ++i) {
      if (const std::size_t index = events[static_cast<std::size_t>(i)].data.u64; index < directions.size()) {
        const Direction& way = directions[index];
        const ssize_t count = read(way.from, buffer.data(), buffer.size());
        if (count > 0 && way.delay.count() == 0)
          deliver(way.to, buffer.data(), static_cast<std::size_t>(count));
        else if (count > 0)
          under_way.emplace_hint(under_way.end(), Clock::now() + way.delay,
                                 Packet{way.to, {buffer.data(), buffer.data() + count}});
      }
      while (!under_way.empty() && under_way.begin()->first <= Clock::now()) {
        const Packet& packet = under_way.begin()->second;
        deliver(packet.to, packet.bytes.data(), packet.bytes.size());
        under_way.erase(under_way.begin());
      }
    }
    if (!under_way.empty() && under_way.begin()->first != set_to) set_timer(timer, set_to = under_way.begin()->first);
  }
}

}  // namespace

std::string cable_line(const std::string& first, const std::string& second, const LinkSpeed& from_first,
                       const LinkSpeed& from_second) {
  return fmt::format("{} {} {:.0f} {:.0f}\n", first, second, from_first.delay_seconds * 1e9,
                     from_second.delay_seconds * 1e9);
}

void plan_cables(std::string lines, const std::string& folder, std::vector<ClusterStep>& steps) {
  if (lines.empty()) return;
  const std::string file = folder + "/cables";
  steps.emplace_back(ClusterFile{file, std::move(lines)});
  steps.emplace_back(CommandLine{std::filesystem::read_symlink("/proc/self/exe").string(), "--carry-packets", file});
}

void carry_packets(const std::string& file) {
  const std::vector<Direction> directions = open_cables(file);
  const pid_t child = fork();
  if (child < 0) base::fail(base::Status::io, "cannot start a process: {}", std::strerror(errno));
  if (child > 0) return;
  setsid();  // signals of the terminal are for the command
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, number);
  carry(directions);
}

}  // namespace cartwright::launch
