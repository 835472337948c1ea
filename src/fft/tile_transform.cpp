// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/tile_transform.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cartwright::fft {

TileTransform::TileTransform(Backend& backend, const Problem& problem, std::size_t axis, bool transforms,
                             const exchange::Transpose& transpose, long double factor, Streaming streaming,
                             cw_fft_effort effort, exchange::Times& times)
    : transpose_(transpose),
      axis_(problem.axes[axis]),
      transforms_(transforms && axis_.kind != CW_FFT_NONE),
      precision_(problem.precision),
      real_(problem.real_bytes()),
      reals_before_(transpose.element() / real_),
      reals_after_(transforms_ && axis_.halved ? 2 : reals_before_),
      factor_(factor),
      streaming_(streaming),
      times_(times) {
  const std::int64_t longest = std::max(axis_.physical, full_length(axis_));
  const std::int64_t bytes = transpose.width() * longest * 2 * real_;
  tile_ = base::Pages(bytes);
  rows_ = base::Pages(bytes);
  if (transforms_ && axis_.padded()) full_ = base::Pages(bytes);
  const std::int64_t me = transpose.rank();
  for (std::int64_t tile = 0; tile < std::min(transpose.tiles(me), transpose.tiles_in_row(me)); ++tile) {
    const std::int64_t columns = transpose.columns(me, tile);
    if (std::none_of(widths_.begin(), widths_.end(), [&](const Width& known) { return known.columns == columns; }))
      plan(backend, columns, effort);
  }
}

void TileTransform::plan(Backend& backend, std::int64_t columns, cw_fft_effort effort) {
  using Type = TransformRequest::Type;
  Width width;
  width.columns = columns;
  TransformRequest copy;
  copy.type = Type::copy;
  copy.precision = precision_;
  copy.complex_data = reals_after_ == 2;
  copy.loops = {{axis_.spectral, 1, columns}, {columns, axis_.spectral, 1}};
  width.into_tile = backend.plan(copy, effort);
  for (Loop& loop : copy.loops) std::swap(loop.in, loop.out);
  width.out_of_tile = backend.plan(copy, effort);

  if (transforms_) {
    TransformRequest request;
    request.type = axis_.halved ? Type::halved : axis_.kind == CW_FFT_FOURIER ? Type::complex : Type::real_to_real;
    request.precision = precision_;
    request.complex_data = reals_before_ == 2;
    const std::int64_t full = full_length(axis_);
    for (const Direction direction : {Direction::forward, Direction::backward}) {
      const bool forward = direction == Direction::forward;
      request.direction = direction;
      request.dims = {forward ? Loop{axis_.physical, columns, 1} : Loop{axis_.physical, 1, columns}};
      request.loops = {forward ? Loop{columns, 1, full} : Loop{columns, full, 1}};
      request.kinds = {kind_towards(axis_.kind, direction)};
      (forward ? width.forward : width.backward) = backend.plan(request, effort);
    }
  }
  widths_.push_back(std::move(width));
}

const TileTransform::Width& TileTransform::width(std::int64_t columns) const {
  return *std::find_if(widths_.begin(), widths_.end(), [&](const Width& known) { return known.columns == columns; });
}

void TileTransform::transform_forward(const Width& width) {
  const exchange::Stopwatch watch(times_.fft);
  if (!transforms_) {
    width.out_of_tile->run(tile_.data(), rows_.data());
  } else if (axis_.padded()) {
    width.forward->run(tile_.data(), full_.data());
    cut(axis_, precision_, reals_after_, width.columns, full_.data(), full_length(axis_), rows_.data(), axis_.spectral);
  } else {
    width.forward->run(tile_.data(), rows_.data());
  }
  if (factor_ != 1) scale(precision_, rows_.data(), width.columns * axis_.spectral * reals_after_, factor_);
}

void TileTransform::transform_backward(const Width& width) {
  const exchange::Stopwatch watch(times_.fft);
  if (!transforms_) {
    width.into_tile->run(rows_.data(), tile_.data());
  } else if (axis_.padded()) {
    fill(axis_, precision_, reals_after_, width.columns, rows_.data(), axis_.spectral, full_.data(),
         full_length(axis_));
    width.backward->run(full_.data(), tile_.data());
  } else {
    width.backward->run(rows_.data(), tile_.data());
  }
}

void TileTransform::gather(exchange::Exchange& from, std::byte* array, const Rows& rows) {
  const std::int64_t me = transpose_.rank();
  const std::int64_t row_bytes = axis_.spectral * reals_after_ * real_;
  for (std::int64_t tile = 0; tile < transpose_.tiles(me); ++tile) {
    from.read(tile, tile_.data());
    const std::int64_t columns = transpose_.columns(me, tile);
    transform_forward(width(columns));
    const exchange::Stopwatch watch(times_.fft);
    std::byte* to = array + rows.offset(transpose_.columns_before(me, tile));
    const std::int64_t pitch = rows.strides.back();
    if (pitch == row_bytes)
      streaming_.copy(to, rows_.data(), columns * row_bytes);
    else
      for (std::int64_t column = 0; column < columns; ++column)
        streaming_.copy(to + column * pitch, rows_.data() + column * row_bytes, row_bytes);
  }
}

void TileTransform::scatter(const std::byte* array, const Rows& rows, exchange::Exchange& to) {
  const std::int64_t me = transpose_.rank();
  const std::int64_t row_bytes = axis_.spectral * reals_after_ * real_;
  for (std::int64_t tile = 0; tile < transpose_.tiles(me); ++tile) {
    const std::int64_t columns = transpose_.columns(me, tile);
    {
      const exchange::Stopwatch watch(times_.fft);
      const std::byte* from = array + rows.offset(transpose_.columns_before(me, tile));
      for (std::int64_t column = 0; column < columns; ++column)
        std::memcpy(rows_.data() + column * row_bytes, from + column * rows.strides.back(), row_bytes);
    }
    transform_backward(width(columns));
    to.write(tile, tile_.data());
  }
}

void TileTransform::turn(Direction direction, exchange::Exchange& from, exchange::Exchange& to) {
  const std::int64_t me = transpose_.rank();
  for (std::int64_t tile = 0; tile < transpose_.tiles(me); ++tile) {
    from.read(tile, tile_.data());
    const Width& width = this->width(transpose_.columns(me, tile));
    if (direction == Direction::forward) {
      transform_forward(width);
      width.into_tile->run(rows_.data(), tile_.data());
    } else {
      width.out_of_tile->run(tile_.data(), rows_.data());
      transform_backward(width);
    }
    to.write(tile, tile_.data());
  }
}

}  // namespace cartwright::fft
