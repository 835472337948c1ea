// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/layout_exchange.hpp"

#include "transport/layout_words.hpp"

#include <cstring>
#include <exception>

namespace cartwright::transport {

namespace {

constexpr std::size_t max_layouts = 256;
constexpr std::size_t max_words = 8192;

}  // namespace

bool PublishedLayouts::publish(jit::Packer& packer, Source& source) {
  const std::lock_guard lock(mutex_);
  auto found = entries_.find(&packer);
  if (found == entries_.end()) {
    if (entries_.size() == max_layouts) return false;
    found = entries_.emplace(&packer, write(packer)).first;
  }
  source.layout = found->second.block;
  source.layout_words = found->second.words;
  return source.layout_words > 0;
}

PublishedLayouts::Entry PublishedLayouts::write(jit::Packer& packer) {
  Entry entry{packer.shared_from_this()};
  const auto words = write_layout(packer.layout(), max_words);
  if (!words) return entry;
  // A message without a receiver, which stays.
  Envelope envelope{0, -1, 0, words->size() * sizeof(std::int64_t)};
  const auto slot = outbox_.reserve(envelope);
  if (!slot) return entry;
  std::memcpy(arena_.data(*slot), words->data(), envelope.bytes);
  entry.block = *slot;
  entry.words = static_cast<std::uint32_t>(words->size());
  return entry;
}

std::shared_ptr<jit::Packer> ForeignLayouts::find(std::uint32_t sender, const Arena& arena, const Source& source) try {
  const std::lock_guard lock(mutex_);
  auto& packer = packers_[{sender, source.layout}];
  if (!packer) {
    const auto* words = reinterpret_cast<const std::int64_t*>(arena.data(source.layout));
    packer = jit::Packer::of(read_layout({words, source.layout_words}));
  }
  return packer;
} catch (const std::exception&) {
  return nullptr;
}

}  // namespace cartwright::transport
