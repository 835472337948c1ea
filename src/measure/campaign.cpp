// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "measure/campaign.hpp"

#include "report/box_stats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace cartwright::measure {

namespace {

constexpr std::int64_t small_message = 8;
constexpr std::array<std::int64_t, 8> round_trip_bytes = {small_message, 1 << 10, 1 << 12, 1 << 14,
                                                          1 << 16,       1 << 18, 1 << 20, 1 << 22};
constexpr std::array<std::int64_t, 3> ring_bytes = {1 << 13, 1 << 16, 1 << 20};
constexpr std::array<std::int64_t, 11> strided_bytes = {1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15,
                                                        1 << 16, 1 << 17, 1 << 18, 1 << 19, 1 << 20};

constexpr std::size_t least_rounds = 5;
constexpr double longest_slot = 0.02;  // seconds: shorter slots give more rounds
constexpr double max_iterations = 1e5;

bool same_series(const Experiment& a, const Experiment& b) {
  return a.link == b.link && a.kind == b.kind && a.ring == b.ring && a.path == b.path;
}

/// The interval of amount / x.
machine::Interval per_second(const machine::Interval& seconds, double amount) {
  return {amount / seconds.median, amount / seconds.high, amount / seconds.low};
}

/// The interval of the median of x / parts. No end of it is outside the sample.
machine::Interval interval_of(const std::vector<double>& sample, double parts) {
  const report::BoxStats box = report::box_stats(sample);
  const auto [least, most] = std::ranges::minmax(sample);
  return {box.median / parts, std::max(box.confidence_low, least) / parts, std::min(box.confidence_high, most) / parts};
}

std::string size_text(std::int64_t bytes) {
  if (bytes < 1 << 10) return fmt::format("{} B", bytes);
  return bytes < 1 << 20 ? fmt::format("{} KiB", bytes >> 10) : fmt::format("{} MiB", bytes >> 20);
}

}  // namespace

Campaign::Campaign(std::vector<LinkClass> links, double budget, Interposer& interposer)
    : links_(std::move(links)), budget_(budget), interposer_(interposer) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const auto add = [&](Kind kind, std::int64_t bytes, const Ring* ring) {
      experiments_.push_back({.link = i, .kind = kind, .bytes = bytes, .ring = ring, .seconds = {}});
    };
    for (const std::int64_t bytes : round_trip_bytes) add(Kind::round_trip, bytes, nullptr);
    add(Kind::window, small_message, nullptr);
    for (const Ring& ring : links_[i].rings)
      for (const Kind kind : {Kind::both, Kind::toggled})
        for (const std::int64_t bytes : ring_bytes) add(kind, bytes, &ring);
  }
  if (!interposer.usable() || links_.back().between != "process") return;
  for (const Path path : {Path::mpi, Path::copied, Path::read})
    for (const std::int64_t bytes : strided_bytes)
      experiments_.push_back(
          {.link = links_.size() - 1, .kind = Kind::strided, .bytes = bytes, .path = path, .seconds = {}});
}

void Campaign::calibrate(Runner& runner) {
  // Eight parts of the budget: five rounds and more, and this calibration.
  const double part = budget_ / (8 * static_cast<double>(experiments_.size()));
  const double slot = std::min(part, longest_slot);
  for (std::size_t i = 0; i < experiments_.size(); ++i) {
    Experiment& one = experiments_[i];
    const bool smallest = i == 0 || !same_series(experiments_[i - 1], one);
    if (!smallest && experiments_[i - 1].left_out) {
      one.left_out = true;
      continue;
    }
    double seconds = runner.run(one, 1, 0);
    one.left_out = !smallest && seconds > 4 * part;
    for (const double share : {0.1, 1.0}) {
      one.iterations =
          static_cast<std::int64_t>(std::clamp(share * slot / std::max(seconds, 1e-9), 1.0, max_iterations));
      if (share < 1 && one.iterations > 1) seconds = runner.run(one, one.iterations, 0);
    }
  }
}

void Campaign::run() {
  Runner runner(links_, experiments_, interposer_);
  runner.largest(0);
  const double start = MPI_Wtime();
  calibrate(runner);
  elapsed_ = runner.largest(MPI_Wtime() - start);
  for (double round = 0; rounds_ < static_cast<std::int64_t>(least_rounds) || elapsed_ + round < budget_; ++rounds_) {
    for (Experiment& one : experiments_)
      if (!one.left_out) one.seconds.push_back(runner.run(one, one.iterations, rounds_));
    const double now = runner.largest(MPI_Wtime() - start);
    round = now - elapsed_;
    elapsed_ = now;
  }
}

machine::MeasuredLink Campaign::link_of(std::size_t index, std::vector<std::string>& notes) const {
  machine::MeasuredLink link = {.between = links_[index].between,
                                .title = links_[index].title,
                                .messages = {},
                                .messages_per_second = {},
                                .rings = {}};
  std::int64_t left_out = 0;
  for (const Experiment& one : experiments_) {
    if (one.link != index || one.kind == Kind::strided) continue;
    if (one.left_out) {
      left_out = left_out == 0 ? one.bytes : std::min(left_out, one.bytes);
      continue;
    }
    switch (one.kind) {
      case Kind::round_trip: {
        const machine::Interval seconds = interval_of(one.seconds, 2);
        link.messages.push_back({one.bytes, seconds, per_second(seconds, static_cast<double>(one.bytes))});
        break;
      }
      case Kind::window: link.messages_per_second = per_second(interval_of(one.seconds, 1), window); break;
      case Kind::both:
      case Kind::toggled: {
        const bool toggled = one.kind == Kind::toggled;
        const double sent = static_cast<double>(one.ring->members) / static_cast<double>(one.ring->nodes) *
                            static_cast<double>(one.bytes) * (toggled ? 1 : 2);
        link.rings.push_back({one.ring->processes, toggled, one.bytes, per_second(interval_of(one.seconds, 1), sent)});
        break;
      }
      case Kind::strided: break;
    }
  }
  if (left_out > 0)
    notes.push_back(
        fmt::format("{}: some experiments with messages of {} or more are left out, as they take too long: "
                    "give a longer --budget",
                    link.title, size_text(left_out)));
  return link;
}

std::optional<machine::SameNode> Campaign::same_node() const {
  std::map<std::int64_t, std::map<Path, machine::Interval>> seconds;
  for (const Experiment& one : experiments_)
    if (one.kind == Kind::strided && !one.left_out) seconds[one.bytes][one.path] = interval_of(one.seconds, 2);
  machine::SameNode found;
  for (const auto& [bytes, ways] : seconds)
    if (ways.size() == 3)
      found.messages.push_back({bytes, ways.at(Path::mpi), ways.at(Path::copied), ways.at(Path::read)});
  if (found.messages.empty()) return std::nullopt;
  found.decide();
  return found;
}

void Campaign::report(machine::Measured& measured) const {
  measured.rounds = rounds_;
  measured.elapsed = elapsed_;
  for (std::size_t i = 0; i < links_.size(); ++i) measured.links.push_back(link_of(i, measured.notes));
  measured.same_node = same_node();
  if (!measured.same_node && measured.in_node() != nullptr)
    measured.notes.push_back(
        "non-contiguous data in a node is not measured: libcartwright_interposer is not beside this program, or the "
        "processes share no memory");
}

}  // namespace cartwright::measure
