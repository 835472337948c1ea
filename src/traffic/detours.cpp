// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/detours.hpp"

#include "base/error.hpp"
#include "base/random.hpp"

#include <algorithm>
#include <map>

namespace cartwright::traffic {

namespace {

/// With more legs the expected value takes minutes, and samples are as good.
constexpr std::int64_t max_legs = std::int64_t{1} << 32;

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

/// The sums by which legs leave each source. A flow sends the same part of its bytes over each of its detours, so legs
/// depend on the target only by its domain: S(i, b) = sum of bytes / count over the flows from source i to domain b.
/// The leg from source i in domain a to the turn of detour d has
///
///   out(i, d) = sum over the domains b that allow d from a of S(i, b).
void legs_out(const network::Network& network, const Detours& detours, std::span<const Flow> flows,
              const std::vector<network::Node>& sources, const VisitLeg& visit) {
  const std::int32_t domains = network.domains();
  Sums to_domain(domains, sources.size());
  for (const Flow& flow : flows) {
    const std::int32_t b = network.domain_of(flow.to);
    const std::int32_t count = detours.count(network.domain_of(flow.from), b);
    if (count > 0) to_domain.row(b)[index_of(sources, flow.from)] += flow.bytes / count;
  }
  std::vector<double> by_domain(static_cast<std::size_t>(domains));
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::int32_t a = network.domain_of(sources[i]);
    std::fill(by_domain.begin(), by_domain.end(), 0);
    // out(i, d) depends only on the domain of d: all b except a and that domain allow d. Add up the b before it and the
    // b after it. Subtracting from a total would lose digits.
    double before = 0;
    for (std::int32_t d = 0; d < domains; ++d) {
      by_domain[d] = before;
      if (d != a) before += to_domain.row(d)[i];
    }
    double after = 0;
    for (std::int32_t d = domains; d-- > 0;) {
      by_domain[d] += after;
      if (d != a) after += to_domain.row(d)[i];
    }
    by_domain[a] = to_domain.row(a)[i];
    for (std::int32_t detour = 0; detour < detours.size(); ++detour) {
      const double bytes = by_domain[detours.domain(detour)];
      const network::Node turn = network.turn(a, detour);
      if (bytes > 0 && turn != sources[i]) visit(sources[i], turn, bytes);
    }
  }
}

/// The legs that arrive at each target. With R(a, j) = sum of bytes / count over the flows from domain a to target j in
/// domain b, the leg from node t to target j has
///
///   in(t, j) = sum over the pairs of a domain a and a detour d that turns at t for a, and that is allowed from a to b,
///              of R(a, j).
void legs_in(const network::Network& network, const Detours& detours, std::span<const Flow> flows,
             const std::vector<network::Node>& targets, const VisitLeg& visit) {
  const std::int32_t domains = network.domains();
  Sums from_domain(domains, targets.size());
  for (const Flow& flow : flows) {
    const std::int32_t a = network.domain_of(flow.from);
    const std::int32_t count = detours.count(a, network.domain_of(flow.to));
    if (count > 0) from_domain.row(a)[index_of(targets, flow.to)] += flow.bytes / count;
  }
  std::map<network::Node, std::vector<std::pair<std::int32_t, std::int32_t>>> arrivals;  // by turn: domain a, detour d
  for (std::int32_t a = 0; a < domains; ++a)
    for (std::int32_t detour = 0; detour < detours.size(); ++detour)
      arrivals[network.turn(a, detour)].emplace_back(a, detour);
  std::vector<std::int32_t> domain_of_target;
  for (const network::Node target : targets) domain_of_target.push_back(network.domain_of(target));
  std::vector<double> bytes(targets.size());
  for (const auto& [turn, ways] : arrivals) {
    std::fill(bytes.begin(), bytes.end(), 0);
    for (const auto& [a, detour] : ways) {
      const double* const row = from_domain.row(a);
      for (std::size_t j = 0; j < targets.size(); ++j)
        if (detours.allowed(a, domain_of_target[j], detour)) bytes[j] += row[j];
    }
    for (std::size_t j = 0; j < targets.size(); ++j)
      if (bytes[j] > 0 && targets[j] != turn) visit(turn, targets[j], bytes[j]);
  }
}

}  // namespace

Detours::Detours(const network::Network& network)
    : per_domain_(static_cast<std::size_t>(network.domains()), 0), within_(network.detours_within_domain()) {
  for (std::int32_t detour = 0; detour < network.detours(); ++detour) {
    domain_.push_back(network.domain_of_detour(detour));
    ++per_domain_[domain_.back()];
  }
}

std::int32_t Detours::count(std::int32_t from_domain, std::int32_t to_domain) const {
  const std::int32_t own = per_domain_[from_domain];
  if (from_domain == to_domain) return within_ ? own : 0;
  return size() - own - per_domain_[to_domain];
}

void expected_legs(const network::Network& network, std::span<const Flow> flows, const VisitLeg& visit) {
  const Detours detours(network);
  const std::vector<network::Node> sources = ends_of(flows, &Flow::from);
  const std::vector<network::Node> targets = ends_of(flows, &Flow::to);
  const auto ends = static_cast<std::int64_t>(std::max(sources.size(), targets.size()));
  if (detours.size() > max_legs / std::max<std::int64_t>(1, ends))
    base::fail(base::Status::unsupported,
               "{} nodes with {} detours are too many for the expected value: ask for samples instead", ends,
               detours.size());
  for (const Flow& flow : flows)
    if (detours.count(network.domain_of(flow.from), network.domain_of(flow.to)) == 0)
      visit(flow.from, flow.to, flow.bytes);
  legs_out(network, detours, flows, sources, visit);
  legs_in(network, detours, flows, targets, visit);
}

void sampled_legs(const network::Network& network, std::span<const Flow> flows, std::int64_t samples,
                  std::uint64_t seed, const VisitLeg& visit) {
  const Detours detours(network);
  base::Random random(seed);
  for (const Flow& flow : flows) {
    const std::int32_t a = network.domain_of(flow.from);
    const std::int32_t b = network.domain_of(flow.to);
    if (detours.count(a, b) == 0) {
      visit(flow.from, flow.to, flow.bytes);
      continue;
    }
    const double bytes = flow.bytes / static_cast<double>(samples);
    for (std::int64_t i = 0; i < samples; ++i) {
      std::int32_t detour = 0;
      do detour = static_cast<std::int32_t>(random.below(detours.size()));
      while (!detours.allowed(a, b, detour));
      const network::Node turn = network.turn(a, detour);
      if (turn != flow.from) visit(flow.from, turn, bytes);
      if (turn != flow.to) visit(turn, flow.to, bytes);
    }
  }
}

}  // namespace cartwright::traffic
