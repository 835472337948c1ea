// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/engine/staged.hpp"

#include <algorithm>

namespace cartwright::halo::engine {

std::int64_t Staged::add(std::size_t peer, std::byte* host, std::int64_t bytes) {
  constexpr std::int64_t alignment = 64;  // of any word of a kernel
  const std::int64_t begin = end_;
  for (std::int64_t at = 0; at < bytes; at += gpu::segment_bytes)
    segments_.push_back({peer, at, begin + at, std::min(gpu::segment_bytes, bytes - at), host + at});
  end_ += (bytes + alignment - 1) / alignment * alignment;
  return begin;
}

void Staged::seal() {
  std::erase_if(segments_, [&](const Segment& segment) {
    return std::ranges::none_of(jobs_, [&](const jit::BatchJob& job) {
      return jit::part_of(job, segment.first, segment.first + segment.bytes, 0).has_value();
    });
  });
}

bool Staged::has(std::size_t peer) const {
  return std::ranges::find(segments_, peer, &Segment::peer) != segments_.end();
}

void Staged::open() {
  if (segments_.empty()) return;
  const gpu::Current current(context_);
  staging_ = std::make_unique<gpu::Staging>(direction_, current, jobs_, gpu::segment_bytes, stream_);
  next_ = done_ = 0;
}

void Staged::start(const Segment& segment) {
  staging_->start(segment.first, segment.first + segment.bytes, segment.host);
}

void Staged::start() {
  open();
  while (next_ < segments_.size() && next_ < gpu::Staging::depth) start(segments_[next_++]);
}

void Staged::finish(std::size_t peer, std::int64_t last) {
  if (!staging_) return;
  const auto needed = [&](const Segment& one) { return one.peer < peer || (one.peer == peer && one.begin < last); };
  while (done_ < segments_.size() && needed(segments_[done_])) {
    staging_->wait_for_one();
    ++done_;
    if (next_ < segments_.size()) start(segments_[next_++]);
  }
  if (done_ == segments_.size()) staging_.reset();
}

void Staged::unpack() {
  open();
  for (const Segment& segment : segments_) start(segment);
  if (staging_) staging_->wait_for_all();
  staging_.reset();
}

}  // namespace cartwright::halo::engine
