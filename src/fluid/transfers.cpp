// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fluid/transfers.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "traffic/forwarding.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace cartwright::fluid {

namespace {

using network::Node;

/// Bytes of a link that count like its latency in a round trip: the constant of SimGrid, fitted to TCP (Velho and
/// others, 2013).
constexpr double round_trip_bytes = 8775;

/// Transfers with more crossings take gigabytes.
constexpr std::size_t max_crossings = std::size_t{1} << 27;

constexpr std::pair<Sharing, std::string_view> names[] = {{Sharing::round_trip, "round-trip"},
                                                          {Sharing::equal, "equal"}};

/// Equal messages from one node.
struct Messages {
  Node to;
  double bytes = 0;
  double start = 0;
  double count = 1;
  auto key() const { return std::tuple(to, bytes, start); }
};

/// The members of a team on one node.
struct Members {
  Node node;
  double count = 0;
};

/// Collects the messages of each node.
class Sources {
 public:
  Sources(const traffic::Traffic& traffic, const traffic::NodeOfRank& node_of_rank, std::int32_t nodes, double overhead)
      : traffic_(traffic), node_of_rank_(node_of_rank), overhead_(overhead), ranks_on_(nodes), teams_on_(nodes) {
    for (const base::Rank rank : node_of_rank.ids()) ranks_on_[node_of_rank[rank]].push_back(rank);
    for (const traffic::Team& team : traffic.teams()) add_team(team);
  }

  /// The messages from a node, equal ones together.
  std::vector<Messages> from(Node node) const {
    std::vector<Messages> found;
    std::vector<traffic::Send> sends;
    for (const base::Rank rank : ranks_on_[node]) {
      sends.clear();
      traffic_.sends(rank, sends);
      double sent = 0;
      for (const traffic::Send& send : sends) {
        if (send.to == rank || send.bytes <= 0) continue;
        found.push_back({node_of_rank_[send.to], send.bytes, overhead_ * sent});
        ++sent;
      }
    }
    for (const auto& [team, place] : teams_on_[node]) {
      const std::vector<Members>& members = teams_[team];
      const double here = members[place].count;
      double sent = 0;
      for (std::size_t step = 1; step <= members.size(); ++step) {
        const Members& there = members[(place + step) % members.size()];
        const double each = step == members.size() ? here - 1 : there.count;  // none to itself
        if (each > 0) found.push_back({there.node, traffic_.teams()[team].bytes, overhead_ * sent, here * each});
        sent += each;
      }
    }
    std::ranges::sort(found, {}, &Messages::key);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (kept > 0 && found[kept - 1].key() == found[i].key())
        found[kept - 1].count += found[i].count;
      else
        found[kept++] = found[i];
    }
    found.resize(kept);
    return found;
  }

 private:
  void add_team(const traffic::Team& team) {
    std::vector<Node> on;
    for (const base::Rank rank : team.ranks) on.push_back(node_of_rank_[rank]);
    std::ranges::sort(on);
    std::vector<Members> members;
    for (const Node node : on) {
      if (members.empty() || members.back().node != node) {
        teams_on_[node].emplace_back(teams_.size(), members.size());
        members.push_back({node});
      }
      ++members.back().count;
    }
    teams_.push_back(std::move(members));
  }

  const traffic::Traffic& traffic_;
  const traffic::NodeOfRank& node_of_rank_;
  double overhead_;
  base::IndexVector<Node, std::vector<base::Rank>> ranks_on_;
  std::vector<std::vector<Members>> teams_;
  base::IndexVector<Node, std::vector<std::pair<std::size_t, std::size_t>>> teams_on_;  ///< team, place in it
};

/// The nodes where the parts of a message turn; the destination if a part goes directly.
class Turns {
 public:
  Turns(const network::Network& network, const traffic::Routing& routing)
      : network_(network), routing_(routing), detours_(network) {
    traffic::Routing pairs = routing;
    pairs.paths = network::Paths::single;  // only the turns are taken from PairRoutes
    for (std::int64_t i = 0; i < std::max<std::int64_t>(1, routing.samples); ++i, ++pairs.seed)
      drawn_.emplace_back(network, pairs);
  }

  void find(Node from, Node to, std::vector<Node>& out) const {
    out.clear();
    const std::int32_t a = network_.domain_of(from);
    const std::int32_t b = network_.domain_of(to);
    if (routing_.kind == traffic::Routing::Kind::minimal || from == to || detours_.count(a, b) == 0) {
      out.push_back(to);
    } else if (routing_.samples > 0) {
      for (const traffic::PairRoutes& routes : drawn_) out.push_back(routes.turn(from, to));
    } else {
      for (std::int32_t detour = 0; detour < detours_.size(); ++detour)
        if (detours_.allowed(a, b, detour)) out.push_back(network_.turn(a, detour));
    }
  }

 private:
  const network::Network& network_;
  const traffic::Routing& routing_;
  traffic::Detours detours_;
  std::vector<traffic::PairRoutes> drawn_;
};

