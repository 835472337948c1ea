// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/tile_transform.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cartwright::fft {

TileTransform::TileTransform(Backend& backend, const Problem& problem, const Step& step,
                             const exchange::Transpose& transpose, long double factor, Streaming streaming,
                             cw_fft_effort effort, exchange::Times& times)
    : transpose_(transpose),
      layout_(step.rows),
      axis_(problem.axes[step.axis]),
      transforms_(step.transforms && axis_.kind != CW_FFT_NONE),
      precision_(problem.precision),
      real_(problem.real_bytes()),
      reals_before_(transpose.element() / real_),
      reals_after_(transforms_ && axis_.halved ? 2 : reals_before_),
      row_bytes_(axis_.spectral * reals_after_ * real_),
      pitch_(step.kind == Step::Kind::turn || streaming.worth_it() ? row_bytes_ : layout_.strides.back()),
      factor_(factor),
      streaming_(streaming),
      times_(times) {
  const std::int64_t longest = std::max(axis_.points(), full_length(axis_));
  const std::int64_t bytes = transpose.width() * longest * 2 * real_;
  tile_ = base::Pages(bytes);
  constexpr std::int64_t line = 64;
  field_pitch_ = (std::max(bytes, transpose.width() * pitch_) + line - 1) / line * line;
  rows_ = base::Pages(field_pitch_);
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
  const std::int64_t pitch = pitch_ / (reals_after_ * real_);
  TransformRequest copy;
  copy.type = Type::copy;
  copy.precision = precision_;
  copy.complex_data = reals_after_ == 2;
  copy.loops = {{axis_.spectral, 1, columns}, {columns, pitch, 1}};
  width.into_tile = backend.plan(copy, effort);
  for (Loop& loop : copy.loops) std::swap(loop.in, loop.out);
  width.out_of_tile = backend.plan(copy, effort);

  if (transforms_) {
    TransformRequest request;
    request.type = axis_.halved ? Type::halved : axis_.kind == CW_FFT_FOURIER ? Type::complex : Type::real_to_real;
    request.precision = precision_;
    request.complex_data = reals_before_ == 2;
    const std::int64_t full = axis_.padded() ? full_length(axis_) : pitch;
    for (const Direction direction : {Direction::forward, Direction::backward}) {
      const bool forward = direction == Direction::forward;
      request.direction = direction;
      request.dims = {forward ? Loop{axis_.points(), columns, 1} : Loop{axis_.points(), 1, columns}};
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

void TileTransform::transform_forward(const Width& width, std::byte* rows) {
  if (transforms_ && axis_.extended()) {
    const std::int64_t row = width.columns * reals_before_ * real_;
    const std::int64_t end = axis_.first + axis_.physical;
    std::memset(tile_.data(), 0, axis_.first * row);
    std::memset(tile_.data() + end * row, 0, (axis_.points() - end) * row);
  }
  if (!transforms_) {
    width.out_of_tile->run(tile_.data(), rows);
  } else if (axis_.padded()) {
    width.forward->run(tile_.data(), full_.data());
    cut(axis_, precision_, reals_after_, width.columns, full_.data(), full_length(axis_), rows,
        pitch_ / (reals_after_ * real_));
  } else {
    width.forward->run(tile_.data(), rows);
  }
  if (factor_ == 1) return;
  for (std::int64_t column = 0; column < width.columns; ++column)
    scale(precision_, rows + column * pitch_, axis_.spectral * reals_after_, factor_);
}

void TileTransform::transform_backward(const Width& width, const std::byte* rows) {
  if (!transforms_) {
    width.into_tile->run(rows, tile_.data());
  } else if (axis_.padded()) {
    fill(axis_, precision_, reals_after_, width.columns, rows, pitch_ / (reals_after_ * real_), full_.data(),
         full_length(axis_));
    width.backward->run(full_.data(), tile_.data());
  } else {
    width.backward->run(rows, tile_.data());
  }
}

/// Asks for the lines of rows that will be written.
void TileTransform::fetch_rows(const std::byte* rows, std::int64_t columns, std::int64_t pitch) const {
  constexpr std::int64_t line = 64;
  for (std::int64_t column = 0; column < columns; ++column)
    for (std::int64_t at = 0; at < row_bytes_; at += line) __builtin_prefetch(rows + column * pitch + at, 1);
}

void TileTransform::gather(exchange::Exchange& from, std::byte* array) {
  const std::int64_t me = transpose_.rank();
  const std::int64_t pitch = layout_.strides.back();
  for (std::int64_t tile = 0; tile < transpose_.tiles(me); ++tile) {
    const std::int64_t columns = transpose_.columns(me, tile);
    std::byte* to = array + layout_.offset(transpose_.columns_before(me, tile));
    const bool in_array = !streaming_.worth_it() && aligned(to);
    if (in_array) fetch_rows(to, columns, pitch);  // they come while the tile is read
    from.read(tile, physical(columns));
    const exchange::Phase phase(times_, &exchange::Times::fft);
    transform_forward(width(columns), in_array ? to : rows_.data());
    if (in_array) continue;
    if (pitch == row_bytes_ && pitch_ == row_bytes_)
      streaming_.copy(to, rows_.data(), columns * row_bytes_);
    else
      for (std::int64_t column = 0; column < columns; ++column)
        streaming_.copy(to + column * pitch, rows_.data() + column * pitch_, row_bytes_);
  }
}

void TileTransform::scatter(const std::byte* array, exchange::Exchange& to) {
  const std::int64_t me = transpose_.rank();
  const bool destroys_rows = transforms_ && axis_.halved && !axis_.padded();
  for (std::int64_t tile = 0; tile < transpose_.tiles(me); ++tile) {
    const std::int64_t columns = transpose_.columns(me, tile);
    {
      const exchange::Phase phase(times_, &exchange::Times::fft);
      const std::byte* rows = array + layout_.offset(transpose_.columns_before(me, tile));
      if (streaming_.worth_it() || destroys_rows || !aligned(rows)) {
        for (std::int64_t column = 0; column < columns; ++column)
          std::memcpy(rows_.data() + column * pitch_, rows + column * layout_.strides.back(), row_bytes_);
        rows = rows_.data();
      }
      transform_backward(width(columns), rows);
    }
    to.write(tile, physical(columns));
  }
}

void TileTransform::turn(Direction direction, exchange::Exchange& from, exchange::Exchange& to) {
  const std::int64_t me = transpose_.rank();
  const bool forward = direction == Direction::forward;
  for (std::int64_t tile = 0; tile < transpose_.tiles(me); ++tile) {
    const std::int64_t columns = transpose_.columns(me, tile);
    const Width& width = this->width(columns);
    from.read(tile, forward ? physical(columns) : tile_.data());
    {
      const exchange::Phase phase(times_, &exchange::Times::fft);
      if (forward) {
        transform_forward(width, rows_.data());
        width.into_tile->run(rows_.data(), tile_.data());
      } else {
        width.out_of_tile->run(tile_.data(), rows_.data());
        transform_backward(width, rows_.data());
      }
    }
    to.write(tile, forward ? tile_.data() : physical(columns));
  }
}

void TileTransform::make_room(std::int64_t fields) {
  if (rows_.size() < fields * field_pitch_) rows_ = base::Pages(fields * field_pitch_);
}

void TileTransform::apply(const std::vector<Passage>& fields, const std::function<void(std::int64_t, void**)>& change) {
  const std::int64_t me = transpose_.rank();
  std::vector<void*> rows(fields.size());
  const auto rows_of = [&](std::size_t field) {
    return rows_.data() + static_cast<std::int64_t>(field) * field_pitch_;
  };
  for (std::int64_t tile = 0; tile < transpose_.tiles(me); ++tile) {
    const std::int64_t columns = transpose_.columns(me, tile);
    const Width& width = this->width(columns);
    for (std::size_t field = 0; field < fields.size(); ++field) {
      fields[field].from->read(tile, physical(columns));
      const exchange::Phase phase(times_, &exchange::Times::fft);
      transform_forward(width, rows_of(field));
    }
    {
      const exchange::Phase phase(times_, &exchange::Times::fft);
      for (std::int64_t column = 0; column < width.columns; ++column) {
        for (std::size_t field = 0; field < fields.size(); ++field) rows[field] = rows_of(field) + column * pitch_;
        change(transpose_.columns_before(me, tile) + column, rows.data());
      }
    }
    for (std::size_t field = 0; field < fields.size(); ++field) {
      {
        const exchange::Phase phase(times_, &exchange::Times::fft);
        transform_backward(width, rows_of(field));
      }
      fields[field].to->write(tile, physical(columns));
    }
  }
}

}  // namespace cartwright::fft
