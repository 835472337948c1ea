// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace cartwright::transport {

/// 128 random bits that the processes of a run agree on. No data of the program can then look like a descriptor.
using Nonce = std::array<std::uint64_t, 2>;

/// The location of data, sent in its place. Copied as bytes between processes of one node.
struct Descriptor {
  Nonce nonce{};
  std::uint64_t bytes = 0;     ///< of the message that it replaces
  std::uint64_t sequence = 0;  ///< counts the messages of the sender
  std::uint32_t sender = 0;    ///< its number on the node
  std::uint32_t slot = 0;
  std::array<std::byte, 480> padding{};
};

/// The bytes that are sent. The number is odd, which is rare in programs: the size alone distinguishes nearly all other
/// messages. It is also larger than most small messages: a receive with less room gets no descriptor, only MPI's error,
/// and need not check.
constexpr std::int64_t descriptor_bytes = 515;
static_assert(sizeof(Descriptor) >= descriptor_bytes && offsetof(Descriptor, padding) <= descriptor_bytes);

/// The descriptor in `size` received bytes; none if they are data.
std::optional<Descriptor> read_descriptor(const void* bytes, std::int64_t size, const Nonce& nonce);

}  // namespace cartwright::transport
