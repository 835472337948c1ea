// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/pages.hpp"
#include "fft/axis_transform.hpp"
#include "fft/engine_layout.hpp"
#include "fft/exchange/exchange.hpp"
#include "fft/streaming.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace cartwright::fft {

/// The transform of one axis beside a transpose: tiles come out of an exchange, are transformed in the second-level
/// cache, and are written to an array as rows; or all of that backward. Rows are read and written in their array,
/// unless it is larger than the caches: then they are made in a buffer, and streamed.
class TileTransform {
 public:
  /// For a gather, turn or scatter. If the step does not transform, tiles only become rows: both sides then have the
  /// spectral length. Tiles have up to transpose.width() columns. `factor` multiplies the results of forward
  /// transforms.
  TileTransform(Backend& backend, const Problem& problem, const Step& step, const exchange::Transpose& transpose,
                long double factor, Streaming streaming, cw_fft_effort effort, exchange::Times& times);

  /// Transforms all tiles of this process forward, into rows; and backward, from rows, which keep their values.
  void gather(exchange::Exchange& from, std::byte* array);
  void scatter(const std::byte* array, exchange::Exchange& to);
  /// Transforms all tiles on their way from one exchange to another, which has tiles of the same columns. The axis is
  /// whole only inside the tiles.
  void turn(Direction direction, exchange::Exchange& from, exchange::Exchange& to);
  /// The exchanges that tiles of a field come from and go to, which have tiles of the same columns.
  struct Passage {
    exchange::Exchange* from;
    exchange::Exchange* to;
  };
  /// Transforms the tiles of all these fields forward, calls change(number, rows) once for each row, with one address
  /// per field, and transforms them back. A tile of all fields is in memory at the same time: make_room allows more
  /// than one field.
  void apply(const std::vector<Passage>& fields, const std::function<void(std::int64_t, void**)>& change);
  void make_room(std::int64_t fields);

 private:
  /// The plans for tiles with one number of columns.
  struct Width {
    std::int64_t columns = 0;
    std::unique_ptr<Transform> forward;                 ///< [point][column] into [column][full]
    std::unique_ptr<Transform> backward;                ///< and back
    std::unique_ptr<Transform> into_tile, out_of_tile;  ///< [column][spectral] into [spectral][column], and back
  };
  const Width& width(std::int64_t columns) const;
  void plan(Backend& backend, std::int64_t columns, cw_fft_effort effort);
  void fetch_rows(const std::byte* rows, std::int64_t columns, std::int64_t pitch) const;
  /// The entries of a tile on the physical side, after the zeros that precede them.
  std::byte* physical(std::int64_t columns) {
    return tile_.data() + (transforms_ && axis_.extended() ? axis_.first * columns * reals_before_ * real_ : 0);
  }
  /// Transforms tile_ into rows, and rows into tile_.
  void transform_forward(const Width& width, std::byte* rows);
  void transform_backward(const Width& width, const std::byte* rows);

  const exchange::Transpose& transpose_;
  const Rows& layout_;  ///< of the rows in the array
  AxisProblem axis_;
  bool transforms_;
  cw_fft_precision precision_;
  std::int64_t real_;          ///< bytes of a real
  std::int64_t reals_before_;  ///< in an element on the physical side
  std::int64_t reals_after_;   ///< in an element on the spectral side
  std::int64_t row_bytes_;
  std::int64_t pitch_;            ///< between rows, in bytes: in rows_, and in the array, if they are transformed there
  std::int64_t field_pitch_ = 0;  ///< between the rows of two fields; in cache lines
  long double factor_;
  Streaming streaming_;
  exchange::Times& times_;
  std::vector<Width> widths_;
  base::Pages tile_;  ///< [row][column], on the physical side with the zeros of an extended axis
  base::Pages rows_;  ///< [field][column][spectral], `field_pitch_` and `pitch_` bytes apart
  base::Pages full_;  ///< [column][full], before coefficients are cut off
};

}  // namespace cartwright::fft
