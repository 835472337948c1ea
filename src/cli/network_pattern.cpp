// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/network_pattern.hpp"

#include "base/text.hpp"
#include "cli/network_job.hpp"
#include "grid/lines.hpp"
#include "grid/parse.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

namespace cartwright::cli {

double parse_bytes(std::string_view text) {
  struct Unit {
    std::string_view name;
    double bytes;
  };
  constexpr std::array units = {Unit{"KiB", 0x1p10}, Unit{"MiB", 0x1p20}, Unit{"GiB", 0x1p30}, Unit{"kB", 1e3},
                                Unit{"KB", 1e3},     Unit{"MB", 1e6},     Unit{"GB", 1e9},     Unit{"B", 1}};
  constexpr double most = 1e18;
  std::string_view number = base::trim(text);
  double unit = 1;
  for (const Unit& known : units)
    if (number.ends_with(known.name)) {
      number = base::trim(number.substr(0, number.size() - known.name.size()));
      unit = known.bytes;
      break;
    }
  const double bytes = unit * base::parse_number(number, "number of bytes");
  if (bytes < 0) base::fail(base::Status::invalid_argument, "{} bytes are negative", base::quote(text));
  if (bytes > most) base::fail(base::Status::overflow, "{} is more than 10^18 bytes", base::quote(text));
  return bytes;
}

NetworkPattern::NetworkPattern(const NetworkOptions& options) : options_(&options), bytes_(parse_bytes(options.bytes)) {
  const std::string& text = options.pattern;
  if (text == "stencil") return;
  if (grid::line_dims(text, 1)) {
    kind_ = Kind::lines;
  } else if (text == "alltoall") {
    kind_ = Kind::alltoall;
  } else if (text.starts_with("multicast:")) {
    kind_ = Kind::multicast;
    const auto parts = base::split(text, ':');
    if (parts.size() > 3)
      base::fail(base::Status::parse, "pattern {}: write multicast:TARGETS or multicast:TARGETS:STRIDE", base::quote(text));
    targets_ = base::parse_count(parts[1], "number of targets");
    if (parts.size() == 3) stride_ = base::parse_count(parts[2], "stride");
  } else if (std::filesystem::exists(text)) {
    kind_ = Kind::file;
    const grid::Coords dims = options.dims == "auto" ? grid::Coords{0} : grid::parse_dims(options.dims);
    const bool open = std::ranges::find(dims, 0) != dims.end();
    file_ = traffic::read_traffic(text, open ? 0 : grid::Grid(dims).size());
  } else {
    base::fail(base::Status::invalid_argument,
         "pattern {} is none of stencil, rows, columns, transposes, alltoall, multicast:TARGETS:STRIDE, nor a file",
         base::quote(text));
  }
}

/// The dimensions that the lines run along.
std::vector<std::size_t> NetworkPattern::lines_of(const grid::Grid& grid) const {
  return grid::line_dims(options_->pattern, grid.ndims()).value();
}

std::unique_ptr<traffic::Traffic> NetworkPattern::traffic(const grid::Grid& grid) const {
  switch (kind_) {
    case Kind::stencil: return traffic::stencil_traffic(grid, stencil(grid));
    case Kind::lines: return traffic::alltoall_traffic(grid, lines_of(grid), bytes_);
    case Kind::alltoall: return traffic::alltoall_traffic(grid::Grid({grid.size()}), {0}, bytes_);
    case Kind::multicast: return traffic::multicast_traffic(grid.size(), targets_, stride_, bytes_);
    case Kind::file: return traffic::message_traffic(grid.size(), file_.messages);
  }
  base::fail(base::Status::internal, "a pattern of no kind");
}

grid::Stencil NetworkPattern::stencil(const grid::Grid& grid) const {
  // Further ranks weigh as much as the near ones, but a mapping learns nothing new from thousands of them.
  constexpr std::int64_t enough = 64;
  if (kind_ == Kind::multicast && grid.ndims() == 1) {
    std::vector<grid::Offset> offsets;
    const std::int64_t step = stride_ % grid.size();
    for (std::int64_t i = 1; i <= std::min(targets_, enough) && i * step < grid.size(); ++i)
      offsets.push_back({{i * step}, bytes_});
    return {1, std::move(offsets)};
  }
  if (kind_ == Kind::lines) {
    // What a mapping has to look at: so many offsets, times the ranks.
    constexpr std::int64_t edges = 1 << 16;
    return grid::line_stencil(grid, lines_of(grid), std::min(edges, enough * grid.size()), bytes_);
  }
  std::vector<grid::Offset> offsets = grid::parse_stencil(options_->stencil, grid).offsets();
  for (grid::Offset& offset : offsets) offset.weight *= bytes_;
  return {grid.ndims(), std::move(offsets)};
}

}  // namespace cartwright::cli
