// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/job_traffic.hpp"

#include "base/error.hpp"
#include "grid/lines.hpp"
#include "grid/parse.hpp"

#include <algorithm>

namespace cartwright::placement {

namespace {

// Offsets to far ranks weigh as much as those to near ones, but thousands of them teach a mapping nothing new.
constexpr std::int64_t max_offsets = 64;

/// Builds one kind of traffic on a grid.
struct MakeTraffic {
  const JobTraffic& traffic;
  const grid::Grid& grid;

  using Made = std::unique_ptr<traffic::Traffic>;
  Made operator()(const JobTraffic::AlongStencil&) const {
    return traffic::stencil_traffic(grid, mapping_stencil(traffic, grid));
  }
  Made operator()(const Lines& lines) const { return traffic::alltoall_traffic(grid, lines.dims, traffic.bytes); }
  Made operator()(const JobTraffic::Alltoall&) const {
    return traffic::alltoall_traffic(grid::Grid({grid.size()}), {0}, traffic.bytes);
  }
  Made operator()(const JobTraffic::Multicast& multicast) const {
    return traffic::multicast_traffic(grid.size(), multicast.targets, multicast.stride, traffic.bytes);
  }
  Made operator()(const JobTraffic::Messages& messages) const {
    return traffic::message_traffic(grid.size(), messages.list);
  }
};

grid::Stencil multicast_stencil(const JobTraffic::Multicast& multicast, std::int64_t ranks, double bytes) {
  std::vector<grid::Offset> offsets;
  const std::int64_t step = multicast.stride % ranks;
  for (std::int64_t i = 1; i <= std::min(multicast.targets, max_offsets) && i * step < ranks; ++i)
    offsets.push_back({{i * step}, bytes});
  return {1, std::move(offsets)};
}

void check_lines(const Lines& lines, std::size_t ndims) {
  for (const std::size_t dim : lines.dims)
    if (dim >= ndims)
      base::fail(base::Status::invalid_argument, "the pattern has lines along dimension {}, the grid has {} dimensions",
                 dim, ndims);
}

}  // namespace

void check_traffic(const JobTraffic& traffic, std::size_t ndims) {
  constexpr double most = 1e18;
  if (!(traffic.bytes >= 0) || traffic.bytes > most)
    base::fail(base::Status::invalid_argument, "{} bytes a message: give 0 to 10^18", traffic.bytes);
  if (const auto* lines = std::get_if<Lines>(&traffic.pattern)) return check_lines(*lines, ndims);
  if (traffic.is_multicast() && ndims == 1) return;
  if (const auto* lines = std::get_if<Lines>(&traffic.stencil)) return check_lines(*lines, ndims);
  if (const std::size_t given = std::get<grid::Stencil>(traffic.stencil).ndims(); given != ndims)
    base::fail(base::Status::invalid_argument, "the stencil has {} dimensions, the grid has {}", given, ndims);
}

std::unique_ptr<traffic::Traffic> make_traffic(const JobTraffic& traffic, const grid::Grid& grid) {
  return std::visit(MakeTraffic{traffic, grid}, traffic.pattern);
}

grid::Stencil mapping_stencil(const JobTraffic& traffic, const grid::Grid& grid) {
  if (const auto* multicast = std::get_if<JobTraffic::Multicast>(&traffic.pattern); multicast && grid.ndims() == 1)
    return multicast_stencil(*multicast, grid.size(), traffic.bytes);
  if (const auto* lines = std::get_if<Lines>(&traffic.pattern)) {
    constexpr std::int64_t max_edges = 1 << 16;
    return grid::line_stencil(grid, lines->dims, std::min(max_edges, max_offsets * grid.size()), traffic.bytes);
  }
  const auto* lines = std::get_if<Lines>(&traffic.stencil);
  std::vector<grid::Offset> offsets = (lines != nullptr ? grid::line_stencil(grid, lines->dims, grid::max_line_edges)
                                                        : std::get<grid::Stencil>(traffic.stencil))
                                          .offsets();
  for (grid::Offset& offset : offsets) offset.weight *= traffic.bytes;
  return {grid.ndims(), std::move(offsets)};
}

}  // namespace cartwright::placement
