// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/text.hpp"
#include "report/writers_p.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

namespace cartwright::report {

namespace {

/// "0,1,2" of a host with the name t0-1-2: letters, and then two or three numbers with dashes between them. Nothing for
/// other names.
std::optional<std::string> coordinates_of(std::string_view host) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  host.remove_prefix(static_cast<std::size_t>(std::ranges::find_if_not(host, letter) - host.begin()));
  const std::vector<std::string_view> numbers = base::split(host, '-');
  const auto number = [](std::string_view text) { return !text.empty() && std::ranges::all_of(text, base::is_digit); };
  if (numbers.size() < 2 || numbers.size() > 3 || !std::ranges::all_of(numbers, number)) return std::nullopt;
  std::string text(host);
  std::ranges::replace(text, '-', ',');
  return text;
}

bool have_coordinates(const Placement& placement) {
  return std::ranges::all_of(placement.hosts, [](const std::string& host) { return coordinates_of(host).has_value(); });
}

}  // namespace

/// The coordinates of the node of each rank in the shape of the job, one line for each rank (Fujitsu, "Development
/// Studio MPI User's Guide", mpiexec --vcoordfile). In a job of one dimension, nodes are counted from 0.
std::string write_vcoord(const Placement& placement) {
  const bool named = have_coordinates(placement);
  std::string out;
  for (const std::int64_t node : placement.nodes)
    if (named)
      fmt::format_to(std::back_inserter(out), "({})\n", *coordinates_of(placement.hosts[node]));
    else
      fmt::format_to(std::back_inserter(out), "({})\n", node);
  return out;
}

std::string vcoord_caveat(const Placement& placement) {
  if (have_coordinates(placement)) return {};
  return "the names of the hosts are not coordinates, such as t0-1-2: the vcoord file counts the nodes of a job of one "
         "dimension (pjsub -L node=N)";
}

}  // namespace cartwright::report
