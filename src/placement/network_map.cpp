// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/network_map.hpp"

#include "base/error.hpp"
#include "choose/choose.hpp"
#include "fluid/simulate.hpp"
#include "placement/anneal_nodes.hpp"
#include "placement/torus_embedding.hpp"

#include <algorithm>

namespace cartwright::placement {

namespace {

constexpr std::size_t max_embeddings = 8;

/// Jobs of at most so many processes, and pairs of nodes that communicate, are simulated. Detours would take too long.
constexpr std::size_t max_processes = 4096, max_flows = 8192;

/// Another mapping is taken if its simulated time is less than this fraction of the time of the refined one.
constexpr double clearly = 0.98;

/// A mapping from which refinement may start, and its bottleneck.
struct Start {
  std::string name;
  traffic::NodeOfRank node_of_rank;
  traffic::Bottleneck cost;
};

class Starts {
 public:
  explicit Starts(const NetworkProblem& problem) : problem_(problem) {
    if (problem.traffic == nullptr) stencil_ = traffic::stencil_traffic(problem.grid, problem.stencil);
  }

  traffic::Bottleneck cost(const traffic::NodeOfRank& node_of_rank) const {
    const network::Wiring& wiring = problem_.network->wiring();
    const std::vector<traffic::Flow> flows = traffic::flows_between(traffic(), node_of_rank, wiring.nodes());
    return traffic::bottleneck(wiring, traffic::link_loads(*problem_.network, flows, problem_.routing));
  }
  void offer(std::string name, traffic::NodeOfRank node_of_rank) {
    const traffic::Bottleneck cost = this->cost(node_of_rank);
    if (best_.name.empty() || cost.better_than(best_.cost)) best_ = {std::move(name), std::move(node_of_rank), cost};
  }
  const Start& best() const { return best_; }
  /// The seconds of an iteration by max-min fair shares of the links.
  double simulated(const traffic::NodeOfRank& node_of_rank) const {
    const fluid::Model model = {.link_latency = 0};
    return fluid::simulate(fluid::transfers_of(*problem_.network, traffic(), node_of_rank, problem_.routing, model))
        .seconds;
  }
  const traffic::Traffic& traffic() const { return problem_.traffic != nullptr ? *problem_.traffic : *stencil_; }

