// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/blocks.hpp"

#include <bit>

namespace cartwright::transport {

namespace {

std::size_t order_of(std::uint64_t wanted) { return wanted <= 1 ? 0 : std::bit_width(wanted - 1); }

}  // namespace

Blocks::Blocks(std::uint32_t count) : links_(count), heads_(order_of(count) + 1, none) { push(0, order_of(count)); }

std::optional<std::uint32_t> Blocks::take(std::uint64_t wanted) {
  const std::size_t order = order_of(wanted);
  std::size_t from = order;
  while (from < heads_.size() && heads_[from] == none) ++from;
  if (from >= heads_.size()) return std::nullopt;
  const std::uint32_t first = heads_[from];
  remove(first);
  while (from > order) {
    --from;
    push(first + (std::uint32_t{1} << from), from);
  }
  return first;
}

void Blocks::give_back(std::uint32_t first, std::uint64_t wanted) {
  std::size_t order = order_of(wanted);
  for (; order + 1 < heads_.size(); ++order) {
    const std::uint32_t buddy = first ^ (std::uint32_t{1} << order);
    if (links_[buddy].order != order) break;
    remove(buddy);
    first &= ~(std::uint32_t{1} << order);
  }
  push(first, order);
}

void Blocks::push(std::uint32_t first, std::size_t order) {
  links_[first] = {heads_[order], none, static_cast<std::uint8_t>(order)};
  if (heads_[order] != none) links_[heads_[order]].previous = first;
  heads_[order] = first;
}

void Blocks::remove(std::uint32_t first) {
  Link& link = links_[first];
  (link.previous == none ? heads_[link.order] : links_[link.previous].next) = link.next;
  if (link.next != none) links_[link.next].previous = link.previous;
  link.order = not_free;
}

}  // namespace cartwright::transport
