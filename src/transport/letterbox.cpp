// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/letterbox.hpp"

namespace cartwright::transport {

namespace {

/// Marks a record that only fills the end of the ring.
constexpr std::uint64_t filler = 1;

}  // namespace

Letter* LetterWriter::write(std::uint64_t bytes) {
  constexpr std::uint64_t header = sizeof(Letter);
  record_ = header + (bytes + header - 1) / header * header;
  const std::uint64_t left = Letterbox::size - end_ % Letterbox::size;
  skipped_ = left < record_ ? left : 0;
  // After the record there must be room for the 0 that ends the records.
  const std::uint64_t needed = end_ + skipped_ + record_ + header;
  if (needed > taken_ + Letterbox::size) taken_ = box_->taken.load(std::memory_order_acquire);
  if (needed > taken_ + Letterbox::size) return nullptr;
  return &box_->at(end_ + skipped_);
}

void LetterWriter::post(Letter& letter) {
  // The reader looks at the next record as soon as it has seen this one.
  box_->at(end_ + skipped_ + record_).record.store(0, std::memory_order_relaxed);
  letter.record.store(record_, std::memory_order_release);
  if (skipped_ > 0) box_->at(end_).record.store(skipped_ | filler, std::memory_order_release);
  end_ += skipped_ + record_;
}

const Letter* LetterReader::first() {
  while (true) {
    const Letter& letter = box_->at(begin_);
    const std::uint64_t record = letter.record.load(std::memory_order_acquire);
    if (record == 0) return nullptr;
    if ((record & filler) == 0) return &letter;
    begin_ += record - filler;
  }
}

void LetterReader::remove() {
  begin_ += box_->at(begin_).record.load(std::memory_order_relaxed);
  box_->taken.store(begin_, std::memory_order_release);
}

}  // namespace cartwright::transport
