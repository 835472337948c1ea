// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/detours.hpp"

#include "base/error.hpp"
#include "base/random.hpp"

#include <algorithm>
#include <map>

namespace cartwright::traffic {

namespace {

/// Beyond this the expected value takes minutes: samples then say as much.
constexpr std::int64_t most_legs = std::int64_t{1} << 32;

/// The nodes at one end of flows, ascending.
template <typename End>
std::vector<network::Node> ends_of(std::span<const Flow> flows, End end) {
  std::vector<network::Node> nodes;
  for (const Flow& flow : flows) nodes.push_back(flow.*end);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

std::size_t index_of(const std::vector<network::Node>& sorted, network::Node node) {
  return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), node) - sorted.begin());
}

/// A matrix of sums, a row per domain.
class Sums {
 public:
  Sums(std::int32_t domains, std::size_t columns)
      : columns_(columns), values_(static_cast<std::size_t>(domains) * columns, 0) {}
  double* row(std::int32_t domain) { return values_.data() + static_cast<std::size_t>(domain) * columns_; }

 private:
  std::size_t columns_;
  std::vector<double> values_;
};

}  // namespace

Places::Places(const network::Network& network)
    : per_domain_(static_cast<std::size_t>(network.domains()), 0), within_(network.detours_within_domain()) {
  for (std::int32_t place = 0; place < network.detours(); ++place) {
    domain_.push_back(network.domain_of_detour(place));
    ++per_domain_[static_cast<std::size_t>(domain_.back())];
  }
}

std::int32_t Places::count(std::int32_t from_domain, std::int32_t to_domain) const {
  const std::int32_t own = per_domain_[static_cast<std::size_t>(from_domain)];
  if (from_domain == to_domain) return within_ ? own : 0;
  return size() - own - per_domain_[static_cast<std::size_t>(to_domain)];
}

void expected_legs(const network::Network& network, std::span<const Flow> flows, const VisitLeg& visit) {
  const Places places(network);
  const std::int32_t domains = network.domains();
  const std::vector<network::Node> sources = ends_of(flows, &Flow::from);
  const std::vector<network::Node> targets = ends_of(flows, &Flow::to);
  const auto ends = static_cast<std::int64_t>(std::max(sources.size(), targets.size()));
  if (places.size() > most_legs / std::max<std::int64_t>(1, ends))
    base::fail(base::Status::unsupported,
         "{} nodes by any of {} places are too many to take the expected value: ask for samples instead", ends,
         places.size());

  // The part of its bytes that each flow sends by each place, added up by source and domain of the target, and by
  // domain of the source and target: a leg needs to know no more of the other end than its domain.
  Sums to_domain(domains, sources.size());
  Sums from_domain(domains, targets.size());
  for (const Flow& flow : flows) {
    const std::int32_t a = network.domain_of(flow.from);
    const std::int32_t b = network.domain_of(flow.to);
    const std::int32_t count = places.count(a, b);
    if (count == 0) {
      visit(flow.from, flow.to, flow.bytes);
      continue;
    }
    to_domain.row(b)[index_of(sources, flow.from)] += flow.bytes / count;
    from_domain.row(a)[index_of(targets, flow.to)] += flow.bytes / count;
  }

  std::vector<double> by_domain(static_cast<std::size_t>(domains));
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::int32_t a = network.domain_of(sources[i]);
    std::fill(by_domain.begin(), by_domain.end(), 0);
    // What goes by a place of each domain: all but what stays in this domain or ends in that one. Sums, no differences:
    // nothing cancels.
    double before = 0;
    for (std::int32_t d = 0; d < domains; ++d) {
      by_domain[static_cast<std::size_t>(d)] = before;
      if (d != a) before += to_domain.row(d)[i];
    }
    double after = 0;
    for (std::int32_t d = domains; d-- > 0;) {
      by_domain[static_cast<std::size_t>(d)] += after;
      if (d != a) after += to_domain.row(d)[i];
    }
    by_domain[static_cast<std::size_t>(a)] = to_domain.row(a)[i];
    for (std::int32_t place = 0; place < places.size(); ++place) {
      const double bytes = by_domain[static_cast<std::size_t>(places.domain(place))];
      const network::Node turn = network.turn(a, place);
      if (bytes > 0 && turn != sources[i]) visit(sources[i], turn, bytes);
    }
  }

  // The other half, turn by turn.
  std::map<network::Node, std::vector<std::pair<std::int32_t, std::int32_t>>> arrivals;  // domain of the source, place
  for (std::int32_t a = 0; a < domains; ++a)
    for (std::int32_t place = 0; place < places.size(); ++place)
      arrivals[network.turn(a, place)].emplace_back(a, place);
  std::vector<std::int32_t> domain_of_target;
  for (const network::Node target : targets) domain_of_target.push_back(network.domain_of(target));
  std::vector<double> bytes(targets.size());
  for (const auto& [turn, ways] : arrivals) {
    std::fill(bytes.begin(), bytes.end(), 0);
    for (const auto& [a, place] : ways) {
      const double* const row = from_domain.row(a);
      for (std::size_t i = 0; i < targets.size(); ++i)
        if (places.allowed(a, domain_of_target[i], place)) bytes[i] += row[i];
    }
    for (std::size_t i = 0; i < targets.size(); ++i)
      if (bytes[i] > 0 && targets[i] != turn) visit(turn, targets[i], bytes[i]);
  }
}

void sampled_legs(const network::Network& network, std::span<const Flow> flows, std::int64_t samples, std::uint64_t seed,
                  const VisitLeg& visit) {
  const Places places(network);
  base::Random random(seed);
  for (const Flow& flow : flows) {
    const std::int32_t a = network.domain_of(flow.from);
    const std::int32_t b = network.domain_of(flow.to);
    if (places.count(a, b) == 0) {
      visit(flow.from, flow.to, flow.bytes);
      continue;
    }
    const double bytes = flow.bytes / static_cast<double>(samples);
    for (std::int64_t i = 0; i < samples; ++i) {
      std::int32_t place = 0;
      do place = static_cast<std::int32_t>(random.below(places.size()));
      while (!places.allowed(a, b, place));
      const network::Node turn = network.turn(a, place);
      if (turn != flow.from) visit(flow.from, turn, bytes);
      if (turn != flow.to) visit(turn, flow.to, bytes);
    }
  }
}

}  // namespace cartwright::traffic
