// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/layout.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace cartwright::mpi {

/// Adds to a statistic without a locked instruction, which would take as long as moving some hundred bytes.
template <typename Number>
Number add_to(std::atomic<Number>& statistic, Number amount) {
  const Number before = statistic.load(std::memory_order_relaxed);
  statistic.store(before + amount, std::memory_order_relaxed);
  return before;
}

/// Nanoseconds for one message of a layout, measured on the user's own data; 0 if not measured.
struct PackTiming {
  std::atomic<std::uint32_t> uses = 0;
  std::atomic<float> mpi = 0;         ///< MPI_Pack or MPI_Unpack
  std::atomic<float> own = 0;         ///< Cartwright's kernel
  std::atomic<float> contiguous = 0;  ///< MPI_Pack or MPI_Unpack of as many bytes: MPI copies packed data once more
  std::atomic<double> saved = 0;      ///< by all uses, estimated
};

/// Measurements of a layout. They outlive the datatypes, because some programs build the same datatype again for each
/// message. Threads share them: concurrent updates may be lost, but are never wrong.
struct PackStatistics {
  std::array<PackTiming, 32> pack;  ///< for messages of less than 2^i bytes
  std::array<PackTiming, 32> unpack;
  std::atomic<std::int64_t> uses = 0;  ///< by Cartwright
  std::atomic<std::int64_t> bytes = 0;

  /// Seconds, estimated.
  double saved() const {
    double sum = 0;
    for (const auto* timings : {&pack, &unpack})
      for (const PackTiming& timing : *timings) sum += timing.saved;
    return 1e-9 * sum;
  }

  std::mutex mutex;         ///< guards the members below, which are rarely written
  std::string kernel;       ///< the kernel at the last check
  std::string normal_form;  ///< "" before the first use

  static std::size_t size_class(std::int64_t bytes) {
    return std::min<std::size_t>(std::bit_width(static_cast<std::uint64_t>(bytes)), 31);
  }
};

/// The measurements of a layout, which all its datatypes share. If there are many thousand layouts, those without a
/// datatype are removed. Thread safe.
std::shared_ptr<PackStatistics> pack_statistics_of(const datatype::Layout& layout);

/// All remembered measurements that Cartwright used, with the hash of their layout.
std::vector<std::pair<std::uint64_t, std::shared_ptr<PackStatistics>>> all_pack_statistics();

}  // namespace cartwright::mpi
