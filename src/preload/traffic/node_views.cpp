// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/traffic/node_views.hpp"

#include "mpi/base/comm_attribute.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/real.hpp"
#include "preload/base/world.hpp"
#include "preload/traffic/reordered.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

namespace cartwright::preload {

namespace {

int node_of(int world_rank) { return world_rank == MPI_UNDEFINED ? -1 : world()->ranks.node(choose::Rank(world_rank)); }

NodeView view(const std::vector<int>& world_ranks, int my_world_rank, int my_rank) {
  NodeView seen;
  for (const int rank : world_ranks) seen.nodes.push_back(node_of(rank));
  seen.mine = node_of(my_world_rank);
  seen.count = static_cast<int>(std::set<int>(seen.nodes.begin(), seen.nodes.end()).size());
  seen.first_on_node = std::find(seen.nodes.begin(), seen.nodes.end(), seen.mine) - seen.nodes.begin() >= my_rank;
  return seen;
}

std::vector<int> coords_of(int cell, const std::vector<int>& dims) {
  std::vector<int> coords(dims.size());
  for (std::size_t i = dims.size(); i-- > 0; cell /= dims[i]) coords[i] = cell % dims[i];
  return coords;
}

Line line_of(const Origin& origin, const std::vector<int>& world_ranks) {
  const ReorderedComm& reordered = *origin.reordered;
  if (!origin.part || reordered.dims.size() < 2) return Line::none;
  std::set<std::size_t> along;
  std::vector<int> first;
  for (const int rank : world_ranks) {
    const auto cell = reordered.cell.find(rank);
    if (cell == reordered.cell.end()) return Line::none;
    const std::vector<int> coords = coords_of(cell->second, reordered.dims);
    if (first.empty()) first = coords;
    for (std::size_t i = 0; i < coords.size(); ++i)
      if (coords[i] != first[i]) along.insert(i);
  }
  if (along.size() != 1) return Line::none;
  if (*along.begin() == 0) return Line::column;
  return *along.begin() == reordered.dims.size() - 1 ? Line::row : Line::other;
}

std::vector<bool> corners_of(const ReorderedComm& reordered, const std::vector<int>& world_ranks, int my_world_rank) {
  const auto mine = reordered.cell.find(my_world_rank);
  if (mine == reordered.cell.end() || reordered.dims.empty()) return {};
  const std::vector<int> here = coords_of(mine->second, reordered.dims);
  std::vector<bool> corners(world_ranks.size());
  for (std::size_t rank = 0; rank < world_ranks.size(); ++rank)
    if (const auto cell = reordered.cell.find(world_ranks[rank]); cell != reordered.cell.end()) {
      const std::vector<int> there = coords_of(cell->second, reordered.dims);
      const auto same =
          std::inner_product(here.begin(), here.end(), there.begin(), std::size_t{0}, std::plus{}, std::equal_to{});
      corners[rank] = same + 1 < here.size();
    }
  return corners;
}

std::unique_ptr<NodeViews> find_views(MPI_Comm comm) {
  auto views = std::make_unique<NodeViews>();
  std::vector<int> ranks = world_ranks(comm);
  int me = 0;
  mpi::real().Comm_rank(mpi::program_world(), &me);
  mpi::real().Comm_rank(comm, &views->rank);
  views->now = view(ranks, me, views->rank);
  if (const Origin* origin = origin_of(comm)) {
    views->line = line_of(*origin, ranks);
    if (!origin->part) views->corners = corners_of(*origin->reordered, ranks, me);
    const auto original = [&](int& rank) {
      const auto found = origin->reordered->original.find(rank);
      if (!origin->by_location && found != origin->reordered->original.end()) rank = found->second;
    };
    std::ranges::for_each(ranks, original);
    original(me);
  }
  views->before = view(ranks, me, views->rank);
  return views;
}

}  // namespace

const NodeViews& node_views_of(MPI_Comm comm) {
  return mpi::attached_to<NodeViews>(comm, [comm] { return find_views(comm); });
}

}  // namespace cartwright::preload
