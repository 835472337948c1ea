// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/pages.hpp"
#include "fft/axis_transform.hpp"
#include "fft/exchange/exchange.hpp"
#include "fft/rows.hpp"
#include "fft/streaming.hpp"

#include <memory>
#include <vector>

namespace cartwright::fft {

/// The transform of one axis beside a transpose: tiles come out of an exchange, are transformed in the second-level
/// cache, and are written to an array as rows; or all of that backward.
class TileTransform {
 public:
  /// If `transforms` is false, tiles only become rows: both sides then have the spectral length. Tiles have up to
  /// transpose.width() columns. `factor` multiplies the results of forward transforms.
  TileTransform(Backend& backend, const Problem& problem, std::size_t axis, bool transforms,
                const exchange::Transpose& transpose, long double factor, Streaming streaming, cw_fft_effort effort,
                exchange::Times& times);

  /// Transforms all tiles of this process forward, into rows; and backward, from rows.
  void gather(exchange::Exchange& from, std::byte* array, const Rows& rows);
  void scatter(const std::byte* array, const Rows& rows, exchange::Exchange& to);
  /// Transforms all tiles on their way from one exchange to another, which has tiles of the same columns. The axis is
  /// whole only inside the tiles.
  void turn(Direction direction, exchange::Exchange& from, exchange::Exchange& to);

 private:
  /// The plans for tiles with one number of columns.
  struct Width {
    std::int64_t columns = 0;
    std::unique_ptr<Transform> forward;                 ///< [physical][column] into [column][full]
    std::unique_ptr<Transform> backward;                ///< and back
    std::unique_ptr<Transform> into_tile, out_of_tile;  ///< [column][spectral] into [spectral][column], and back
  };
  const Width& width(std::int64_t columns) const;
  void plan(Backend& backend, std::int64_t columns, cw_fft_effort effort);
  /// Transforms tile_ into rows_, and rows_ into tile_.
  void transform_forward(const Width& width);
  void transform_backward(const Width& width);

  const exchange::Transpose& transpose_;
  AxisProblem axis_;
  bool transforms_;
  cw_fft_precision precision_;
  std::int64_t real_;          ///< bytes of a real
  std::int64_t reals_before_;  ///< in an element on the physical side
  std::int64_t reals_after_;   ///< in an element on the spectral side
  long double factor_;
  Streaming streaming_;
  exchange::Times& times_;
  std::vector<Width> widths_;
  base::Pages tile_;  ///< [row][column]
  base::Pages rows_;  ///< [column][spectral]
  base::Pages full_;  ///< [column][full], before coefficients are cut off
};

}  // namespace cartwright::fft
