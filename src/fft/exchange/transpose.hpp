// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/packer.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace cartwright::fft::exchange {

/// `length` indices in `parts` adjacent blocks as equal as can be, the longer ones first. Blocks may be empty.
struct Split {
  std::int64_t length = 0;
  std::int64_t parts = 1;
  std::int64_t first(std::int64_t part) const { return part * (length / parts) + std::min(part, length % parts); }
  std::int64_t count(std::int64_t part) const { return length / parts + (part < length % parts ? 1 : 0); }
  std::int64_t longest() const { return count(0); }
};

/// What a transpose moves, in plain numbers: the same value on every member, and what each of them sends and gets
/// follows from it. `members` processes share an array of which each holds one block along the axis `gained`, and all
/// of the axis `lost`; afterwards each has all of `gained` and one block of `lost`. (Seed 003, section I-A: pencils
/// along Z become pencils along Y.)
///
/// The array before, on each member: axes in memory order, the innermost contiguous, all members with the same strides.
/// The data after it is read in *tiles*: `width` adjacent indices of the innermost axis (less at its end) times all of
/// `gained`, stored [gained][column], the length of a cache line or two per row. A tile is what one member transforms
/// at a time, in its second cache. The opposite way, tiles are written and the array before is what comes out.
class Transpose {
 public:
  struct Axis {
    std::int64_t length = 0;  ///< whole, of all members together, but for axes that other transposes distribute:
                              ///< there what this member holds, which is the same for all members
    std::int64_t stride = 0;  ///< bytes
    bool operator==(const Axis&) const = default;
  };

  /// `axes` outermost first; the stride of the last is `element` bytes. `gained` is not the last. `rank` is this
  /// member.
  Transpose(std::vector<Axis> axes, std::size_t gained, std::size_t lost, std::int64_t element, std::int64_t members,
            std::int64_t rank, std::int64_t width);

  std::int64_t members() const { return gained_.parts; }
  std::int64_t rank() const { return rank_; }
  std::int64_t element() const { return element_; }
  const Split& gained() const { return gained_; }  ///< rows that each member holds before
  const Split& lost() const { return lost_; }
  const std::vector<Axis>& axes() const { return axes_; }
  std::size_t gained_axis() const { return gained_axis_; }
  std::size_t lost_axis() const { return lost_axis_; }
  std::int64_t width() const { return width_; }

  /// Bytes of a member's array before.
  std::int64_t array_bytes() const { return array_bytes_; }

  /// Tiles of member `of`, numbered in memory order of the array (innermost fastest, without `gained`).
  std::int64_t tiles(std::int64_t of) const { return row_length(of) == 0 ? 0 : outer_count(of) * tiles_in_row(of); }
  /// Those that share all indices but that of the innermost axis.
  std::int64_t tiles_in_row(std::int64_t of) const {
    return std::max<std::int64_t>(1, (row_length(of) + width_ - 1) / width_);
  }
  /// Columns of a tile of member `of`.
  std::int64_t columns(std::int64_t of, std::int64_t tile) const {
    return std::min(width_, row_length(of) - tile % tiles_in_row(of) * width_);
  }
  /// Columns of all tiles of member `of` before this one; of all for tile = tiles(of).
  std::int64_t columns_before(std::int64_t of, std::int64_t tile) const {
    return tile / tiles_in_row(of) * row_length(of) + tile % tiles_in_row(of) * width_;
  }
  /// Where the first row of a tile of member `of` begins in the arrays before, in bytes. The same in each member's.
  std::int64_t offset(std::int64_t of, std::int64_t tile) const;
  std::int64_t row_stride() const { return axes_[gained_axis_].stride; }

  /// Bytes that member `from` holds, before, of what member `to` gets: its rows of all tiles, tile by tile, which is
  /// also the order in messages.
  std::int64_t message_bytes(std::int64_t from, std::int64_t to) const {
    return gained_.count(from) * columns_before(to, tiles(to)) * element_;
  }
  /// Bytes of the tiles [0, tile) in the message from `from` to `to`.
  std::int64_t message_offset(std::int64_t from, std::int64_t to, std::int64_t tile) const {
    return gained_.count(from) * columns_before(to, tile) * element_;
  }
  /// Bytes of a tile of member `of`.
  std::int64_t tile_bytes(std::int64_t of, std::int64_t tile) const {
    return gained_.length * columns(of, tile) * element_;
  }

  /// The rows that member `from` holds of a tile of member `to`: contiguous in the tile and in messages, row_stride()
  /// apart in the array. Compiled: `pack` takes them out of the array at offset(to, tile), `unpack` puts them there.
  /// Not for members without rows.
  jit::Packer& rows(std::int64_t from, std::int64_t columns) const { return *find(gained_.count(from), columns); }

  /// Rows of member `from` of the tiles [first, last) of member `to`, out of its array into a message, and back.
  void pack(std::int64_t from, std::int64_t to, std::int64_t first, std::int64_t last, const std::byte* array,
            std::byte* message) const;
  void unpack(std::int64_t from, std::int64_t to, std::int64_t first, std::int64_t last, const std::byte* message,
              std::byte* array) const;

 private:
  std::int64_t row_length(std::int64_t of) const;  ///< of the innermost axis
  std::int64_t outer_count(std::int64_t of) const;
  std::int64_t outer_length(std::size_t axis, std::int64_t of) const;
  jit::Packer* find(std::int64_t rows, std::int64_t columns) const;

  std::vector<Axis> axes_;
  std::size_t gained_axis_;
  std::size_t lost_axis_;
  std::int64_t element_;
  Split gained_;
  Split lost_;
  std::int64_t rank_;
  std::int64_t width_;
  std::int64_t array_bytes_ = 0;
  /// Of the longer and of the shorter blocks of rows, with `width` columns and with those of the tiles at the end of a
  /// row, of which there are two as well.
  struct Rows {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::shared_ptr<jit::Packer> packer;
  };
  std::vector<Rows> rows_;
};

}  // namespace cartwright::fft::exchange
