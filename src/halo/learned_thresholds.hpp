// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace cartwright::halo {

/// What plans that were measured say about messages between nodes, for plans that are only estimated. Lengths are
/// bytes.
struct Limits {
  std::optional<std::int64_t> longest_with_faces;  ///< of a message on the average, where corners rode with faces
  std::optional<std::int64_t> shortest_direct;     ///< where they did not
  std::optional<std::int64_t> piece;               ///< of a message that is long enough for pieces

  /// The plan whose messages have this length on the average was faster with faces, or not. A limit that contradicts
  /// this is forgotten.
  void learn_corners(std::int64_t bytes, bool with_faces);
  /// Up to this length on the average, corners are forwarded with faces.
  std::int64_t corners_up_to() const;
  /// Longer messages leave in pieces of this length.
  std::int64_t piece_bytes() const;
};

/// The limits in a file of this kind of processor, for the MPI of this process. Local. Errors with the file cost time
/// and nothing else.
class LearnedThresholds {
 public:
  /// `folder` has the file; "" for none.
  explicit LearnedThresholds(std::string folder);
  Limits read() const;
  void write(const Limits& limits) const;

 private:
  std::string folder_;
  std::string mpi_;
};

}  // namespace cartwright::halo