 private:
  const NetworkProblem& problem_;
  std::unique_ptr<traffic::Traffic> stencil_;
  Start best_;
};

/// The node of every rank if the order fills the nodes.
traffic::NodeOfRank filled(const NetworkProblem& problem, const mapping::Order& order) {
  traffic::NodeOfRank node_of_rank(order.size());
  for (const machine::Slot slot : order.ids())
    node_of_rank[traffic::Rank(order[slot].number())] = problem.nodes[Group(slot.number() / problem.ranks_per_node)];
  return node_of_rank;
}

/// Improves a mapping by exchanging its rank groups between nodes.
traffic::NodeOfRank relieved(const NetworkProblem& problem, const traffic::Traffic& traffic,
                             const traffic::NodeOfRank& node_of_rank, const AnnealOptions& options) {
  base::IndexVector<network::Node, Group> group_of_node(problem.network->wiring().nodes(), Group(-1));
  for (const Group group : problem.nodes.ids()) group_of_node[problem.nodes[group]] = group;
  GroupOfRank group_of_rank;
  for (const network::Node node : node_of_rank) group_of_rank.push_back(group_of_node[node]);
  const std::vector<GroupFlow> flows =
      flows_between_groups(traffic, group_of_rank, static_cast<std::int64_t>(problem.nodes.size()));
  MovingLoads loads(*problem.network, flows, problem.nodes, problem.routing);
  const NodeOfGroup node_of_group = anneal_nodes(loads, problem.nodes.items(), options);
  traffic::NodeOfRank moved;
  for (const Group group : group_of_rank) moved.push_back(node_of_group[group]);
  return moved;
}

/// The number of nodes in a domain of the innermost level above them, if all domains have equally many, else 1.
std::size_t nodes_per_domain(const machine::Machine& machine, std::int64_t ranks_per_node) {
  const std::vector<machine::Level>& levels = machine.levels();
  if (levels.size() < 2 || !levels[levels.size() - 2].sizes.uniform()) return 1;
  return static_cast<std::size_t>(levels[levels.size() - 2].sizes.largest() / ranks_per_node);
}

bool can_simulate(const NetworkProblem& problem, const Starts& starts, const traffic::NodeOfRank& node_of_rank) {
  if (problem.routing.kind != traffic::Routing::Kind::minimal || node_of_rank.size() > max_processes) return false;
  return traffic::flows_between(starts.traffic(), node_of_rank, problem.network->wiring().nodes()).size() <= max_flows;
}

/// Links that are equally busy slow down the messages that cross several of them. Among mappings as good as `found` by
/// their busiest links, a simulation decides: the refined one, or one of the algorithms for levels.
void compare_in_time(const NetworkProblem& problem, const mapping::Problem& levels, const Starts& starts,
                     NetworkMapping& found) {
  if (!can_simulate(problem, starts, found.node_of_rank)) return;
  constexpr double rounding = 1 + 1e-9;
  const double refined = starts.simulated(found.node_of_rank);
  if (refined <= found.after.seconds() * rounding) return;  // no mapping can be faster
  double least = refined * clearly;
  for (const mapping::Algorithm* algorithm : mapping::algorithms_for(levels)) try {
      const traffic::NodeOfRank other = filled(problem, mapping::run_algorithm(*algorithm, levels).order);
      const traffic::Bottleneck cost = starts.cost(other);
      if (cost.seconds() > found.after.seconds() * rounding) continue;
      const double seconds = starts.simulated(other);
      if (seconds >= least) continue;
      least = seconds;
      found.node_of_rank = other;
      found.start = algorithm->name;
      found.after = cost;
    } catch (const base::Error& error) {
      if (error.status() != base::Status::unsupported) throw;
    }
}

}  // namespace

NetworkMapping map_onto_network(const NetworkProblem& problem, double budget_seconds, std::uint64_t seed,
                                const std::function<void(double)>& progress, const traffic::NodeOfRank* given) {
  const mapping::Problem levels(problem.grid, problem.stencil, machine_of(problem));
  Starts starts(problem);
  if (given != nullptr) starts.offer("given", *given);
  // The first of equally good mappings is kept: ranks stay in their order unless another one is better.
  starts.offer("blocked", filled(problem, mapping::run_algorithm(mapping::find_algorithm("blocked"), levels).order));
  for (const BlockMapping& mapping : block_mappings()) try {
      starts.offer(std::string(mapping.name), mapping.place(problem, seed));
    } catch (const base::Error& error) {
      if (error.status() != base::Status::unsupported)
        throw;  // unsupported: blocks that do not divide the grid, or missing levels
    }
  for (traffic::NodeOfRank& embedding : torus_embeddings(problem, max_embeddings))
    starts.offer("torus embedding", std::move(embedding));
  const choose::Choice choice = choose::choose(levels, choose::Tier::fast, {.seed = seed});
  const traffic::NodeOfRank compact = filled(problem, choice.mapping.order);
  starts.offer(choice.algorithm, compact);

  NetworkMapping found{starts.best().node_of_rank, starts.best().name, starts.best().cost, starts.best().cost};
  const auto relieve_from = [&](const traffic::NodeOfRank& start, std::size_t block, double begin) {
    AnnealOptions options{budget_seconds / 2, seed, {}, block};
    if (progress) options.progress = [&](double share) { progress(begin + share / 2); };
    traffic::NodeOfRank moved = relieved(problem, starts.traffic(), start, options);
    const traffic::Bottleneck after = starts.cost(moved);
    if (!after.better_than(found.after)) return;
    found.node_of_rank = std::move(moved);
    found.after = after;
  };
  // Refine twice: node by node from the best start; and from the compact mapping, where whole domains are exchanged
  // first.
  relieve_from(starts.best().node_of_rank, 1, 0);
  relieve_from(compact, nodes_per_domain(levels.machine(), problem.ranks_per_node), 0.5);
  compare_in_time(problem, levels, starts, found);
  return found;
}

}  // namespace cartwright::placement
