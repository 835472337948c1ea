// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/array.hpp"
#include "fft/exchange/transpose.hpp"
#include "fft/problem.hpp"
#include "fft/rows.hpp"

#include <cstdint>
#include <vector>

namespace cartwright::fft {

/// Loops that a step runs over the arrays on both of its sides. Strides in bytes, one per axis: those of the loops come
/// first.
struct LoopNest {
  std::vector<std::int64_t> lengths;
  std::vector<std::int64_t> before;  ///< strides of the array on the physical side
  std::vector<std::int64_t> after;   ///< strides of the array on the spectral side
};

/// One step of a transform. A forward transform runs the steps up, from the physical array to the spectral array. A
/// backward transform runs them down, and each step undoes what it does forward.
struct Step {
  enum class Kind {
    planes,   ///< transforms the axes that the process grid leaves whole, from the user's array into a work array
    gather,   ///< takes tiles out of a transpose, transforms them, and writes their rows into an array
    turn,     ///< takes tiles out of a transpose, transforms them, and puts them into the next transpose
    scatter,  ///< reads rows from an array and puts them as tiles into a transpose
    copy,     ///< copies a work array into the user's array
  };
  Kind kind = Kind::planes;
  std::size_t axis = 0;    ///< gather, turn, scatter: the axis that is whole in the tiles
  bool transforms = true;  ///< false if an earlier step has transformed that axis
  Rows rows;               ///< gather, scatter: the array
  LoopNest loops;          ///< planes: over the planes; copy: over the rows
};

/// How arrays are distributed on the way from physical to spectral space.
struct Distribution {
  DistributedArray physical, spectral;   ///< the user's arrays
  std::vector<DistributedArray> before;  ///< [g]: the array before axis g is gathered
};

/// With a process grid of `dims` dims. `natural`: the spectral array is distributed like the physical array.
Distribution distribute(const Problem& problem, std::size_t dims, bool natural);

/// A transpose of the layout.
struct Stage {
  std::size_t axis;  ///< the axis that it gathers, and the dim of the process grid along which data is exchanged
  exchange::Transpose transpose;
};

/// The steps of a transform on one process, and the arrays and transposes between them.
struct EngineLayout {
  DistributedArray physical, spectral;  ///< the user's arrays
  std::vector<Stage> stages;            ///< in forward order
  std::vector<Step> steps;              ///< step i lies between stages i - 1 and i, the first and the last at the user
  std::int64_t physical_bytes = 0;      ///< of one field on this process
  std::int64_t spectral_bytes = 0;      ///< of one field on this process

  /// The stage whose tiles a step transforms: gather and turn take them from the stage before, scatter makes them for
  /// the stage after.
  const Stage& stage_of(std::size_t step) const {
    return stages[steps[step].kind == Step::Kind::scatter ? step : step - 1];
  }
};

/// With a process grid of k dims, dim i cuts axis i. Forward, the axes from k on are transformed plane by plane. Then
/// for g = k - 1, ..., 0 a transpose gathers axis g and cuts axis g + 1 in its place. Each tile that comes out of it is
/// transformed along g, which is the innermost axis from then on. The result is in transposed order. For natural order
/// the last axis is transformed between two transposes, and the other transposes are undone.
///
/// `grid` and `coords` are the dims of the process grid and the coordinates of this process. Tiles of more than
/// `tile_bytes` bytes have narrower rows. Local.
EngineLayout make_layout(const Problem& problem, const std::vector<std::int64_t>& grid,
                         const std::vector<std::int64_t>& coords, bool natural, std::int64_t tile_bytes);

}  // namespace cartwright::fft
