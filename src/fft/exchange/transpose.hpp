// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/split.hpp"
#include "jit/packer.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace cartwright::fft::exchange {

/// The geometry of a transpose, in plain numbers that are the same on every member; the messages follow from them.
/// `members` processes share an array. Before the transpose each holds one block along the axis `gained`, and all of
/// the axis `lost`. Afterwards each has all of `gained` and one block of `lost`. ([Aseeri2019, I-A]: pencils along Z
/// become pencils along Y.)
///
/// The array before the transpose has the same strides on all members, and its innermost axis is contiguous. The data
/// after the transpose is read in *tiles*: `width` adjacent indices of the innermost axis (fewer at its end) times all
/// of `gained`, stored [gained][column]. A row of a tile is one or two cache lines long. A member transforms one tile
/// at a time, in its second-level cache. In the opposite direction tiles are written, and the array before is the
/// result.
class Transpose {
 public:
  struct Axis {
    std::int64_t length = 0;  ///< of all members together; along axes that other transposes distribute, the length that
                              ///< every member holds
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
  const base::Split& gained() const { return gained_; }  ///< the rows that each member holds before
  const base::Split& lost() const { return lost_; }
  const std::vector<Axis>& axes() const { return axes_; }
  std::size_t gained_axis() const { return gained_axis_; }
  std::size_t lost_axis() const { return lost_axis_; }
  std::int64_t width() const { return width_; }

  /// Bytes of the array of a member before the transpose.
  std::int64_t array_bytes() const { return array_bytes_; }

  /// Tiles of member `of`, numbered in memory order of the array (innermost fastest, without `gained`).
  std::int64_t tiles(std::int64_t of) const { return row_length(of) == 0 ? 0 : outer_count(of) * tiles_in_row(of); }
  /// The tiles that differ only in the index along the innermost axis.
  std::int64_t tiles_in_row(std::int64_t of) const {
    return std::max<std::int64_t>(1, (row_length(of) + width_ - 1) / width_);
  }
  /// Columns of a tile of member `of`.
  std::int64_t columns(std::int64_t of, std::int64_t tile) const {
    return std::min(width_, row_length(of) - tile % tiles_in_row(of) * width_);
  }
  /// Columns of all tiles of member `of` before this one; of all its tiles for tile = tiles(of).
  std::int64_t columns_before(std::int64_t of, std::int64_t tile) const {
    return tile / tiles_in_row(of) * row_length(of) + tile % tiles_in_row(of) * width_;
  }
  /// The offset in bytes of the first row of a tile of member `of`. It is the same in the arrays of all members.
  std::int64_t offset(std::int64_t of, std::int64_t tile) const;
  std::int64_t row_stride() const { return axes_[gained_axis_].stride; }

  /// Bytes that member `from` has for member `to`: its rows of all tiles of `to`. Messages hold them tile by tile.
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

  /// Compiled copies of the rows that member `from` has of a tile with so many columns. The rows are contiguous in the
  /// tile and in messages, and row_stride() apart in the array. `pack` takes them out of the array at offset(to, tile),
  /// `unpack` puts them there. Not for members without rows.
  jit::Packer& rows(std::int64_t from, std::int64_t columns) const { return *find(gained_.count(from), columns); }

  /// Copies the rows that member `from` has of the tiles [first, last) of member `to` from its array into a message,
  /// and back.
  void pack(std::int64_t from, std::int64_t to, std::int64_t first, std::int64_t last, const std::byte* array,
            std::byte* message) const;
  void unpack(std::int64_t from, std::int64_t to, std::int64_t first, std::int64_t last, const std::byte* message,
              std::byte* array) const;

 private:
  std::int64_t row_length(std::int64_t of) const;  ///< along the innermost axis
  std::int64_t outer_count(std::int64_t of) const;
  std::int64_t outer_length(std::size_t axis, std::int64_t of) const;
  jit::Packer* find(std::int64_t rows, std::int64_t columns) const;

  std::vector<Axis> axes_;
  std::size_t gained_axis_;
  std::size_t lost_axis_;
  std::int64_t element_;
  base::Split gained_;
  base::Split lost_;
  std::int64_t rank_;
  std::int64_t width_;
  std::int64_t array_bytes_ = 0;
  /// There are two lengths of blocks. Tiles have `width` columns, or fewer at the end of a row, again of two lengths.
  struct Rows {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::shared_ptr<jit::Packer> packer;
  };
  std::vector<Rows> rows_;
};

}  // namespace cartwright::fft::exchange
