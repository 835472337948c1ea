// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/traffic_file.hpp"
#include "grid/stencil.hpp"

#include <string_view>

namespace cartwright::cli {

struct NetworkOptions;

/// What --pattern asks for, before the grid is known.
class NetworkPattern {
 public:
  /// Reads a file, where it is one. Throws Error.
  explicit NetworkPattern(const NetworkOptions& options);

  /// How many ranks a file has; 0: as many as there may be.
  std::int64_t ranks() const { return file_.ranks; }
  /// Whether ranks stand in a grid of several dimensions, as neighbours or lines of it talk to each other.
  bool has_grid() const { return kind_ == Kind::stencil || kind_ == Kind::lines; }
  /// Whether ranks wrap around although nothing was said of that.
  bool wraps() const { return kind_ == Kind::multicast; }
  /// Messages that follow no grid: of a file.
  bool is_graph() const { return kind_ == Kind::file; }

  std::unique_ptr<traffic::Traffic> traffic(const grid::Grid& grid) const;
  /// The offsets that mappings go by, in bytes: of a stencil, itself; of all-to-alls within lines, the neighbours along
  /// them, so that lines stay together; of anything else as --stencil says.
  grid::Stencil stencil(const grid::Grid& grid) const;

 private:
  enum class Kind { stencil, lines, alltoall, multicast, file };

  std::vector<std::size_t> lines_of(const grid::Grid& grid) const;

  const NetworkOptions* options_;
  Kind kind_ = Kind::stencil;
  double bytes_ = 0;
  std::int64_t targets_ = 0, stride_ = 1;  ///< of a multicast
  traffic::TrafficFile file_;
};

}  // namespace cartwright::cli