/// Makes transfers of messages. Resources are the links, then for each node its way out, its way in and its memory.
class Maker {
 public:
  Maker(const network::Network& network, const traffic::Routing& routing, const Model& model)
      : network_(network),
        routing_(routing),
        model_(model),
        turns_(network, routing),
        node_bandwidth_(model.node_bandwidth),
        transfers_({}) {
    const network::Wiring& wiring = network.wiring();
    if (wiring.terminal_bandwidth() > 0) node_bandwidth_ = std::min(node_bandwidth_, wiring.terminal_bandwidth());
    std::vector<double> bandwidths;
    for (const network::LinkId link : wiring.links().ids()) bandwidths.push_back(wiring.bandwidth(link));
    first_node_ = bandwidths.size();
    for (std::int32_t node = 0; node < wiring.nodes(); ++node)
      bandwidths.insert(bandwidths.end(), {node_bandwidth_, node_bandwidth_, model.copy_bandwidth});
    transfers_ = Transfers(std::move(bandwidths));
  }

  void add(Node from, const Messages& messages) {
    if (from == messages.to) return add_copies(from, messages);
    turns_.find(from, messages.to, found_);
    for (const Node turn : found_) {
      route_.clear();
      if (turn != messages.to && turn != from) network_.route(from, turn, routing_.paths, route_);
      network_.route(turn == messages.to ? from : turn, messages.to, routing_.paths, route_);
      crossings_.clear();
      const double latency = route_latency(network_.wiring(), route_, model_);
      double round_trip = 0;
      for (const network::Share& share : route_) {
        crossings_.push_back({Resource(share.link.number()), static_cast<float>(share.part)});
        round_trip += share.part * round_trip_bytes / network_.wiring().bandwidth(share.link);
      }
      for (const Resource end : {of_node(from, 0), of_node(messages.to, 1)})
        if (node_bandwidth_ < Model::unlimited) {
          crossings_.push_back({end});
          round_trip += round_trip_bytes / node_bandwidth_;
        }
      crossed_ += crossings_.size();
      if (crossed_ > max_crossings)
        base::fail(base::Status::unsupported,
                   "the routes of all messages cross more than {} links: simulate fewer ranks, or with --routing "
                   "valiant fewer --samples",
                   max_crossings);
      transfers_.add({.start = messages.start + latency,
                      .bytes = messages.bytes / static_cast<double>(found_.size()),
                      .count = messages.count,
                      .penalty = model_.sharing == Sharing::equal ? 1 : latency + round_trip},
                     crossings_);
    }
  }

  Transfers take() { return std::move(transfers_); }

 private:
  Resource of_node(Node node, std::size_t which) const { return Resource(first_node_ + 3 * node.index() + which); }

  void add_copies(Node node, const Messages& messages) {
    crossings_.clear();
    if (model_.copy_bandwidth < Model::unlimited) crossings_.push_back({of_node(node, 2)});
    transfers_.add({.start = messages.start + model_.copy_latency, .bytes = messages.bytes, .count = messages.count},
                   crossings_);
  }

  const network::Network& network_;
  const traffic::Routing& routing_;
  const Model& model_;
  Turns turns_;
  double node_bandwidth_;
  std::size_t first_node_ = 0;
  std::size_t crossed_ = 0;
  Transfers transfers_;
  std::vector<Node> found_;
  network::Route route_;
  std::vector<Crossing> crossings_;
};

}  // namespace

Sharing parse_sharing(std::string_view name) {
  for (const auto& [sharing, text] : names)
    if (name == text) return sharing;
  base::fail(base::Status::invalid_argument, "unknown sharing {}: use round-trip or equal", base::quote(name));
}

std::string_view to_string(Sharing sharing) {
  for (const auto& [known, text] : names)
    if (sharing == known) return text;
  return "unknown";
}

void Transfers::add(const Entry& entry, std::span<const Crossing> crossings) {
  entries_.push_back(entry);
  crossings_.insert(crossings_.end(), crossings.begin(), crossings.end());
  first_.push_back(crossings_.size());
}

double Transfers::busiest_seconds() const {
  base::IndexVector<Resource, double> bytes(resources(), 0);
  for (const Transfer transfer : entries_.ids())
    for (const Crossing& crossing : crossings(transfer))
      bytes[crossing.resource] += crossing.part * entries_[transfer].count * entries_[transfer].bytes;
  double most = 0;
  for (const Resource resource : bytes.ids()) most = std::max(most, bytes[resource] / bandwidths_[resource]);
  return most;
}

double route_latency(const network::Wiring& wiring, std::span<const network::Share> route, const Model& model) {
  double links = 0;
  for (const network::Share& share : route) links += share.part;
  if (wiring.terminal_bandwidth() > 0)
    links += 2;
  else if (route.empty())
    links = 1;  // in a switch
  return model.message_latency + links * model.link_latency;
}

void check_routing(traffic::Routing::Kind kind) {
  if (kind == traffic::Routing::Kind::ugal)
    base::fail(base::Status::unsupported, "a simulation does not adapt to loads as ugal does: use minimal or valiant");
}

Transfers transfers_of(const network::Network& network, const traffic::Traffic& traffic,
                       const traffic::NodeOfRank& node_of_rank, const traffic::Routing& routing, const Model& model) {
  check_routing(routing.kind);
  const std::int32_t nodes = network.wiring().nodes();
  const Sources sources(traffic, node_of_rank, nodes, model.message_overhead);
  Maker maker(network, routing, model);
  for (const Node node : base::ids<Node>(nodes))
    for (const Messages& messages : sources.from(node)) maker.add(node, messages);
  return maker.take();
}

}  // namespace cartwright::fluid
