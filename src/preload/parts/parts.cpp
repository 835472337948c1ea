// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/parts/parts.hpp"

#include "base/error.hpp"
#include "gpu/pools.hpp"
#include "mpi/base/real.hpp"

#include <algorithm>
#include <exception>

namespace cartwright::preload {

namespace {

constexpr int part_tag = 3;  ///< rendezvous.cpp has others

gpu::Part all_of(const Elements& elements) {
  return {elements.kernels, static_cast<std::byte*>(elements.buffer), elements.count, 0};
}

/// Bounds of what kernels move are multiples of this, unless the data ends there.
constexpr std::int64_t word_bytes = 16;

}  // namespace

Parts::Parts(jit::Direction direction, const Elements& elements, std::int64_t part)
    : direction_(direction), elements_(elements), bytes_(elements.bytes()), part_(part) {
  requests_.fill(MPI_REQUEST_NULL);
  base::Pool* pool = &base::host_pool();
  if (elements.kernels != nullptr) {
    const gpu::Part all = all_of(elements);
    staging_ = gpu::Staging::of(direction, {&all, 1}, part);
    if (!staging_) base::fail(base::Status::unsupported, "this data on a GPU cannot be sent in parts");
    pool = &gpu::pinned_pool(gpu::Current::of_memory(elements.kernels->first_byte(all.base)));
  }
  for (base::Buffer& buffer : buffers_) buffer = base::Buffer(static_cast<std::size_t>(part), *pool);
}

std::int64_t Parts::last(std::int64_t turn) const { return std::min(bytes_, (turn + 1) * part_); }

bool Parts::is_complete(std::int64_t turn) {
  int complete = 0;
  MPI_Status status{};
  return mpi::real().Request_get_status(requests_[turn % depth], &complete, &status) != MPI_SUCCESS || complete != 0;
}

int Parts::wait(std::int64_t turn) { return mpi::real().Wait(&requests_[turn % depth], MPI_STATUS_IGNORE); }

/// Packs a part, or unpacks what fits into the elements. On a GPU, only starts to.
void Parts::move(std::int64_t turn) {
  const std::int64_t begin = first(turn);
  const std::int64_t end = std::min(last(turn), elements_.bytes());
  if (end <= begin) return;
  auto* const base = static_cast<std::byte*>(elements_.buffer);
  if (staging_)
    move_on_gpu(begin, end, data(turn));
  else if (direction_ == jit::Direction::pack)
    elements_.compiled->packer->pack_range(data(turn), base, begin, end);
  else
    elements_.compiled->packer->unpack_range(base, data(turn), begin, end);
}

void Parts::move_on_gpu(std::int64_t begin, std::int64_t end, std::byte* packed) noexcept try {
  std::int64_t rounded = end;
  if (end % word_bytes != 0 && end < elements_.bytes()) {
    // A message ended inside a word: the rest of it keeps its values.
    const std::int64_t start = end / word_bytes * word_bytes;
    rounded = std::min(start + word_bytes, elements_.bytes());
    const gpu::Part all = all_of(elements_);
    std::array<std::byte, word_bytes> word;
    const auto staging = gpu::Staging::of(jit::Direction::pack, {&all, 1}, word_bytes);
    staging->start(start, rounded, word.data());
    staging->wait_for_all();
    std::copy(word.begin() + (end - start), word.begin() + (rounded - start), packed + (end - begin));
  }
  staging_->start(begin, rounded, packed);
} catch (const std::exception&) {
  failed_ = true;
}

void Parts::finish_move() noexcept try {
  if (staging_) staging_->wait_for_one();
} catch (const std::exception&) {
  failed_ = true;
}

int Parts::send(int dest, MPI_Comm comm, const std::function<void()>& meanwhile) {
  const std::int64_t ahead = staging_ ? gpu::Staging::depth : 1;
  FirstError error;
  const auto wait_for = [&](std::int64_t turn) {
    while (meanwhile && !is_complete(turn)) meanwhile();
    error.keep(wait(turn));
  };
  std::int64_t next = 0;
  for (std::int64_t turn = 0; turn < count(); ++turn) {
    for (; next < std::min(count(), turn + ahead); ++next) {
      wait_for(next);
      move(next);
    }
    finish_move();
    const int size = static_cast<int>(last(turn) - first(turn));
    error.keep(mpi::real().Isend(data(turn), size, MPI_BYTE, dest, part_tag, comm, &requests_[turn % depth]));
  }
  for (std::int64_t slot = 0; slot < depth; ++slot) wait_for(slot);
  if (failed_) error.keep(MPI_ERR_INTERN);
  return error.get();
}

int Parts::post(std::int64_t turn) {
  if (turn >= count()) return MPI_SUCCESS;
  const int size = static_cast<int>(last(turn) - first(turn));
  return mpi::real().Irecv(data(turn), size, MPI_BYTE, source_, part_tag, comm_, &requests_[turn % depth]);
}

void Parts::expect(std::int64_t bytes, int source, MPI_Comm comm) {
  bytes_ = bytes;
  source_ = source;
  comm_ = comm;
  for (std::int64_t turn = 0; turn < depth; ++turn) post(turn);
}

void Parts::receive_parts(bool all) {
  const std::int64_t behind = staging_ ? gpu::Staging::depth - 1 : 0;
  for (; next_ < count() + behind; ++next_) {
    if (next_ < count()) {
      if (!all && !is_complete(next_)) return;
      error_.keep(wait(next_));
      move(next_);
    }
    if (next_ < behind) continue;
    finish_move();
    error_.keep(post(next_ - behind + depth));
  }
}

void Parts::receive_some() { receive_parts(false); }

int Parts::receive() {
  receive_parts(true);
  if (failed_) error_.keep(MPI_ERR_INTERN);
  return error_.get();
}

}  // namespace cartwright::preload
