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

/// Nanoseconds that one message of a layout takes, as measured on the user's own data; 0 while not measured.
struct Timing {
  std::atomic<std::uint32_t> uses = 0;
  std::atomic<float> mpi = 0;   ///< MPI_Pack or MPI_Unpack
  std::atomic<float> own = 0;   ///< Cartwright's kernel
  std::atomic<float> copy = 0;  ///< memcpy of as many bytes: MPI copies what is packed once more
};

/// What was learnt of a layout while it was used. It outlives the datatypes: programs that build the same one again for
/// each message learn, too. Threads share it; what they write at the same time may be lost, and is never wrong.
struct Experience {
  std::array<Timing, 32> pack;  ///< for messages of less than 2^i bytes
  std::array<Timing, 32> unpack;
  std::atomic<std::int64_t> uses = 0;  ///< that Cartwright packed or unpacked
  std::atomic<std::int64_t> bytes = 0;
  std::atomic<double> saved = 0;  ///< seconds, estimated from the timings

  std::mutex mutex;         ///< of what follows, which is written seldom
  std::string kernel;       ///< that was taken when last looked at
  std::string normal_form;  ///< "" before the first use

  static std::size_t size_class(std::int64_t bytes) {
    return std::min<std::size_t>(std::bit_width(static_cast<std::uint64_t>(bytes)), 31);
  }
};

/// That with a layout, which all its datatypes share. Of many thousand layouts, those of which no datatype is left are
/// forgotten. Thread safe.
std::shared_ptr<Experience> experience_with(const datatype::Layout& layout);

/// All that are remembered and were used by Cartwright, with the hash of their layout.
std::vector<std::pair<std::uint64_t, std::shared_ptr<Experience>>> experiences();

}  // namespace cartwright::mpi
