// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/packer.hpp"
#include "transport/outbox.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace cartwright::transport {

/// Layouts that this process has written into its arena for others to read. Each is written once and stays. Thread
/// safe.
class PublishedLayouts {
 public:
  /// Both must live as long as this.
  PublishedLayouts(const Arena& arena, Outbox& outbox) : arena_(arena), outbox_(outbox) {}

  /// Sets source.layout and source.layout_words. False if the layout is too long, or too many layouts are published.
  bool publish(jit::Packer& packer, Source& source);

 private:
  struct Entry {
    std::shared_ptr<jit::Packer> packer;  ///< kept alive, because its address is the key
    std::uint32_t block = 0;
    std::uint32_t words = 0;  ///< 0: not published
  };
  Entry write(jit::Packer& packer);

  const Arena& arena_;
  Outbox& outbox_;
  std::mutex mutex_;
  std::unordered_map<const jit::Packer*, Entry> entries_;
};

/// Layouts of other processes, compiled at their first use. Thread safe.
class ForeignLayouts {
 public:
  /// Null if it cannot be read.
  std::shared_ptr<jit::Packer> find(std::uint32_t sender, const Arena& arena, const Source& source);

 private:
  std::mutex mutex_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::shared_ptr<jit::Packer>> packers_;  ///< by sender and block
};

}  // namespace cartwright::transport
