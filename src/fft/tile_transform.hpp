// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/axis_transform.hpp"
#include "fft/exchange/exchange.hpp"
#include "fft/pages.hpp"
#include "fft/streaming.hpp"

#include <memory>
#include <vector>

namespace cartwright::fft {

/// The array on the other side of a transpose: rows of the axis that is whole there, one for each column of the tiles,
/// in their order. Lengths and strides of all other axes, outermost first; strides in bytes.
struct Rows {
  std::vector<std::int64_t> lengths;
  std::vector<std::int64_t> strides;
  /// Where the row of column `column` begins.
  std::int64_t offset(std::int64_t column) const;
};

/// The transform of one axis on its way through a transpose: tiles come out of an exchange, are transformed in the
/// second cache, and their rows are written to an array; or the other way round.
class TileTransform {
 public:
  /// `complex_physical`: whether the elements are complex before the forward transform of this axis. Identity where
  /// `transforms` is false: then both sides have the spectral length. Tiles have up to transpose.width() columns. The
  /// factors multiply the results of forward and of backward transforms.
  TileTransform(Backend& backend, const Problem& problem, std::size_t axis, bool transforms, bool complex_physical,
                const exchange::Transpose& transpose, long double forward_factor, long double backward_factor,
                Streaming streaming, cw_fft_effort effort, exchange::Times& times);

  /// All tiles of this process, forward, into rows; and back.
  void gather(exchange::Exchange& from, std::byte* array, const Rows& rows);
  void scatter(const std::byte* array, const Rows& rows, exchange::Exchange& to);
  /// From one exchange into another, either way: the axis is whole only inside. `other` has the tiles of the same
  /// columns.
  void turn(Direction direction, exchange::Exchange& from, exchange::Exchange& to);

 private:
  /// The plans for one number of columns.
  struct Width {
    std::int64_t columns = 0;
    std::unique_ptr<Transform> forward;                 ///< [physical][column] into [column][full]
    std::unique_ptr<Transform> backward;                ///< and back
    std::unique_ptr<Transform> into_tile, out_of_tile;  ///< [column][spectral] into [spectral][column], and back
  };
  const Width& width(std::int64_t columns) const;
  void plan(Backend& backend, std::int64_t columns, cw_fft_effort effort);
  /// tile_ into rows_ and back: what lies there afterwards.
  std::byte* transform_forward(const Width& width);
  void transform_backward(const Width& width);

  const exchange::Transpose& transpose_;
  AxisProblem axis_;
  bool transforms_;
  cw_fft_precision precision_;
  std::int64_t real_;          ///< bytes
  std::int64_t reals_before_;  ///< of an element on the physical side
  std::int64_t reals_after_;
  long double forward_factor_, backward_factor_;
  Streaming streaming_;
  exchange::Times& times_;
  std::vector<Width> widths_;
  Pages tile_;  ///< [row][column]
  Pages rows_;  ///< [column][spectral]
  Pages full_;  ///< [column][full], where coefficients are cut off
};

}  // namespace cartwright::fft
