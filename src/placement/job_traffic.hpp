// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/stencil.hpp"
#include "traffic/traffic.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cartwright::placement {

/// All-to-alls within the lines of a process grid along these dimensions.
struct Lines {
  std::vector<std::size_t> dims;
};

/// The traffic of a job in one iteration. A plain value: the size of the grid need not be known yet.
struct JobTraffic {
  struct AlongStencil {};  ///< a message along every offset of `stencil`
  struct Alltoall {};      ///< every rank to every other
  struct Multicast {       ///< rank r to r + stride, ..., r + targets * stride, modulo the number of ranks
    std::int64_t targets = 0;
    std::int64_t stride = 1;
  };
  struct Messages {  ///< messages of any sizes that follow no grid
    std::int64_t ranks = 0;
    std::vector<traffic::Message> list;
  };
  std::variant<AlongStencil, Lines, Alltoall, Multicast, Messages> pattern;

  /// Unless the pattern is lines or a one-dimensional multicast, mappings use this stencil to decide which ranks are
  /// close. Lines stand for their offsets in the grid.
  std::variant<grid::Stencil, Lines> stencil = grid::Stencil::nearest_neighbor(2);

  /// Of a message along an offset of weight 1, or per pair of ranks in all-to-alls and multicasts. From 0 to 10^18.
  double bytes = 0x1p20;

  // Names for reports.
  std::string pattern_text = "stencil";
  std::string stencil_text = "nn";

  bool follows_grid() const {
    return std::holds_alternative<AlongStencil>(pattern) || std::holds_alternative<Lines>(pattern);
  }
  bool is_multicast() const { return std::holds_alternative<Multicast>(pattern); }
  const Messages* messages() const { return std::get_if<Messages>(&pattern); }
};

/// Throws Error: bytes out of range, a stencil or lines of another number of dimensions.
void check_traffic(const JobTraffic& traffic, std::size_t ndims);

/// Throws Error: a multicast to more targets than there are other ranks.
std::unique_ptr<traffic::Traffic> make_traffic(const JobTraffic& traffic, const grid::Grid& grid);

/// The offsets that mappings use, with weights in bytes. For all-to-alls within lines these are offsets along the
/// lines, which keep lines together.
grid::Stencil mapping_stencil(const JobTraffic& traffic, const grid::Grid& grid);

}  // namespace cartwright::placement
