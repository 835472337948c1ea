// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/exchange/transpose.hpp"

#include "base/checked.hpp"

#include <utility>

namespace cartwright::fft::exchange {

namespace {

/// `rows` blocks, `stride` bytes apart.
std::shared_ptr<jit::Packer> compile_rows(std::int64_t rows, std::int64_t row_bytes, std::int64_t stride) {
  const datatype::TypePtr row = datatype::contiguous(row_bytes, datatype::basic("char", 1, 1));
  jit::Hints hints;
  hints.expected_uses = 1 << 20;
  hints.count = 1;
  return jit::Packer::of(datatype::normalize(*datatype::hvector(rows, 1, stride, row)), hints);
}

}  // namespace

Transpose::Transpose(std::vector<Axis> axes, std::size_t gained, std::size_t lost, std::int64_t element,
                     std::int64_t members, std::int64_t rank, std::int64_t width)
    : axes_(std::move(axes)),
      gained_axis_(gained),
      lost_axis_(lost),
      element_(element),
      gained_{axes_[gained].length, members},
      lost_{axes_[lost].length, members},
      rank_(rank),
      width_(width) {
  array_bytes_ = element;
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const std::int64_t length = i == gained ? gained_.longest() : axes_[i].length;
    array_bytes_ = std::max(array_bytes_, base::checked_mul(length, axes_[i].stride, "the local array"));
  }
  for (const std::int64_t member : {std::int64_t{0}, members - 1})
    for (const std::int64_t of : {std::int64_t{0}, members - 1}) {
      const std::int64_t in_row = row_length(of);
      for (const std::int64_t columns : {std::min(width_, in_row), in_row % width_}) {
        const std::int64_t count = gained_.count(member);
        if (count == 0 || columns == 0 || find(count, columns) != nullptr) continue;
        rows_.push_back({count, columns, compile_rows(count, columns * element_, row_stride())});
      }
    }
}

std::int64_t Transpose::outer_length(std::size_t axis, std::int64_t of) const {
  if (axis == gained_axis_) return 1;
  return axis == lost_axis_ ? lost_.count(of) : axes_[axis].length;
}

std::int64_t Transpose::row_length(std::int64_t of) const {
  return lost_axis_ == axes_.size() - 1 ? lost_.count(of) : axes_.back().length;
}

std::int64_t Transpose::outer_count(std::int64_t of) const {
  std::int64_t count = row_length(of) == 0 ? 0 : 1;
  for (std::size_t i = 0; i + 1 < axes_.size(); ++i) count *= outer_length(i, of);
  return count;
}

std::int64_t Transpose::offset(std::int64_t of, std::int64_t tile) const {
  std::int64_t outer = tile / tiles_in_row(of);
  std::int64_t offset = tile % tiles_in_row(of) * width_ * element_ + lost_.first(of) * axes_[lost_axis_].stride;
  for (std::size_t i = axes_.size() - 1; i-- > 0;) {
    const std::int64_t length = outer_length(i, of);
    offset += outer % length * axes_[i].stride;
    outer /= length;
  }
  return offset;
}

jit::Packer* Transpose::find(std::int64_t rows, std::int64_t columns) const {
  for (const Rows& known : rows_)
    if (known.rows == rows && known.columns == columns) return known.packer.get();
  return nullptr;
}

void Transpose::pack(std::int64_t from, std::int64_t to, std::int64_t first, std::int64_t last, const std::byte* array,
                     std::byte* message) const {
  if (gained_.count(from) == 0) return;
  for (std::int64_t tile = first; tile < last; ++tile) {
    const std::int64_t columns = this->columns(to, tile);
    rows(from, columns).pack(message, array + offset(to, tile), 1);
    message += gained_.count(from) * columns * element_;
  }
}

void Transpose::unpack(std::int64_t from, std::int64_t to, std::int64_t first, std::int64_t last,
                       const std::byte* message, std::byte* array) const {
  if (gained_.count(from) == 0) return;
  for (std::int64_t tile = first; tile < last; ++tile) {
    const std::int64_t columns = this->columns(to, tile);
    rows(from, columns).unpack(array + offset(to, tile), message, 1);
    message += gained_.count(from) * columns * element_;
  }
}

}  // namespace cartwright::fft::exchange
