// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/buffer.hpp"
#include "base/random.hpp"
#include "preload/base/way_trial.hpp"
#include "preload/packing/choice.hpp"

#include <mpi.h>

#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace cartwright::preload {

enum class Transfer : std::uint8_t { put, get, accumulate, other };

/// MPI may compute the other operations in another way where the data is contiguous, with other results for NaNs.
inline Transfer accumulating(MPI_Op op) {
  return op == MPI_SUM || op == MPI_REPLACE ? Transfer::accumulate : Transfer::other;
}
constexpr int any_target = -1;

struct Operation {
  Transfer transfer;
  MPI_Win window;
  int target;
  const void* buffer;
  MPI_Count count;
  MPI_Datatype type;
  MPI_Count target_count;
  MPI_Datatype target_type;
};

/// Compares the mean time of an operation in each epoch: to pack, to issue, and to complete them all.
struct OriginTrial {
  WayTrial ways{16, 4};
  std::chrono::steady_clock::duration issuing{};
  std::int64_t operations = 0;

  /// Whether MPI gets the data of the user, untimed.
  bool leaves() const { return !ways.in_trial() && !ways.other(); }
};

/// Operations alike: their counts differ by less than a factor of two.
struct OperationKey {
  MPI_Win window;
  MPI_Datatype type;
  MPI_Datatype target_type;
  int target;
  Transfer transfer;
  std::uint8_t count_class;

  OperationKey() = default;
  explicit OperationKey(const Operation& operation)
      : window(operation.window),
        type(operation.type),
        target_type(operation.target_type),
        target(operation.target),
        transfer(operation.transfer),
        count_class(static_cast<std::uint8_t>(std::bit_width(static_cast<std::uint64_t>(operation.count)))) {}
  bool operator==(const OperationKey&) const = default;
};

/// The last operations. While no datatype is freed, one of them is found again in a few nanoseconds.
struct KnownOperation {
  OperationKey key;
  std::uint64_t generation;  ///< of datatypes; 0: never used
  OriginTrial* trial;        ///< null if such operations are left to MPI

  bool is(const OperationKey& other) const { return generation == mpi::datatype_generation() && key == other; }
};
constexpr unsigned known_operation_bits = 12;
inline constinit std::array<KnownOperation, 1 << known_operation_bits> known_operations{};
inline KnownOperation& known_operation_of(const OperationKey& key) {
  std::uint64_t hash = std::hash<MPI_Win>{}(key.window) + std::hash<MPI_Datatype>{}(key.type) * base::golden_ratio;
  hash += std::hash<MPI_Datatype>{}(key.target_type) + static_cast<unsigned>(key.target) * base::golden_ratio;
  hash ^= static_cast<std::uint64_t>(key.transfer) << 8 | key.count_class;
  return known_operations[hash * base::golden_ratio >> (64 - known_operation_bits)];
}

/// Whether an operation is known to be left to MPI. Counts it.
inline bool left_to_mpi(const Operation& operation) {
  if (operation.transfer == Transfer::other || mpi::has_no_compiled_form(operation.type)) return true;
  const OperationKey key(operation);
  const KnownOperation& known = known_operation_of(key);
  if (!known.is(key)) return false;
  if (known.trial == nullptr) return true;
  if (!known.trial->leaves()) return false;
  known.trial->ways.count(0);
  return true;
}

/// Data at the origin of an operation. If a trial found that to be faster, it is packed, and MPI gets elements of the
/// count and type at the target, which must be contiguous. No member function throws.
class OriginData {
 public:
  /// Packs data, except to get.
  explicit OriginData(const Operation& operation) noexcept;

  /// Null if MPI gets the data of the user.
  std::byte* packed() const { return packed_.data(); }
  /// Call when MPI has returned from the operation. Keeps packed data until the operation is complete.
  void issued(int error) && noexcept;

 private:
  friend class PendingOrigins;

  void choose(const Operation& operation);

  MPI_Win window_;
  int target_;
  Transfer transfer_;
  Elements elements_;
  base::Buffer packed_;
  OriginTrial* trial_ = nullptr;  ///< null if the operation is not timed
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::duration time_{};
};

/// Calls `function(buffer, count, type)` for MPI, with packed data or that of the user.
template <typename Count, typename Function>
int with_origin(const Operation& operation, Count count, Count target_count, Function&& function) {
  void* const buffer = const_cast<void*>(operation.buffer);
  if (left_to_mpi(operation)) return function(buffer, count, operation.type);
  OriginData origin(operation);
  const int error = origin.packed() != nullptr
                        ? function(static_cast<void*>(origin.packed()), target_count, operation.target_type)
                        : function(buffer, count, operation.type);
  std::move(origin).issued(error);
  return error;
}

/// The number of operations that are packed or timed, and not complete. While it is 0, no call looks further.
extern std::size_t pending_origins;
/// The number of those that are timed.
extern std::size_t timed_origins;

/// Call when the operations of this process on a target are complete here: unpacks data that was got. `start`: of the
/// call that completed them, if some are timed.
void complete_origins(MPI_Win window, int target, std::chrono::steady_clock::time_point start) noexcept;

/// Calls `function()`, which completes the operations of this process on a target.
template <typename Function>
int completing(MPI_Win window, int target, Function&& function) {
  if (pending_origins == 0) return function();
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = timed_origins == 0 ? Clock::time_point() : Clock::now();
  const int error = function();
  if (error == MPI_SUCCESS) complete_origins(window, target, start);
  return error;
}

/// Call when a window was freed.
void forget_origins(MPI_Win window) noexcept;

}  // namespace cartwright::preload
