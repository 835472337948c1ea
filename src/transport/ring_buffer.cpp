// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/ring_buffer.hpp"

namespace cartwright::transport {

namespace {

/// Marks a record that only fills the end of the ring.
constexpr std::uint64_t filler = 1;

}  // namespace

Packet* RingWriter::write(std::uint64_t bytes) {
  constexpr std::uint64_t header = sizeof(Packet);
  record_ = header + (bytes + header - 1) / header * header;
  const std::uint64_t left = RingBuffer::size - end_ % RingBuffer::size;
  skipped_ = left < record_ ? left : 0;
  // After the record there must be room for the 0 that ends the records.
  const std::uint64_t needed = end_ + skipped_ + record_ + header;
  if (needed > taken_ + RingBuffer::size) taken_ = ring_->taken.load(std::memory_order_acquire);
  if (needed > taken_ + RingBuffer::size) return nullptr;
  return &ring_->at(end_ + skipped_);
}

void RingWriter::post(Packet& packet) {
  // The reader looks at the next record as soon as it has seen this one.
  ring_->at(end_ + skipped_ + record_).record.store(0, std::memory_order_relaxed);
  packet.record.store(record_, std::memory_order_release);
  if (skipped_ > 0) ring_->at(end_).record.store(skipped_ | filler, std::memory_order_release);
  end_ += skipped_ + record_;
}

const Packet* RingReader::first() {
  while (true) {
    const Packet& packet = ring_->at(begin_);
    const std::uint64_t record = packet.record.load(std::memory_order_acquire);
    if (record == 0) return nullptr;
    if ((record & filler) == 0) return &packet;
    begin_ += record - filler;
  }
}

void RingReader::remove() {
  begin_ += ring_->at(begin_).record.load(std::memory_order_relaxed);
  ring_->taken.store(begin_, std::memory_order_release);
}

}  // namespace cartwright::transport
