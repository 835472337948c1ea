// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/parse_job.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "grid/lines.hpp"
#include "grid/parse.hpp"
#include "traffic/traffic_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

namespace cartwright::placement {

namespace {

JobTraffic::Multicast parse_multicast(std::string_view text) {
  const auto parts = base::split(text, ':');
  if (parts.size() > 3)
    base::fail(base::Status::parse, "pattern {}: use multicast:TARGETS or multicast:TARGETS:STRIDE", base::quote(text));
  JobTraffic::Multicast multicast;
  multicast.targets = base::parse_count(parts[1], "number of targets");
  if (parts.size() == 3) multicast.stride = base::parse_count(parts[2], "stride");
  return multicast;
}

JobTraffic::Messages read_messages(const std::string& path, const grid::Coords& dims) {
  const bool open = std::ranges::find(dims, 0) != dims.end() || dims.empty();
  traffic::TrafficFile file = traffic::read_traffic(path, open ? 0 : grid::Grid(dims).size());
  return {file.ranks, std::move(file.messages)};
}

/// The pattern, without the dims of lines: these need the number of dimensions.
decltype(JobTraffic::pattern) parse_pattern(std::string_view text, const grid::Coords& dims) {
  if (text == "stencil") return JobTraffic::AlongStencil{};
  if (grid::line_dims(text, 1)) return Lines{};
  if (text == "alltoall") return JobTraffic::Alltoall{};
  if (text.starts_with("multicast:")) return parse_multicast(text);
  if (std::filesystem::exists(text)) return read_messages(std::string(text), dims);
  base::fail(
      base::Status::invalid_argument,
      "unknown pattern {}: use stencil, rows, columns, transposes, alltoall, multicast:TARGETS:STRIDE, or a file",
      base::quote(text));
}

decltype(JobTraffic::stencil) parse_stencil(std::string_view text, std::size_t ndims) {
  if (auto dims = grid::line_dims(base::trim(text), ndims)) return Lines{*std::move(dims)};
  return grid::parse_stencil(text, ndims);
}

}  // namespace

void parse_job_traffic(std::string_view pattern, std::string_view stencil, std::size_t ndims, JobSpec& spec) {
  JobTraffic& traffic = spec.traffic;
  traffic.pattern = parse_pattern(pattern, spec.dims);
  traffic.pattern_text = pattern;
  traffic.stencil_text = stencil;
  if (spec.dims.empty()) spec.dims = grid::Coords(traffic.follows_grid() ? ndims : 1, 0);
  if (auto* const lines = std::get_if<Lines>(&traffic.pattern))
    lines->dims = grid::line_dims(pattern, spec.dims.size()).value();
  else if (!traffic.is_multicast() || spec.dims.size() > 1)
    traffic.stencil = parse_stencil(stencil, spec.dims.size());
}

network::Paths parse_paths(std::string_view name) {
  if (name != "shared" && name != "single")
    base::fail(base::Status::invalid_argument, "unknown paths {}: use shared or single", base::quote(name));
  return name == "shared" ? network::Paths::shared : network::Paths::single;
}

std::string_view to_string(network::Paths paths) { return paths == network::Paths::shared ? "shared" : "single"; }

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
  if (bytes < 0) base::fail(base::Status::invalid_argument, "{} bytes are negative: give 0 or more", base::quote(text));
  if (bytes > most) base::fail(base::Status::overflow, "{} is too much: give at most 10^18 bytes", base::quote(text));
  return bytes;
}

}  // namespace cartwright::placement
